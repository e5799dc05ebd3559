import TestHarness
import TestSupport
import Testing

@testable import AccessibilityBus
@testable import DBus

/// When an application's elements are offered, and what is left of a bus that has ended.
@Suite(.hangLimit) struct BusOpeningTests {
  /// The methods that an application has called on a bus, after some turns.
  private static func calls(_ bus: FakeBus, _ stage: AccessibleStage) -> [String] {
    stage.loop.settle()
    bus.read()
    return bus.takeMessages().compactMap(\.member)
  }

  private static let questions = ["AddMatch", "AddMatch", "Get", "Get"]

  @Test func aWishDecidesWhatIsAsked() throws {
    try onFreshThread {
      let stage = AccessibleStage()
      let wishes: [(AccessibilityBus.Wish, [String])] = [
        (.never, []), (.whenAsked, Self.questions), (.always, ["GetAddress"]),
      ]
      for (wish, calls) in wishes {
        let (bus, session) = try FakeBus.greeted(stage.loop)
        let accessibility = AccessibilityBus(stage.application, on: stage.loop, wish)
        accessibility.open(asking: session)
        #expect(Self.calls(bus, stage) == calls, "\(wish)")
        accessibility.close()
      }
    }
  }

  @Test func oneSessionIsAskedUntilTheClose() throws {
    try onFreshThread {
      let stage = AccessibleStage()
      let accessibility = AccessibilityBus(stage.application, on: stage.loop, .whenAsked)
      let (bus, session) = try FakeBus.greeted(stage.loop)
      accessibility.open(asking: session)
      #expect(Self.calls(bus, stage) == Self.questions)
      let (second, other) = try FakeBus.greeted(stage.loop)
      accessibility.open(asking: other)
      #expect(Self.calls(second, stage) == [] && session.isOpen)
      accessibility.close()
      #expect(!session.isOpen)
      accessibility.open(asking: other)
      #expect(Self.calls(second, stage) == Self.questions)
      accessibility.close()
    }
  }

  /// The registry of the next bus has listeners of its own.
  @Test func listenersOfABusThatHasEndedAreForgotten() throws {
    try onBus(listeners: ["object:text-changed"]) { reader, stage in
      stage.field.text = "Eva"
      #expect(!reader.events().isEmpty)
      reader.bus.hangUp()
      stage.loop.runUntil { !reader.accessibility.isEmbedded }
      let (bus, connection) = try FakeBus.greeted(stage.loop)
      reader.accessibility.take(connection)
      // Another program listens to something else.
      var signal = DBusMessage.signal(
        "/org/a11y/atspi/registry", "org.a11y.atspi.Registry", "EventListenerRegistered",
        [.string(":1.4"), .string("object:state-changed"), .strings([])])
      signal.sender = ":1.1"
      bus.send(signal)
      stage.loop.settle()
      stage.field.text = "Ada"
      stage.button.isEnabled = false
      // One look finds both changes.
      var signals: [DBusMessage] = []
      func takeSignals() {
        bus.read()
        signals += bus.takeMessages().filter { $0.kind == .signal }
      }
      stage.loop.runUntil {
        takeSignals()
        return signals.contains { $0.member == "StateChanged" }
      }
      stage.loop.settle()
      takeSignals()
      #expect(!signals.contains { $0.member == "TextChanged" })
      // And the desktop of the bus before is not this one's.
      var call = DBusMessage.call(
        ":1.7", FakeReader.root, "org.freedesktop.DBus.Properties", "Get",
        [.string("org.a11y.atspi.Accessible"), .string("Parent")])
      (call.serial, call.sender) = (7000, ":1.9")
      bus.send(exactly: call)
      let parent = bus.next(stage.loop)?.body.first?.content
      #expect(parent == .structure([.string(""), .path("/org/a11y/atspi/null")]))
    }
  }

  /// Not even when another program begins to listen before it was looked for.
  @Test func aChangeIsNotLostToALaterListener() throws {
    try onBus(listeners: ["object:text-changed"]) { reader, stage in
      _ = reader.events()
      stage.field.text = "Eva"
      _ = reader.events { $0.hasPrefix("Object:TextChanged:insert") && $0.hasSuffix("Ev") }
      // The interval has begun with this event: the next look is at its end.
      stage.field.text = "Ida"
      var signal = DBusMessage.signal(
        "/org/a11y/atspi/registry", "org.a11y.atspi.Registry", "EventListenerRegistered",
        [.string(":1.4"), .string("object:state-changed"), .strings([])])
      signal.sender = ":1.1"
      reader.bus.send(signal)
      let isThird = { (event: String) in
        event.hasPrefix("Object:TextChanged:insert") && event.hasSuffix("Id")
      }
      #expect(reader.events(until: isThird).contains(where: isThird))
    }
  }

  @Test func onlyProgramsThatAskForElementsAreReaders() throws {
    try onBus { reader, stage in
      func watched(_ program: String) -> Bool { reader.rules.contains { $0.contains("arg0='\(program)'") } }
      _ = reader.ask(FakeReader.root, "org.freedesktop.DBus.Introspectable", "Introspect")
      _ = reader.events()
      #expect(!watched(":1.9"))
      _ = reader.value(FakeReader.root, "Accessible", "GetRole")
      _ = reader.events()
      #expect(watched(":1.9"))
      // A name that gets an owner has not ended.
      for (owner, isWatched) in [(":1.9", true), ("", false)] {
        var signal = DBusMessage.signal(
          "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged",
          [.string(":1.9"), .string(""), .string(owner)])
        signal.sender = "org.freedesktop.DBus"
        reader.bus.send(signal)
        _ = reader.events()
        #expect(watched(":1.9") == isWatched)
      }
    }
  }

  @Test func atMost64ReadersAreWatched() throws {
    try onBus { reader, stage in
      for number in 1...70 {
        var call = DBusMessage.call(":1.7", FakeReader.root, "org.a11y.atspi.Accessible", "GetRole")
        (call.serial, call.sender) = (UInt32(5000 + number), ":3.\(number)")
        reader.bus.send(exactly: call)
        stage.loop.settle()
      }
      _ = reader.events()
      #expect(reader.rules.count { $0.contains("arg0=':3.") } == 64)
    }
  }
}
