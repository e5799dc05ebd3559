import TestHarness
import Testing

@testable import DBus

/// Objects that others call: methods, properties, introspection, and errors for what is not there.
@Suite(.hangLimit) struct ObjectTests {
  final class Lamp: @unchecked Sendable {
    var level: Int32 = 1
  }

  private static let interface = DBusInterface<Lamp>(
    "test.Lamp",
    methods: [
      .init("Add", takes: "amount:i", answers: "level:i") { lamp, values throws(DBusFailure) in
        guard let amount = values[0].int32, amount < 100 else { throw .failed("too bright") }
        lamp.level += amount
        return [.int32(lamp.level)]
      }
    ],
    properties: [
      .init(
        "Level", "i",
        set: { lamp, value in
          guard let level = value.int32, level >= 0 else { return false }
          lamp.level = level
          return true
        }
      ) { .int32($0.level) },
      .init("Name", "s") { _ in .string("lamp") },
    ])

  private let lamp = Lamp()
  private var objects: DBusObjects<Lamp> {
    DBusObjects(names: { $0 == "/" ? ["lamp"] : [] }) { [lamp] path in
      path == "/lamp" ? (lamp, [Self.interface]) : nil
    }
  }

  private func ask(
    _ member: String, _ body: [DBusValue] = [], interface: String? = "test.Lamp", at path: String = "/lamp"
  ) -> DBusMessage {
    var call = DBusMessage(.call)
    (call.path, call.interface, call.member, call.body) = (path, interface, member, body)
    (call.serial, call.sender) = (5, ":1.9")
    let answer = objects.answer(call)
    #expect(answer.replySerial == 5 && answer.destination == ":1.9")
    return answer
  }

  private func error(_ answer: DBusMessage) -> String? {
    answer.errorName.map { String($0.split(separator: ".").last ?? "") }
  }

  @Test func methodsAreCalledWithTheTypesTheyTake() {
    #expect(ask("Add", [.int32(2)]).body == [.int32(3)])
    #expect(ask("Add", [.int32(2)], interface: nil).body == [.int32(5)])
    #expect(error(ask("Add", [.string("2")])) == "InvalidArgs")
    #expect(error(ask("Add")) == "InvalidArgs")
    #expect(error(ask("Add", [.int32(100)])) == "Failed")
    #expect(lamp.level == 5)
  }

  @Test func whatIsNotThereIsSaidSo() {
    #expect(error(ask("Remove")) == "UnknownMethod")
    #expect(error(ask("Add", interface: "test.Other")) == "UnknownInterface")
    #expect(error(ask("Add", at: "/none")) == "UnknownObject")
    #expect(error(ask("Add", at: "/")) == "UnknownInterface")
  }

  private static let properties = "org.freedesktop.DBus.Properties"

  private func property(_ member: String, _ values: DBusValue...) -> DBusMessage {
    ask(member, values, interface: Self.properties)
  }

  @Test func propertiesAreReadAndSet() {
    #expect(property("Get", .string("test.Lamp"), .string("Level")).body == [.variant(.int32(1))])
    let all = DBusValue.properties([("Level", .int32(1)), ("Name", .string("lamp"))])
    #expect(property("GetAll", .string("test.Lamp")).body == [all])
    #expect(property("GetAll", .string("")).body == [all])
    #expect(property("Set", .string("test.Lamp"), .string("Level"), .variant(.int32(7))).kind == .reply)
    #expect(lamp.level == 7)
    let name: DBusValue = .string("test.Lamp")
    #expect(error(property("Set", name, .string("Level"), .variant(.int32(-1)))) == "Failed")
    #expect(error(property("Set", name, .string("Level"), .variant(.string("x")))) == "InvalidArgs")
    #expect(error(property("Set", name, .string("Name"), .variant(.string("x")))) == "PropertyReadOnly")
    #expect(error(property("Get", name, .string("Color"))) == "UnknownProperty")
    #expect(error(property("Get", .string("test.Other"), .string("Level"))) == "UnknownInterface")
    #expect(error(property("Get", name)) == "InvalidArgs")
  }

  @Test func everyObjectDescribesItself() throws {
    let interface = "org.freedesktop.DBus.Introspectable"
    let text = try #require(ask("Introspect", interface: interface).body.first?.string)
    for part in [
      "<method name=\"Add\">", "<arg name=\"amount\" type=\"i\" direction=\"in\"/>",
      "<property name=\"Level\" type=\"i\" access=\"readwrite\"/>", "access=\"read\"/>",
    ] {
      #expect(text.contains(part))
    }
    let root = try #require(ask("Introspect", interface: interface, at: "/").body.first?.string)
    #expect(root.contains("<node name=\"lamp\"/>"))
    let peer = "org.freedesktop.DBus.Peer"
    #expect(ask("Ping", interface: peer, at: "/none").kind == .reply)
    #expect(error(ask("Pong", interface: peer)) == "UnknownMethod")
  }
}
