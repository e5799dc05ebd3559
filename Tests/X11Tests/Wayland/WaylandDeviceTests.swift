import HIDEvents
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// Pointers, touch screens and keyboards that have less than others, or are not alone.
@Suite(.hangLimit) struct WaylandDeviceTests {
  typealias Stage = WaylandWindowTests.Stage

  /// A compositor with two seats, and the objects of the first one.
  private static func twoSeats() throws -> (Stage, first: [String: UInt32]) {
    let compositor = FakeCompositor()
    compositor.globals.append(("wl_seat", 8))
    let stage = try Stage.active(compositor)
    var first: [String: UInt32] = [:]
    for name in ["wl_pointer", "wl_touch", "wl_keyboard"] {
      first[name] = compositor.interfaces.filter { $0.value == name }.keys.min()
    }
    return (stage, first)
  }

  private static func send(
    _ compositor: FakeCompositor, _ object: UInt32?, _ opcode: UInt16, _ words: [UInt32]
  ) {
    compositor.send(object ?? 0, opcode) { for word in words { $0.add(word) } }
  }

  // MARK: Keyboards

  @Test func aKeyThatTwoUsersHoldInAWindowIsReleasedWithTheSecond() throws {
    let (stage, first) = try Self.twoSeats()
    let keyboards = [first["wl_keyboard"], stage.compositor.object("wl_keyboard")]
    stage.compositor.keymap(WaylandInputTests.keymap)
    for keyboard in keyboards { Self.send(stage.compositor, keyboard, 1, [1, stage.window.surface, 0]) }
    for (keyboard, isDown) in [(0, 1), (1, 1), (0, 0), (1, 0)] as [(Int, UInt32)] {
      Self.send(stage.compositor, keyboards[keyboard], 3, [2, 10, 0x1E, isDown])
    }
    stage.serve()
    #expect(stage.events.keys.map(\.phase) == [.down, .repeated, .up])
  }

  // MARK: Pointers

  @Test func aCompositorThatEndsNoFramesScrollsWithEachEvent() throws {
    let compositor = FakeCompositor()
    compositor.globals = compositor.globals.map { $0.0 == "wl_seat" ? ("wl_seat", 4) : $0 }
    let stage = try Stage.active(compositor)
    compositor.send("wl_pointer", 0, [9, stage.window.surface, 0, 0])
    compositor.send("wl_pointer", 4, [1, 0, fixed(10)])
    compositor.send("wl_pointer", 4, [2, 1, fixed(-4)])
    stage.serve()
    #expect(stage.events.scrolls == [[0, -10], [4, 0]])
  }

  /// The first version that ends frames: its events are added up.
  @Test func whatOneFrameHasAddsUp() throws {
    let compositor = FakeCompositor()
    compositor.globals = compositor.globals.map { $0.0 == "wl_seat" ? ("wl_seat", 5) : $0 }
    let stage = try Stage.active(compositor)
    compositor.send("wl_pointer", 0, [9, stage.window.surface, 0, 0])
    for _ in 0..<2 {
      compositor.send("wl_pointer", 4, [1, 0, fixed(10)])
      compositor.send("wl_pointer", 4, [1, 1, fixed(-4)])
    }
    compositor.send("wl_pointer", 5)
    // Two notches of a wheel each way, in steps.
    for _ in 0..<2 {
      compositor.send("wl_pointer", 8, [0, 1])
      compositor.send("wl_pointer", 8, [1, 1])
    }
    compositor.send("wl_pointer", 5)
    // Nothing is left of either.
    compositor.send("wl_pointer", 5)
    stage.serve()
    let step = stage.window.wheelStep
    #expect(stage.events.scrolls == [[8, -20], [-2 * step, -2 * step]])
  }

  @Test func aTouchsRadiusIsInPointsAndItsNumberOneOfMany() throws {
    let stage = try Stage.active()
    let (compositor, surface) = (stage.compositor, stage.window.surface)
    stage.window.scale = 2
    for touch in 0..<300 as Range<UInt32> { compositor.send("wl_touch", 0, [1, 10, surface, touch, 0, 0]) }
    compositor.send("wl_touch", 3)
    // Some are read at a time.
    for _ in 0..<20 { stage.serve() }
    #expect(stage.events.contacts.flatMap { $0 }.count == 256)
    stage.events = []
    compositor.send("wl_touch", 5, [0, fixed(8), fixed(4)])
    compositor.send("wl_touch", 2, [11, 0, fixed(30), fixed(40)])
    compositor.send("wl_touch", 3)
    stage.serve()
    #expect(stage.events.contacts.first?.first?.radius == 1.5)
  }

  @Test func aPadScrollsByPoints() throws {
    let stage = try Stage.active()
    stage.window.scale = 2
    stage.compositor.send("wl_pointer", 0, [9, stage.window.surface, 0, 0])
    stage.compositor.send("wl_pointer", 4, [1, 0, fixed(10)])
    stage.compositor.send("wl_pointer", 4, [1, 1, fixed(-4)])
    stage.compositor.send("wl_pointer", 5)
    stage.serve()
    #expect(stage.events.scrolls == [[2, -5]])
  }

  @Test func buttonsBesideTheWheelGoBackAndForward() throws {
    let stage = try Stage.active()
    stage.compositor.send("wl_pointer", 0, [9, stage.window.surface, 0, 0])
    for code in [0x112, 0x113, 0x114, 0x115, 0x116, 0x117] as [UInt32] {
      stage.compositor.send("wl_pointer", 3, [10, 2, code, 1])
      stage.compositor.send("wl_pointer", 3, [11, 3, code, 0])
    }
    stage.serve()
    let began = stage.events.contacts.flatMap { $0 }.filter { $0.phase == .began }
    #expect(began.map(\.buttons.rawValue) == [HIDEvent.Contact.Buttons.middle.rawValue, 8, 16, 16, 8])
  }

  @Test func pointersAndTouchesOfTwoSeatsAreContactsOfTheirOwn() throws {
    let (stage, first) = try Self.twoSeats()
    let (compositor, surface) = (stage.compositor, stage.window.surface)
    for pointer in [first["wl_pointer"], compositor.object("wl_pointer")] {
      Self.send(compositor, pointer, 0, [9, surface, 0, 0])
      Self.send(compositor, pointer, 3, [10, 2, 0x110, 1])
    }
    // The second touch of one seat, and the first one of the other.
    for (touch, number) in [
      (first["wl_touch"], 0), (first["wl_touch"], 1), (compositor.object("wl_touch"), 0),
    ]
      as [(UInt32?, UInt32)]
    {
      Self.send(compositor, touch, 0, [1, 10, surface, number, 0, 0])
      Self.send(compositor, touch, 3, [])
    }
    stage.serve()
    let began = stage.events.contacts.flatMap { $0 }
    #expect(began.map(\.phase) == [.began, .began, .began, .began, .began])
    #expect(Set(began.map(\.identity)).count == 5)
  }

  @Test func theArrowOfThisSideHasPixelsAndIsShown() throws {
    let compositor = FakeCompositor()
    compositor.globals.removeAll { $0.0 == "wp_cursor_shape_manager_v1" }
    let stage = try Stage.active(compositor)
    _ = compositor.newRequests()
    compositor.send("wl_pointer", 0, [9, stage.window.surface, 0, 0])
    stage.serve()
    let surface = try #require(compositor.requests.first { $0.name == "wl_pointer.0" }).words[1]
    let own = compositor.requests.filter { $0.object == surface }.map(\.name)
    #expect(own == ["wl_surface.1", "wl_surface.2", "wl_surface.6"])
    let memory = try #require(compositor.memory[compositor.object("wl_buffer")])
    #expect(Set((0..<12 * 19).map { memory.word($0) }).count > 1)
  }

  // MARK: Touches

  @Test func aTouchThatMovesAtOnceHasComeDownBefore() throws {
    let stage = try Stage.active()
    stage.compositor.send("wl_touch", 0, [1, 10, stage.window.surface, 0, fixed(1), fixed(2)])
    stage.compositor.send("wl_touch", 2, [10, 0, fixed(3), fixed(4)])
    stage.compositor.send("wl_touch", 2, [10, 0, fixed(5), fixed(6)])
    stage.compositor.send("wl_touch", 3)
    stage.serve()
    let frames = stage.events.contacts
    #expect(frames.map { $0.map(\.phase) } == [[.began], [.moved]])
    #expect(frames.last?.first.map { [$0.x, $0.y] } == [5, 6])
  }

  @Test func touchesOfOneMomentInTwoWindowsAreEachWindowsOwn() throws {
    let stage = try Stage.active()
    let other = try WaylandWindow(stage.display, title: "other", width: 40, height: 30)
    var others: [WaylandWindow.Event] = []
    other.handler = { others.append($0) }
    for (touch, surface) in [(0, stage.window.surface), (1, other.surface)] as [(UInt32, UInt32)] {
      stage.compositor.send("wl_touch", 0, [1, 10, surface, touch, fixed(Double(touch)), 0])
    }
    stage.compositor.send("wl_touch", 3)
    stage.serve()
    #expect(stage.events.contacts.map { $0.map(\.x) } == [[0]])
    #expect(others.contacts.map { $0.map(\.x) } == [[1]])
  }

  // MARK: Keys

  @Test func aLockThatIsOnCounts() throws {
    let stage = try Stage.active()
    stage.compositor.keymap(WaylandInputTests.keymap)
    stage.compositor.send("wl_keyboard", 1, [1, stage.window.surface, 0])
    // Held, latched and locked: Shift in each place, then Caps Lock.
    for modifiers in [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 2], [0, 0, 0]] as [[UInt32]] {
      stage.compositor.send("wl_keyboard", 4, [2] + modifiers + [0])
      stage.compositor.send("wl_keyboard", 3, [3, 5, 30, 1])
      stage.compositor.send("wl_keyboard", 3, [4, 6, 30, 0])
    }
    stage.serve()
    let downs = stage.events.keys.filter { $0.phase == .down }
    #expect(downs.map(\.characters) == ["A", "A", "A", "A", "a"])
  }

  @Test func aHeldKeyRepeatsUntilItGoesUpOrTheUserSwitchesThatOff() throws {
    try onFreshThread(SimulatedClock()) {
      let stage = try Stage.active()
      let loop = RunLoop.current
      try stage.display.attach(to: loop)
      let compositor = stage.compositor
      compositor.keymap(WaylandInputTests.keymap)
      compositor.send("wl_keyboard", 5, [20, 300])
      compositor.send("wl_keyboard", 1, [1, stage.window.surface, 0])
      for code in [16, 30] as [UInt32] { compositor.send("wl_keyboard", 3, [3, 0, code, 1]) }
      stage.serve()
      func repeats() -> Int {
        stage.events = []
        loop.run(for: .milliseconds(500))
        return stage.events.keys.count { $0.phase == .repeated && $0.characters == "a" }
      }
      #expect(repeats() > 2)
      // Another one goes up.
      compositor.send("wl_keyboard", 3, [3, 0, 16, 0])
      stage.serve()
      #expect(repeats() > 2)
      compositor.send("wl_keyboard", 5, [0, 300])
      stage.serve()
      #expect(repeats() == 0)
      stage.display.close()
    }
  }

  @Test func aKeyThatIsDownWhenTheKeymapChangesIsCancelled() throws {
    let stage = try Stage.active()
    stage.compositor.keymap(WaylandInputTests.keymap)
    stage.compositor.send("wl_keyboard", 1, [1, stage.window.surface, 0])
    stage.compositor.send("wl_keyboard", 3, [3, 5, 30, 1])
    stage.compositor.keymap(WaylandInputTests.keymap)
    stage.compositor.send("wl_keyboard", 3, [3, 5, 30, 0])
    stage.serve()
    #expect(stage.events.keys.map(\.phase) == [.down, .cancelled])
  }

  @Test func keysThatXDoesNotNumberAreIgnored() throws {
    let stage = try Stage.active()
    stage.compositor.send("wl_keyboard", 1, [1, stage.window.surface, 0])
    for code in [247, 248, 255, 256, .max] as [UInt32] {
      stage.compositor.send("wl_keyboard", 3, [3, 5, code, 1])
    }
    stage.serve()
    #expect(stage.events.keys.count == 1 && stage.display.isOpen)
  }
}
