import ResponderKit
import TestHarness
import TestSupport
import Testing

@testable import AccessibilityBus
@testable import DBus

/// An application's elements, as a reader on a bus of the test's sees and uses them.
@Suite(.hangLimit) struct AccessibilityBusTests {
  @Test func theTreeHasTheApplicationItsWindowsAndTheirElements() throws {
    try onBus { reader, _ in
      let root = FakeReader.root
      #expect(reader.value(root, "Accessible", "GetRole") == .uint32(75))
      #expect(reader.property(root, "Accessible", "Parent") == .structure([.string(":1.1"), .path(root)]))
      #expect(reader.property(root, "Accessible", "ChildCount") == .int32(1))
      #expect(reader.property(root, "Application", "ToolkitName") == .string("Mainspring"))
      let window = try #require(
        reader.value(root, "Accessible", "GetChildAtIndex", .int32(0))?.elements?.last?.string)
      #expect(reader.property(window, "Accessible", "Name") == .string("Panel"))
      // Without a title it is that of its program.
      reader.stage.window.rootViewController?.title = nil
      #expect(
        reader.property(window, "Accessible", "Name") == .string(reader.stage.application.accessibleName))
      #expect(!reader.stage.application.accessibleName.isEmpty)
      #expect(reader.value(window, "Accessible", "GetRoleName") == .string("frame"))
      #expect(reader.property(window, "Accessible", "ChildCount") == .int32(4))
      let slider = try reader.path("Volume")
      #expect(reader.value(slider, "Accessible", "GetIndexInParent") == .int32(2))
      #expect(
        reader.property(slider, "Accessible", "Parent") == .structure([.string(":1.7"), .path(window)]))
      let none = DBusValue.structure([.string(""), .path("/org/a11y/atspi/null")])
      #expect(reader.value(window, "Accessible", "GetChildAtIndex", .int32(9)) == none)
    }
  }

  @Test func rolesStatesAndInterfacesAreThoseOfOtherToolkits() throws {
    try onBus { reader, stage in
      stage.button.isEnabled = false
      let roles: [(String, UInt32, [String])] = [
        ("Press", 43, []), ("Größe", 29, ["Text"]), ("Volume", 51, ["Action", "Value"]),
        ("Name", 79, ["Action", "Text", "EditableText"]),
      ]
      for (name, role, others) in roles {
        let interfaces = ["Accessible", "Component", "Collection"] + others
        let path = try reader.path(name)
        #expect(reader.value(path, "Accessible", "GetRole") == .uint32(role))
        let expected = DBusValue.strings(interfaces.map { "org.a11y.atspi." + $0 })
        #expect(reader.value(path, "Accessible", "GetInterfaces") == expected)
      }
      func states(_ name: String) throws -> AccessibleStates {
        let words = reader.value(try reader.path(name), "Accessible", "GetState")?.elements ?? []
        let halves = words.map { UInt64($0.uint32 ?? 0) }
        return AccessibleStates(rawValue: halves[0] | halves[1] << 32)
      }
      #expect(try states("Press") == [.visible, .showing])
      #expect(try states("Größe") == [.visible, .showing, .enabled, .sensitive])
      #expect(
        try states("Name") == [
          .visible, .showing, .enabled, .sensitive, .focusable, .singleLine, .selectableText, .editable,
        ])
      #expect(try states("Panel").contains(.active))
    }
  }

  @Test func aButtonIsPressedThroughTheEventQueue() throws {
    try onBus { reader, stage in
      let button = try reader.path("Press")
      let actions = DBusValue.array(
        .structure([.string, .string, .string]), [.structure([.string("click"), .string(""), .string("")])])
      #expect(reader.value(button, "Action", "GetActions") == actions)
      #expect(reader.value(button, "Action", "DoAction", .int32(0)) == .boolean(true))
      stage.loop.runUntil { stage.presses == 1 }
      #expect(reader.value(button, "Action", "DoAction", .int32(1)) == .boolean(false))
    }
  }

  @Test func aSlidersValueIsReadAndSet() throws {
    try onBus { reader, stage in
      let slider = try reader.path("Volume")
      var values: [Double] = []
      stage.slider.onEvent(.valueChanged) { _ in values.append(stage.slider.value) }
      #expect(reader.property(slider, "Value", "MaximumValue") == .double(50))
      #expect(reader.set(slider, "Value", "CurrentValue", .double(20)).kind == .reply)
      #expect(reader.set(slider, "Value", "CurrentValue", .double(.nan)).kind == .error)
      #expect(reader.property(slider, "Value", "CurrentValue") == .double(20))
      #expect(reader.value(slider, "Action", "GetName", .int32(0)) == .string("increment"))
      #expect(reader.value(slider, "Action", "DoAction", .int32(0)) == .boolean(true))
      #expect(values == [20, 25])
    }
  }

  @Test func aFieldsTextIsReadAndChanged() throws {
    try onBus { reader, stage in
      let field = try reader.path("Name")
      stage.field.text = "e\u{301}a 🇩🇪"
      #expect(reader.property(field, "Text", "CharacterCount") == .int32(6))
      #expect(reader.value(field, "Text", "GetText", .int32(0), .int32(-1)) == .string("e\u{301}a 🇩🇪"))
      #expect(reader.value(field, "Text", "GetText", .int32(2), .int32(3)) == .string("a"))
      #expect(reader.value(field, "Text", "SetCaretOffset", .int32(3)) == .boolean(true))
      #expect(stage.field.selectedTextRange == 2..<2)
      #expect(reader.property(field, "Text", "CaretOffset") == .int32(3))
      let unit = reader.ask(field, "org.a11y.atspi.Text", "GetStringAtOffset", .int32(0), .uint32(1))
      #expect(unit.body == [.string("e\u{301}a "), .int32(0), .int32(4)])
      #expect(
        reader.value(field, "EditableText", "InsertText", .int32(2), .string("xyz"), .int32(2))
          == .boolean(true))
      #expect(stage.field.text == "e\u{301}xya 🇩🇪")
      #expect(reader.value(field, "EditableText", "DeleteText", .int32(0), .int32(3)) == .boolean(true))
      #expect(reader.value(field, "EditableText", "SetTextContents", .string("new")) == .boolean(true))
      #expect(stage.field.text == "new")
      stage.field.isSecureTextEntry = true
      #expect(reader.value(field, "Text", "GetText", .int32(0), .int32(-1)) == .string("•••"))
      #expect(reader.value(field, "Accessible", "GetRole") == .uint32(40))
    }
  }

  @Test func placesAreOfTheScreenTheWindowOrTheParent() throws {
    try onBus { reader, stage in
      stage.window.frame = Rect(5, 7, 300, 400)
      let button = try reader.path("Press")
      func numbers(_ values: [Int32]) -> DBusValue { .structure(values.map { .int32($0) }) }
      #expect(reader.value(button, "Component", "GetExtents", .uint32(0)) == numbers([15, 27, 100, 40]))
      #expect(reader.value(button, "Component", "GetExtents", .uint32(1)) == numbers([10, 20, 100, 40]))
      #expect(reader.ask(button, "org.a11y.atspi.Component", "GetExtents", .uint32(7)).kind == .error)
      let window = try reader.path("Panel")
      let found = reader.value(
        window, "Component", "GetAccessibleAtPoint", .int32(20), .int32(30), .uint32(1))
      #expect(found == .structure([.string(":1.7"), .path(button)]))
      #expect(
        reader.value(button, "Component", "Contains", .int32(9), .int32(30), .uint32(1)) == .boolean(false))
      let field = try reader.path("Name")
      #expect(reader.value(field, "Component", "GrabFocus") == .boolean(true))
      #expect(stage.field.isFirstResponder)
    }
  }

  @Test func allItemsComeAtOnceWithTheirSignature() throws {
    try onBus { reader, _ in
      let answer = reader.ask("/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems")
      #expect(answer.signature == "a((so)(so)(so)iiassusau)")
      let items = answer.body[0].elements ?? []
      // The application, its window and four elements.
      #expect(items.count == 6)
      let names = items.map { $0.elements?[6].string ?? "" }
      #expect(names.dropFirst() == ["Panel", "Press", "Größe", "Volume", "Name"])
    }
  }

  @Test func viewsThatAreGoneAreUnknownAndOthersGetNumbersOfTheirOwn() throws {
    try onBus { reader, stage in
      let path = "/org/a11y/atspi/accessible/"
      for wrong in ["99999", "-1", "x", "", "1/2"] {
        var call = DBusMessage(.call)
        (call.path, call.interface, call.member) = (path + wrong, "org.a11y.atspi.Accessible", "GetRole")
        (call.serial, call.sender) = (5000, ":1.9")
        guard DBusNames.isPath(path + wrong) else { continue }
        #expect(
          reader.ask(path + wrong, "org.a11y.atspi.Accessible", "GetRole").errorName
            == "org.freedesktop.DBus.Error.UnknownObject")
      }
      func add() -> UILabel {
        let label = UILabel(frame: Rect(0, 0, 10, 10))
        label.text = "short"
        stage.window.addSubview(label)
        return label
      }
      var label: UILabel? = add()
      let first = try reader.path("short")
      label?.removeFromSuperview()
      label = nil
      stage.application.run(for: .milliseconds(50))
      #expect(reader.ask(first, "org.a11y.atspi.Accessible", "GetRole").kind == .error)
      label = add()
      #expect(try reader.path("short") != first)
      label?.removeFromSuperview()
    }
  }

  // MARK: Events

  @Test func listenersAreNotifiedOfChanges() throws {
    try onBus(listeners: ["object:", "window:"]) { reader, stage in
      _ = reader.events()
      stage.button.setTitle("Go", for: .normal)
      #expect(reader.events() == ["Object:PropertyChange:accessible-name 0 0 Go"])
      stage.slider.value = 7
      #expect(reader.events() == ["Object:PropertyChange:accessible-value 0 0"])
      #expect(stage.field.becomeFirstResponder())
      #expect(
        reader.events() == ["Object:StateChanged:focused 0 0", "Object:StateChanged:focused 1 0"])
      stage.field.insertText("x")
      #expect(
        reader.events() == ["Object:TextChanged:insert 3 1 x", "Object:TextCaretMoved: 4 0"])
      stage.field.text = "Abc"
      #expect(
        reader.events().prefix(2) == [
          "Object:TextChanged:delete 1 3 dax", "Object:TextChanged:insert 1 2 bc",
        ])
      stage.label.isHidden = true
      #expect(reader.events().first == "Object:ChildrenChanged:remove 1 0")
      let other = UIWindow()
      other.accessibilityLabel = "Other"
      other.makeKeyAndVisible()
      let events = reader.events()
      #expect(events.contains("Window:Create: 0 0 Other"))
      #expect(
        events.contains("Window:Deactivate: 0 0 Panel") && events.contains("Window:Activate: 0 0 Other"))
      other.isHidden = true
      #expect(reader.events().contains("Window:Destroy: 0 0 Other"))
    }
  }

  @Test func onlyWhatIsListenedToIsSent() throws {
    try onBus(listeners: ["Object:StateChanged:Focused"]) { reader, stage in
      _ = reader.events()
      stage.button.setTitle("Go", for: .normal)
      #expect(reader.events() == [])
      #expect(stage.field.becomeFirstResponder())
      #expect(reader.events().count == 2)
      let event: [DBusValue] = [.string(":1.3"), .string("Object:StateChanged:Focused")]
      let registry = ("/org/a11y/atspi/registry", "org.a11y.atspi.Registry")
      reader.bus.send(.signal(registry.0, registry.1, "EventListenerDeregistered", event))
      _ = reader.events()
      stage.field.resignFirstResponder()
      #expect(reader.events() == [])
      // Nothing is looked at any more: the loop sleeps as without a bus.
      #expect(stage.loop.turns(in: .milliseconds(60)) < 5)
      reader.bus.send(
        .signal(registry.0, registry.1, "EventListenerRegistered", event + [.strings([])]))
      _ = reader.events()
      #expect(stage.field.becomeFirstResponder())
      #expect(reader.events().count == 2)
    }
  }

  /// A reader keeps names and children, and does not ask again: it is notified without listening, until it ends.
  @Test func aReaderIsNotifiedWithoutListeningUntilItEnds() throws {
    try onBus { reader, stage in
      #expect(reader.property(FakeReader.root, "Accessible", "Name") != nil)
      _ = reader.value(FakeReader.root, "Accessible", "GetChildren")
      _ = reader.events()
      stage.button.setTitle("Go", for: .normal)
      #expect(reader.events() == ["Object:PropertyChange:accessible-name 0 0 Go"])
      #expect(reader.rules.contains { $0.hasSuffix("arg0=':1.9'") })
      let gone: [DBusValue] = [.string(":1.9"), .string(":1.9"), .string("")]
      reader.bus.send(.signal("/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged", gone))
      _ = reader.events()
      stage.button.setTitle("Stop", for: .normal)
      #expect(reader.events() == [] && !reader.rules.contains { $0.hasSuffix("arg0=':1.9'") })
    }
  }

  @Test func theBusMayEnd() throws {
    try onBus { reader, stage in
      reader.bus.hangUp()
      stage.loop.runUntil { !reader.accessibility.isEmbedded }
      stage.button.setTitle("Go", for: .normal)
      stage.application.run(for: .milliseconds(20))
    }
  }
}
