import HIDEvents
import TestHarness
import Testing

@testable import EventRouting

/// A pointer that leaves, enters again, or is taken away, while a button is down or a frame has not ended.
@Suite(.hangLimit) struct WaylandPointerTests {
  /// A window in which the pointer is, and what a compositor says of it.
  private final class Place {
    let stage: WaylandWindowTests.Stage
    var compositor: FakeCompositor { stage.compositor }
    var surface: UInt32 { stage.window.surface }

    init(_ compositor: FakeCompositor = FakeCompositor()) throws {
      stage = try .active(compositor)
      enter()
      _ = take()
    }

    func enter(_ surface: UInt32? = nil, serial: UInt32 = 9, x: Double = 1, y: Double = 2) {
      compositor.send("wl_pointer", 0, [serial, surface ?? self.surface, fixed(x), fixed(y)])
    }
    func leave(_ surface: UInt32? = nil) { compositor.send("wl_pointer", 1, [14, surface ?? self.surface]) }
    func move(_ x: Double) { compositor.send("wl_pointer", 2, [3, fixed(x), fixed(2)]) }
    func press(_ code: UInt32 = 0x110, isDown: Bool = true) {
      compositor.send("wl_pointer", 3, [10, 2, code, isDown ? 1 : 0])
    }
    func scroll(_ distance: Double) { compositor.send("wl_pointer", 4, [1, 0, fixed(distance)]) }
    func endFrame() { compositor.send("wl_pointer", 5) }

    /// The window's events since the last call: phases of the pointer, of the contact, how far was scrolled.
    func take() -> [String] {
      stage.serve()
      defer { stage.events = [] }
      return stage.events.payloads.map { payload in
        switch payload {
        case .pointer(let pointer) where pointer.phase == .scrolled: "scrolled \(pointer.scrollY)"
        case .pointer(let pointer): "\(pointer.phase)"
        case .digitizer(let contacts): contacts.map { "\($0.phase) \($0.buttons.rawValue)" }.joined()
        default: "\(payload)"
        }
      }
    }
  }

  @Test func aPressEndsWithTheLeaveAndItsReleaseIsLate() throws {
    let place = try Place()
    place.press()
    place.press(0x111)
    place.leave()
    #expect(place.take() == ["began 1", "moved 3", "cancelled 0", "left"])
    place.press(0x111, isDown: false)
    place.press(isDown: false)
    place.press()
    place.move(5)
    place.scroll(1)
    place.endFrame()
    #expect(place.take() == [], "nothing is under the pointer")
    place.enter()
    place.move(6)
    place.press(isDown: false)
    place.press()
    place.press()
    #expect(place.take() == ["entered", "moved", "began 1"])
  }

  @Test func leavingAnotherSurfaceIsIgnored() throws {
    let place = try Place()
    place.leave(4242)
    place.move(3)
    #expect(place.take() == ["moved"])
  }

  @Test func aPointerThatEntersTwiceLeavesInBetweenAndItsPictureHasTheNewSerial() throws {
    let place = try Place()
    place.press()
    place.enter(serial: 21)
    #expect(place.take() == ["began 1", "cancelled 0", "left", "entered"])
    let shown = place.compositor.newRequests().filter { $0.name == "wp_cursor_shape_device_v1.1" }
    #expect(shown.last?.words == [21, 1])
    // Of a surface that is none of this side's.
    place.enter(4242, serial: 22)
    #expect(place.take() == ["left"])
    place.move(3)
    #expect(place.take() == [])
  }

  @Test func whatWasScrolledInAFrameThatDoesNotEndIsForgottenWithTheLeave() throws {
    let place = try Place()
    place.scroll(8)
    place.leave()
    place.endFrame()
    place.enter()
    place.endFrame()
    #expect(place.take() == ["left", "entered"])
    // In one frame; the second enter has no leave before it.
    place.scroll(8)
    place.leave()
    place.enter()
    place.scroll(2)
    place.endFrame()
    place.endFrame()
    #expect(place.take() == ["left", "entered", "scrolled -2.0"])
    place.scroll(8)
    place.enter()
    place.endFrame()
    #expect(place.take() == ["left", "entered"])
    // Nowhere: it is not of the next window.
    place.leave()
    place.scroll(8)
    place.enter()
    place.endFrame()
    #expect(place.take() == ["left", "entered"])
  }

  @Test func aFrameScrollsOnceAndOnlyIfItsSumIsNotNothing() throws {
    let place = try Place()
    place.scroll(8)
    place.scroll(-8)
    place.endFrame()
    // Notches, to and fro.
    for parts in [120, -120] as [Int32] {
      place.compositor.send("wl_pointer", 9, [0, UInt32(bitPattern: parts)])
    }
    place.endFrame()
    #expect(place.take() == [])
    // A frame that never ends adds up, and ends with the next one.
    for _ in 0..<1000 { place.scroll(0.5) }
    #expect(place.take() == [])
    place.endFrame()
    place.endFrame()
    #expect(place.take() == ["scrolled -500.0"])
  }

  @Test func anApplicationThatIsNotActiveAnyMoreHasDroppedThePress() throws {
    let place = try Place()
    place.press()
    #expect(place.take() == ["began 1"])
    place.stage.configure()
    _ = place.take()
    place.press(isDown: false)
    place.move(4)
    place.leave()
    #expect(place.take() == ["moved", "left"], "its receiver has cancelled the contact itself")
  }

  @Test func whatHappensToAnotherWindowIsNotThePointers() throws {
    let place = try Place()
    let other = try WaylandWindow(place.stage.display, title: "other", name: "test", width: 4, height: 3)
    other.show()
    place.stage.serve()
    place.compositor.configure(4, 3, states: [4])
    place.press()
    #expect(place.take() == ["began 1"])
    // It is not active any more, and closed.
    place.compositor.configure(4, 3)
    place.move(5)
    #expect(place.take() == ["moved 1"])
    other.close()
    place.move(6)
    place.press(isDown: false)
    #expect(place.take() == ["moved 1", "ended 0"])
  }

  @Test func aPointerThatIsTakenAwayLeaves() throws {
    let place = try Place()
    place.press()
    place.compositor.send("wl_seat", 0, [6])
    #expect(place.take() == ["began 1", "cancelled 0", "left"])
    #expect(place.compositor.newRequests().contains { $0.name == "wl_pointer.1" })
  }

  @Test func aPointerThatIsTakenAwayLeavesTheTitleBar() throws {
    let stage = try WaylandTitleBarTests.Stage()
    stage.show()
    stage.enter(stage.bar, 400 - 50, 16)
    #expect(stage.looks.last?.hovered == .maximize)
    stage.compositor.send("wl_seat", 0, [6])
    stage.window.serve()
    stage.compositor.endFrames()
    stage.window.serve()
    #expect(stage.looks.last?.hovered == nil)
  }

  @Test func whatWasScrolledOverTheTitleBarIsNotTheWindows() throws {
    let stage = try WaylandTitleBarTests.Stage()
    stage.show()
    stage.enter(stage.bar, 50, 10)
    stage.compositor.send("wl_pointer", 4, [1, 0, fixed(8)])
    stage.enter(stage.window.window.surface, 5, 5)
    stage.compositor.send("wl_pointer", 5)
    stage.window.serve()
    #expect(stage.window.events.pointers.map(\.phase) == [.entered])
  }
}
