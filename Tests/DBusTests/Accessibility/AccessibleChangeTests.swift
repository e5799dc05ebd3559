import ResponderKit
import TestHarness
import TestSupport
import Testing

@testable import AccessibilityBus
@testable import DBus

/// The changes that a reader is notified of, and until when; points at the edges of elements.
@Suite(.hangLimit) struct AccessibleChangeTests {
  @Test func placesThatAreNoNumbersAreZeroOrTheLargest() {
    let box = AccessibleBox(x: .nan, y: .infinity, width: -1e300, height: 2.5)
    #expect(box.numbers(from: nil) == [0, .max, .min, 3])
    #expect(box.numbers(from: AccessibleBox(x: 1, y: 1, width: 0, height: 0)) == [0, .max, .min, 3])
  }

  @Test func anElementEndsBeforeItsRightAndLowerEdges() {
    let box = AccessibleBox(x: 10, y: 20, width: 5, height: 5)
    let inside = [(10, 20), (14.9, 24.9)] as [(Double, Double)]
    let outside = [(15, 20), (10, 25), (9.9, 20), (10, 19.9)] as [(Double, Double)]
    #expect(inside.allSatisfy { box.contains(x: $0.0, y: $0.1) })
    #expect(outside.allSatisfy { !box.contains(x: $0.0, y: $0.1) })
  }

  @Test func aReaderIsNotifiedOfStatesWithoutListening() throws {
    try onBus { reader, stage in
      _ = reader.value(FakeReader.root, "Accessible", "GetChildren")
      _ = reader.events()
      stage.button.isEnabled = false
      #expect(
        reader.events() == ["Object:StateChanged:enabled 0 0", "Object:StateChanged:sensitive 0 0"])
    }
  }

  @Test func aSelectionOfTextIsReportedAndACaretThatMovesIsNone() throws {
    try onBus(listeners: ["object:text-selection-changed"]) { reader, stage in
      #expect(stage.field.becomeFirstResponder())
      _ = reader.events()
      for (range, isTold) in [(1..<3, true), (1..<2, true), (2..<2, true), (0..<0, false)] {
        stage.field.selectedTextRange = range
        #expect(reader.events() == (isTold ? ["Object:TextSelectionChanged: 0 0"] : []), "\(range)")
      }
    }
  }

  @Test func aRemovedElementIsNotReportedToHaveLostTheFocus() throws {
    try onBus(listeners: ["object:state-changed:focused"]) { reader, stage in
      #expect(stage.field.becomeFirstResponder())
      _ = reader.events()
      stage.field.removeFromSuperview()
      #expect(reader.events() == ["Object:StateChanged:focused 1 0"])
    }
  }

  @Test func theRegistryIsNoReader() throws {
    try onBus { reader, stage in
      let role = ("org.a11y.atspi.Accessible", "GetRole")
      var call = DBusMessage.call(":1.7", FakeReader.root, role.0, role.1)
      (call.serial, call.sender) = (77, ":1.1")
      reader.bus.send(exactly: call)
      _ = reader.events()
      stage.button.setTitle("Go", for: .normal)
      #expect(reader.events() == [] && !reader.rules.contains { $0.hasSuffix("arg0=':1.1'") })
    }
  }

  @Test func aNewBusHasReadersOfItsOwn() throws {
    try onBus { reader, stage in
      _ = reader.value(FakeReader.root, "Accessible", "GetChildren")
      reader.bus.hangUp()
      stage.loop.runUntil { !reader.accessibility.isEmbedded }
      let (bus, connection) = try FakeBus.connect(stage.loop)
      reader.accessibility.take(connection)
      stage.loop.runUntil {
        bus.letIn()
        for message in bus.takeMessages() {
          switch message.member {
          case "Embed": bus.send(message.reply([.structure([.string(":1.1"), .path(FakeReader.root)])]))
          case "GetRegisteredEvents":
            // The listener is not registered for names.
            let listener = DBusValue.structure([.string(":1.3"), .string("window:create")])
            bus.send(message.reply([.array(.structure([.string, .string]), [listener])]))
          default: break
          }
        }
        return reader.accessibility.isEmbedded
      }
      stage.application.run(for: .milliseconds(60))
      stage.button.setTitle("Go", for: .normal)
      stage.application.run(for: .milliseconds(120))
      bus.read()
      #expect(bus.takeMessages().allSatisfy { $0.kind != .signal })
      bus.hangUp()
    }
  }

  @Test func copiesHaveTheParentsAndPlacesOfTheirElements() throws {
    try onBus { reader, stage in
      let other = UIWindow()
      other.accessibilityLabel = "Other"
      other.makeKeyAndVisible()
      let items =
        reader.ask("/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems").body[0].elements ?? []
      let places = items.map { $0.elements?[3].int32 ?? -2 }
      #expect(places == [-1, 0, 1, 0, 1, 2, 3])
      let root = DBusValue.structure([.string(":1.7"), .path(FakeReader.root)])
      #expect(items.dropFirst().prefix(2).allSatisfy { $0.elements?[2] == root })
      #expect(items.dropFirst(3).allSatisfy { $0.elements?[2] == items[2].elements?[0] })
      let window = try reader.path("Other")
      #expect(reader.property(window, "Accessible", "Parent") == root)
    }
  }
}
