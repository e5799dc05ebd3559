import LinuxSystem
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import AccessibilityBus
@testable import DBus

/// Where the bus of accessibility is asked for, and when.
@Suite(.hangLimit) struct BusFinderTests {
  private static let status = DBusValue.string("org.a11y.Status")
  /// The connection of the service.
  private static let service = ":1.5"

  /// A finder whose session bus the test plays, and the addresses that it found.
  private final class Search {
    let loop = RunLoop.current
    let bus: FakeBus
    let finder: BusFinder
    let connection: DBusConnection
    private(set) var found: [String?] = []

    init(isAsked: Bool = false) throws {
      let (bus, connection) = try FakeBus.greeted()
      (self.bus, self.connection) = (bus, connection)
      finder = BusFinder(loop, isAsked: isAsked)
      finder.found = { [unowned self] in found.append($0) }
      finder.begin(connection)
    }

    /// What the finder has asked, by the methods' names, answered by their values.
    func answer(_ answers: [String: DBusValue]) -> [String] {
      var asked: [String] = []
      for _ in 0..<3 {
        loop.settle()
        bus.read()
        for message in bus.takeMessages() {
          let name = message.member == "Get" ? message.body[1].string ?? "" : message.member ?? ""
          asked.append(name)
          if let value = answers[name] {
            var reply = message.reply([value])
            reply.sender = BusFinderTests.service
            bus.send(reply)
          } else if !message.flags.contains(.noReply) {
            bus.send(message.failure(.failed("none")))
          }
        }
      }
      loop.settle()
      return asked
    }

    func send(_ path: String, _ interface: String, _ member: String, _ body: [DBusValue], by sender: String?)
    {
      var signal = DBusMessage.signal(path, interface, member, body)
      signal.sender = sender
      bus.send(signal)
    }

    func tellOwner(
      _ name: String, of service: String = "org.a11y.Bus", by sender: String = "org.freedesktop.DBus"
    ) {
      send(
        "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged",
        [.string(service), .string(""), .string(name)], by: sender)
    }

    func announce(_ name: String, _ value: Bool, by sender: String? = BusFinderTests.service) {
      send(
        "/org/a11y/bus", "org.freedesktop.DBus.Properties", "PropertiesChanged",
        [BusFinderTests.status, .properties([(name, .boolean(value))]), .strings([])], by: sender)
    }
  }

  @Test func theBusIsAskedForWhenAReaderRuns() throws {
    try onFreshThread {
      let search = try Search()
      let off: [String: DBusValue] = [
        "IsEnabled": .variant(.boolean(false)), "ScreenReaderEnabled": .variant(.boolean(false)),
        "GetAddress": .string("unix:path=/x"),
      ]
      #expect(search.answer(off) == ["AddMatch", "AddMatch", "IsEnabled", "ScreenReaderEnabled"])
      #expect(search.found.isEmpty)
      search.announce("IsEnabled", true)
      #expect(search.answer(off) == ["GetAddress"])
      #expect(search.found == ["unix:path=/x"])
      // A second wish changes nothing, and the end of one of two neither.
      search.announce("ScreenReaderEnabled", true)
      search.announce("IsEnabled", false)
      #expect(search.answer(off) == [])
      search.announce("ScreenReaderEnabled", false)
      #expect(search.answer(off) == [])
      #expect(search.found == ["unix:path=/x", nil])
    }
  }

  @Test func noServiceMeansNoReader() throws {
    try onFreshThread {
      let search = try Search()
      #expect(search.answer([:]) == ["AddMatch", "AddMatch", "IsEnabled", "ScreenReaderEnabled"])
      #expect(search.found.isEmpty)
      #expect(search.loop.turns(in: .milliseconds(20)) < 5)
    }
  }

  /// One that starts with a wish announces no change.
  @Test func aServiceThatStartsLaterIsAsked() throws {
    try onFreshThread {
      let search = try Search()
      _ = search.answer([:])
      let on: [String: DBusValue] = [
        "IsEnabled": .variant(.boolean(true)), "ScreenReaderEnabled": .variant(.boolean(false)),
        "GetAddress": .string("unix:path=/x"),
      ]
      search.tellOwner(Self.service)
      #expect(search.answer(on) == ["IsEnabled", "ScreenReaderEnabled", "GetAddress"])
      #expect(search.found == ["unix:path=/x"])
      search.tellOwner("")
      #expect(search.answer(on) == [] && search.found == ["unix:path=/x", nil])
    }
  }

  @Test func onlyTheBusItselfSaysThatTheServiceHasEnded() throws {
    try onFreshThread {
      let search = try Search()
      let on: [String: DBusValue] = [
        "IsEnabled": .variant(.boolean(true)), "ScreenReaderEnabled": .variant(.boolean(false)),
        "GetAddress": .string("unix:path=/x"),
      ]
      #expect(search.answer(on).last == "GetAddress")
      search.tellOwner("", by: ":1.66")
      search.tellOwner("", of: "org.a11y.Other")
      #expect(search.answer(on) == [] && search.found == ["unix:path=/x"])
      search.tellOwner("")
      #expect(search.answer(on) == [] && search.found == ["unix:path=/x", nil])
    }
  }

  /// A signal to this application alone passes every rule.
  @Test func onlyTheServiceItselfAnnouncesWishes() throws {
    try onFreshThread {
      let search = try Search()
      let address = ["GetAddress": DBusValue.string("unix:path=/x")]
      _ = search.answer([:])
      search.announce("IsEnabled", true, by: nil)
      search.announce("IsEnabled", true)
      #expect(search.answer(address) == [], "without a service nobody announces")
      search.tellOwner(Self.service)
      _ = search.answer(address.merging(["IsEnabled": .variant(.boolean(false))]) { $1 })
      search.announce("IsEnabled", true, by: ":1.66")
      #expect(search.answer(address) == [] && search.found.isEmpty)
      search.announce("IsEnabled", true)
      #expect(search.answer(address) == ["GetAddress"] && search.found == ["unix:path=/x"])
      search.tellOwner(":1.8")
      _ = search.answer(address)
      search.announce("IsEnabled", true)
      #expect(search.answer(address) == [] && search.found == ["unix:path=/x", nil], "it is another one now")
      search.announce("IsEnabled", true, by: ":1.8")
      #expect(search.answer(address) == ["GetAddress"])
    }
  }

  /// The service has other objects, signals and properties, and a later one may send other values.
  @Test func otherSignalsOfTheServiceAreNoWishes() throws {
    try onFreshThread {
      let search = try Search()
      let address = ["GetAddress": DBusValue.string("unix:path=/x")]
      _ = search.answer(["IsEnabled": .variant(.boolean(false))])
      let wish = DBusValue.properties([("IsEnabled", .boolean(true))])
      let others: [(path: String, member: String, body: [DBusValue])] = [
        ("/org/a11y/other", "PropertiesChanged", [Self.status, wish, .strings([])]),
        ("/org/a11y/bus", "PropertiesWillChange", [Self.status, wish, .strings([])]),
        ("/org/a11y/bus", "PropertiesChanged", [.string("org.a11y.Other"), wish, .strings([])]),
        (
          "/org/a11y/bus", "PropertiesChanged",
          [Self.status, .properties([("IsTalkative", .boolean(true))]), .strings([])]
        ),
        ("/org/a11y/bus", "PropertiesChanged", [Self.status]),
        ("/org/a11y/bus", "PropertiesChanged", []),
      ]
      for other in others {
        search.send(other.path, "org.freedesktop.DBus.Properties", other.member, other.body, by: Self.service)
        #expect(search.answer(address) == [] && search.found.isEmpty, "\(other)")
      }
      search.announce("IsEnabled", true)
      #expect(search.answer(address) == ["GetAddress"] && search.found == ["unix:path=/x"])
    }
  }

  @Test func anOwnersChangeWithoutItsValuesIsIgnored() throws {
    try onFreshThread {
      let search = try Search()
      let on: [String: DBusValue] = [
        "IsEnabled": .variant(.boolean(true)), "GetAddress": .string("unix:path=/x"),
      ]
      #expect(search.answer(on).last == "GetAddress")
      let bus = "org.freedesktop.DBus"
      for count in 0..<3 {
        let body = Array([DBusValue.string("org.a11y.Bus"), .string(":1.5"), .string("")].prefix(count))
        search.send("/org/freedesktop/DBus", bus, "NameOwnerChanged", body, by: bus)
      }
      #expect(search.answer(on) == [] && search.found == ["unix:path=/x"])
      search.tellOwner("")
      #expect(search.answer(on) == [] && search.found == ["unix:path=/x", nil])
    }
  }

  @Test func anAddressThatIsLateIsNotUsed() throws {
    try onFreshThread {
      let search = try Search()
      _ = search.answer(["IsEnabled": .variant(.boolean(false))])
      search.announce("IsEnabled", true)
      let question = search.bus.next()
      #expect(question?.member == "GetAddress")
      search.announce("IsEnabled", false)
      search.loop.settle()
      #expect(search.found == [nil], "the only reader has ended")
      if let question { search.bus.send(question.reply([.string("unix:path=/x")])) }
      search.loop.settle()
      #expect(search.found == [nil])
    }
  }

  @Test func theRuleForWishesNamesTheService() throws {
    try onFreshThread {
      let search = try Search()
      search.loop.settle()
      search.bus.read()
      let rules = search.bus.takeMessages().filter { $0.member == "AddMatch" }.compactMap {
        $0.body[0].string
      }
      #expect(
        rules.contains { $0.contains("sender='org.a11y.Bus'") && $0.contains("arg0='org.a11y.Status'") })
    }
  }

  /// A question would start the service otherwise.
  @Test func questionsStartNoService() throws {
    try onFreshThread {
      let search = try Search()
      search.loop.settle()
      search.bus.read()
      let questions = search.bus.takeMessages().filter { $0.member == "Get" }
      #expect(questions.count == 2 && questions.allSatisfy { $0.flags.contains(.noStart) })
    }
  }

  @Test func anEndedSearchClosesItsConnection() throws {
    try onFreshThread {
      let search = try Search()
      _ = search.answer([:])
      #expect(search.connection.isOpen)
      search.finder.end()
      #expect(!search.connection.isOpen)
    }
  }

  @Test func anApplicationThatIsAskedToServeAsksAtOnce() throws {
    try onFreshThread {
      let search = try Search(isAsked: true)
      #expect(search.answer(["GetAddress": .string("unix:path=/y")]) == ["GetAddress"])
      #expect(search.found == ["unix:path=/y"])
    }
  }
}
