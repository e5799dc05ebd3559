import ResponderKit
import TestHarness
import TestSupport
import Testing

@testable import AccessibilityBus
@testable import DBus

/// Searches of a reader: by roles, states and interfaces, in both orders, and before or behind an element.
@Suite(.hangLimit) struct AccessibleSearchTests {
  /// How a part of a rule is compared, by AT-SPI's numbers.
  private enum Kind: Int32 { case wrong, all, any, none, empty }

  private static func words(_ bits: [Int], _ count: Int) -> DBusValue {
    var words = [UInt32](repeating: 0, count: count)
    for bit in bits { words[bit / 32] |= 1 << UInt32(bit % 32) }
    return .array(.int32, words.map { .int32(Int32(bitPattern: $0)) })
  }

  private static func rule(
    states: [Int] = [], _ state: Kind = .all, roles: [Int] = [], _ role: Kind = .any,
    interfaces: [String] = [], _ interface: Kind = .all, attributes: [String: String] = [:],
    _ attribute: Kind = .all, isInverted: Bool = false
  ) -> DBusValue {
    .structure([
      words(states, 2), .int32(state.rawValue), AccessibleInterfaces.attributes(attributes),
      .int32(attribute.rawValue), words(roles, 4), .int32(role.rawValue), .strings(interfaces),
      .int32(interface.rawValue), .boolean(isInverted),
    ])
  }

  private static let everything = rule()

  /// A window with "Press", a list of "Größe" and "Inner", "Volume" and "Name".
  private static func on(_ body: @escaping @Sendable (FakeReader, AccessibleStage) throws -> Void) throws {
    try onBus { reader, stage in
      let list = UIView(frame: stage.label.frame)
      list.accessibilityLabel = "List"
      stage.window.rootViewController?.view.insertSubview(list, at: 1)
      let inner = UILabel("Inner", frame: Rect(0, 0, 20, 10))
      for label in [stage.label, inner] { list.addSubview(label) }
      stage.button.isEnabled = false
      stage.application.run(for: .milliseconds(30))
      try body(reader, stage)
    }
  }

  private static func matches(
    _ reader: FakeReader, _ path: String, _ rule: DBusValue, order: UInt32 = 1, most: Int32 = 0,
    isDeep: Bool = true
  ) -> [String] {
    let answer = reader.call(
      path, "GetMatches", [rule, .uint32(order), .int32(most), .boolean(isDeep)])
    #expect(answer.kind == .reply && answer.signature == "a(so)")
    return reader.names(answer.body.first)
  }

  @Test func elementsAreFoundByWhatTheyAre() throws {
    try Self.on { reader, _ in
      let window = try reader.path("Panel")
      let all = ["Press", "List", "Größe", "Inner", "Volume", "Name"]
      let rules: [(DBusValue, [String])] = [
        (Self.everything, all), (Self.rule(roles: [29]), ["Größe", "Inner"]),
        (Self.rule(roles: [29, 51]), ["Größe", "Inner", "Volume"]), (Self.rule(roles: [29, 51], .all), []),
        (Self.rule(roles: [29, 51], .none), ["Press", "List", "Name"]),
        // Enabled, and editable, which is in the lower word; selectable text in the upper one.
        (Self.rule(states: [8]), Array(all.dropFirst())), (Self.rule(states: [8, 7]), ["Name"]),
        (Self.rule(states: [14, 38], .any), ["Volume", "Name"]), (Self.rule(states: [8], .none), ["Press"]),
        (Self.rule(interfaces: ["org.a11y.atspi.Text"]), ["Größe", "Inner", "Name"]),
        (Self.rule(interfaces: ["Text", "action"]), ["Name"]),
        (Self.rule(interfaces: ["value", "EditableText"], .any), ["Volume", "Name"]),
        (Self.rule(interfaces: ["Text", "Value"], .none), ["Press", "List"]),
        (Self.rule(interfaces: [], .empty), []), (Self.rule(roles: [29], .empty), ["Größe", "Inner"]),
        (Self.rule(attributes: ["toolkit": "Mainspring"]), all),
        (Self.rule(attributes: ["toolkit": "other"]), []),
        (Self.rule(roles: [29], isInverted: true), ["Press", "List", "Volume", "Name"]),
        // All parts of a rule have to fit.
        (Self.rule(states: [7], roles: [79], interfaces: ["Text"]), ["Name"]),
        (Self.rule(states: [7], roles: [29], interfaces: ["Text"]), []),
      ]
      for (index, (rule, names)) in rules.enumerated() {
        #expect(Self.matches(reader, window, rule) == names, "rule \(index)")
      }
      #expect(Self.matches(reader, FakeReader.root, Self.rule(roles: [23])) == ["Panel"])
      #expect(Self.matches(reader, try reader.path("List"), Self.everything) == ["Größe", "Inner"])
    }
  }

  @Test func aSearchHasAnOrderAnEndAndADepth() throws {
    try Self.on { reader, _ in
      let window = try reader.path("Panel")
      let labels = Self.rule(roles: [29, 79])
      #expect(Self.matches(reader, window, labels, order: 4) == ["Name", "Inner", "Größe"])
      #expect(Self.matches(reader, window, labels, most: 2) == ["Größe", "Inner"])
      #expect(Self.matches(reader, window, labels, order: 4, most: 1) == ["Name"])
      #expect(Self.matches(reader, window, labels, most: -1).count == 3)
      #expect(Self.matches(reader, window, labels, isDeep: false) == ["Name"])
      let wrong: [[DBusValue]] = [
        [labels, .uint32(0), .int32(0), .boolean(true)], [labels, .uint32(2), .int32(0), .boolean(true)],
        [Self.rule(states: [], .wrong), .uint32(1), .int32(0), .boolean(true)],
        [labels, .uint32(1), .int32(0)],
      ]
      for values in wrong {
        #expect(
          reader.call(window, "GetMatches", values).errorName == "org.freedesktop.DBus.Error.InvalidArgs")
      }
    }
  }

  @Test func aSearchBeginsBehindAnElementOrEndsBeforeIt() throws {
    try Self.on { reader, _ in
      let window = try reader.path("Panel")
      func from(_ name: String, _ scope: UInt32, isDeep: Bool = true, order: UInt32 = 1) throws -> [String] {
        let values: [DBusValue] = [
          .path(try reader.path(name)), Self.everything, .uint32(order), .uint32(scope), .int32(0),
          .boolean(isDeep),
        ]
        return reader.names(reader.call(window, "GetMatchesFrom", values).body.first)
      }
      func to(_ name: String, _ scope: UInt32, isLimited: Bool = false, order: UInt32 = 1) throws -> [String]
      {
        let values: [DBusValue] = [
          .path(try reader.path(name)), Self.everything, .uint32(order), .uint32(scope),
          .boolean(isLimited), .int32(0), .boolean(true),
        ]
        return reader.names(reader.call(window, "GetMatchesTo", values).body.first)
      }
      // In it, beside it, and wherever.
      #expect(try from("List", 0) == ["Größe", "Inner"])
      #expect(try from("Press", 1) == ["List", "Größe", "Inner", "Volume", "Name"])
      #expect(try from("Press", 1, isDeep: false) == ["List", "Volume", "Name"])
      #expect(try from("Größe", 1) == ["Inner"])
      #expect(try from("Größe", 2) == ["Inner", "Volume", "Name"])
      #expect(try from("Größe", 2, order: 4) == ["Name", "Volume", "Inner"])
      #expect(try from("Name", 2) == [])
      #expect(try to("Volume", 1) == ["Press", "List", "Größe", "Inner"])
      #expect(try to("Inner", 1) == ["Größe"])
      #expect(try to("Inner", 2) == ["Press", "List", "Größe"])
      #expect(try to("Inner", 2, order: 4) == ["Größe", "List", "Press"])
      #expect(try to("Inner", 2, isLimited: true) == ["Größe"])
      #expect(try to("Press", 0) == [])
      let gone: [DBusValue] = [
        .path("/org/a11y/atspi/accessible/99999"), Self.everything, .uint32(1), .uint32(2), .int32(0),
        .boolean(true),
      ]
      #expect(
        reader.call(window, "GetMatchesFrom", gone).errorName == "org.freedesktop.DBus.Error.UnknownObject")
    }
  }

  @Test func theElementThatHasTheKeysIsTheActiveOne() throws {
    try Self.on { reader, stage in
      let (window, list) = try (reader.path("Panel"), reader.path("List"))
      #expect(reader.named(window, "Collection", "GetActiveDescendant") == nil)
      #expect(stage.field.becomeFirstResponder())
      #expect(reader.named(window, "Collection", "GetActiveDescendant") == "Name")
      #expect(reader.named(list, "Collection", "GetActiveDescendant") == nil)
    }
  }
}

extension FakeReader {
  fileprivate func call(_ path: String, _ member: String, _ values: [DBusValue]) -> DBusMessage {
    ask(path, "org.a11y.atspi.Collection", member, values: values)
  }
}
