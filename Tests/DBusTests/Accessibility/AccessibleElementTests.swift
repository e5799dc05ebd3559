import ResponderKit
import TestSupport
import Testing

@testable import AccessibilityBus
@testable import DBus

/// Elements without views, custom actions and posted notifications, as a reader of the desktop has them.
@Suite(.hangLimit) struct AccessibleElementTests {
  private static func add(_ stage: AccessibleStage, _ label: String) -> UIAccessibilityElement {
    let view = UIView(frame: Rect(100, 200, 50, 50))
    stage.window.rootViewController?.view.addSubview(view)
    let element = UIAccessibilityElement(accessibilityContainer: view)
    element.accessibilityLabel = label
    element.accessibilityTraits = .adjustable
    element.accessibilityFrameInContainerSpace = Rect(10, 0, 20, 30)
    view.accessibilityElements = [element]
    return element
  }

  @Test func anElementHasAPathAPlaceAndActions() throws {
    try onBus { reader, stage in
      let element = Self.add(stage, "Bar")
      var done = 0
      element.accessibilityCustomActions = [
        UIAccessibilityCustomAction(name: "Remove") { _ in
          done += 1
          return true
        }
      ]
      let path = try reader.path("Bar")
      #expect(reader.value(path, "Accessible", "GetRoleName")?.string == "slider")
      #expect(
        reader.value(path, "Component", "GetExtents", .uint32(0))?.elements?.map(\.int32) == [
          110, 200, 20, 30,
        ])
      #expect(
        (0..<3).map { reader.value(path, "Action", "GetName", .int32($0))?.string } == [
          "increment", "decrement", "Remove",
        ])
      #expect(reader.value(path, "Action", "DoAction", .int32(2))?.boolean == true && done == 1)
      let window = reader.value(FakeReader.root, "Accessible", "GetChildren")?.elements?.first?.elements?.last
      let found = reader.value(
        try #require(window?.string), "Component", "GetAccessibleAtPoint", .int32(115), .int32(210),
        .uint32(0))
      #expect(found?.elements?.last?.string == path)
    }
  }

  /// AT-SPI's numbers: a window's layer is 7, a widget's 3.
  @Test func aWindowHasALayerOfItsOwn() throws {
    try onBus { reader, stage in
      _ = Self.add(stage, "Bar")
      let windows = reader.value(FakeReader.root, "Accessible", "GetChildren")?.elements
      let window = try #require(windows?.first?.elements?.last?.string)
      #expect(reader.value(window, "Component", "GetLayer")?.uint32 == 7)
      #expect(reader.value(try reader.path("Bar"), "Component", "GetLayer")?.uint32 == 3)
      #expect(reader.value(try reader.path("Bar"), "Component", "GetAlpha")?.content == .double(1))
    }
  }

  @Test func anAnnouncementIsForListenersOnly() throws {
    for (listeners, wanted) in [(["object:announcement"], ["Object:Announcement: 1 0 Saved"]), ([], [])] {
      try onBus(listeners: listeners) { reader, stage in
        _ = reader.value(FakeReader.root, "Accessible", "GetChildren")
        _ = reader.events()
        reader.accessibility.announce("Saved")
        #expect(reader.events() == wanted)
      }
    }
  }

  @Test func readersAreMovedToAnElementUntilTheFirstResponderChanges() throws {
    try onBus(listeners: ["object:state-changed:focused"]) { reader, stage in
      let element = Self.add(stage, "Bar")
      let path = try reader.path("Bar")
      _ = reader.events()
      UIAccessibility.post(notification: .layoutChanged, argument: element)
      #expect(reader.events().last == "Object:StateChanged:focused 1 0")
      let states = reader.value(path, "Accessible", "GetState")?.elements?.first?.uint32 ?? 0
      #expect(states & 1 << 12 != 0)
      #expect(stage.field.becomeFirstResponder())
      #expect(reader.events() == ["Object:StateChanged:focused 0 0", "Object:StateChanged:focused 1 0"])
      // An element that is not shown is none to be at.
      UIAccessibility.post(notification: .screenChanged, argument: UILabel("x"))
      #expect(reader.events() == [])
    }
  }
}
