import HIDEvents
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// Outputs and seats that change, or have less than others; and a compositor that reads late.
@Suite(.hangLimit) struct WaylandSeatAndOutputTests {
  typealias Stage = WaylandWindowTests.Stage

  @Test func aWindowFollowsANewScaleOfItsOutput() throws {
    let compositor = FakeCompositor()
    compositor.globals = [("wl_compositor", 4), ("wl_shm", 1), ("xdg_wm_base", 1), ("wl_output", 2)]
    let stage = try Stage(compositor)
    stage.configure()
    compositor.send("wl_surface", 0, [compositor.object("wl_output")])
    stage.serve()
    #expect(stage.window.bufferScale == 1)
    compositor.send("wl_output", 3, [2])
    stage.serve()
    #expect(stage.words.last == "scaled 2.0" && stage.window.pixelWidth == 80)
  }

  /// A window on the first of two outputs of an old compositor: 60 hertz, and 120 with two pixels per unit.
  private static func twoOutputs(version: UInt32 = 2) throws -> (Stage, [UInt32]) {
    let compositor = FakeCompositor()
    compositor.globals = [
      ("wl_compositor", 4), ("wl_shm", 1), ("xdg_wm_base", 1), ("wl_output", version), ("wl_output", version),
    ]
    let stage = try Stage(compositor)
    stage.configure()
    let outputs = compositor.interfaces.filter { $0.value == "wl_output" }.keys.sorted()
    let modes: [(scale: Int32, rate: Int32)] = [(1, 60_000), (2, 120_000)]
    for (output, mode) in zip(outputs, modes) {
      compositor.send(output, 1) { for value in [1, 100, 100, mode.rate] as [Int32] { $0.add(value) } }
      compositor.send(output, 3) { $0.add(mode.scale) }
    }
    compositor.send("wl_surface", 0, [outputs[0]])
    stage.serve()
    return (stage, outputs)
  }

  @Test func aWindowHasTheScaleAndThePaceOfTheOutputsThatItIsOn() throws {
    let (stage, outputs) = try Self.twoOutputs()
    let (slow, fast) = (Duration.nanoseconds(16_666_666), Duration.nanoseconds(8_333_333))
    #expect(stage.window.bufferScale == 1 && stage.window.beatInterval == slow)
    stage.compositor.send("wl_surface", 0, [outputs[1]])
    stage.serve()
    #expect(stage.window.bufferScale == 2 && stage.window.beatInterval == fast)
    stage.compositor.send("wl_surface", 1, [outputs[1]])
    stage.serve()
    #expect(stage.window.bufferScale == 1 && stage.window.beatInterval == slow)
    #expect(stage.words.last == "scaled 1.0")
    // On none: as fast as any.
    stage.compositor.send("wl_surface", 1, [outputs[0]])
    stage.serve()
    #expect(stage.window.beatInterval == fast)
  }

  @Test func onlyTheModeThatAnOutputUsesIsItsPace() throws {
    let (stage, outputs) = try Self.twoOutputs()
    for (flags, interval) in [(2, 16_666_666), (3, 33_333_333)] as [(Int32, Int64)] {
      stage.compositor.send(outputs[0], 1) { for value in [flags, 100, 100, 30_000] { $0.add(value) } }
      stage.serve()
      #expect(stage.window.beatInterval == .nanoseconds(interval))
    }
  }

  @Test(arguments: [2, 3] as [UInt32])
  func anUnpluggedOutputIsReleasedWhereThatIsKnown(version: UInt32) throws {
    let (stage, _) = try Self.twoOutputs(version: version)
    _ = stage.compositor.newRequests()
    stage.compositor.send("wl_registry", 1, [5])
    stage.serve()
    #expect(stage.compositor.requests.count { $0.name == "wl_output.0" } == (version >= 3 ? 1 : 0))
  }

  @Test(arguments: [2, 3, 4, 5, 9] as [UInt32])
  func aSeatThatIsGoneIsReleasedWhereThatIsKnown(version: UInt32) throws {
    let compositor = FakeCompositor()
    compositor.globals = compositor.globals.map { $0.0 == "wl_seat" ? ("wl_seat", version) : $0 }
    let stage = try Stage(compositor)
    stage.configure()
    let seat = try #require(compositor.globals.firstIndex { $0.0 == "wl_seat" }) + 1
    // No version is asked for whose events are not known.
    let bound = compositor.requests.first { $0.name == "wl_registry.0" && $0.words[0] == UInt32(seat) }
    #expect(bound?.words.suffix(2).first == min(version, 8))
    _ = compositor.newRequests()
    compositor.send("wl_registry", 1, [UInt32(seat)])
    stage.serve()
    let names = compositor.requests.map(\.name)
    #expect(names.contains("wl_seat.3") == (version >= 5))
    for device in ["wl_pointer.1", "wl_keyboard.0", "wl_touch.0"] {
      #expect(names.contains(device) == (version >= 3), "\(device)")
    }
  }

  @Test func aFractionIsPreferredToTheWholeScaleAroundIt() throws {
    let stage = try Stage()
    stage.configure()
    stage.compositor.send("wp_fractional_scale_v1", 0, [180])
    stage.compositor.send("wl_surface", 2, [2])
    stage.serve()
    #expect(stage.words.last == "scaled 1.5" && stage.window.bufferScale == 1.5)
    // Without fractions the whole one counts.
    let compositor = FakeCompositor()
    compositor.globals.removeAll { $0.0 == "wp_fractional_scale_manager_v1" }
    let other = try Stage(compositor)
    other.configure()
    compositor.send("wl_surface", 2, [2])
    other.serve()
    #expect(other.window.bufferScale == 2)
  }

  @Test func aSeatWithoutAKeyboardPastes() throws {
    try onFreshThread {
      let compositor = FakeCompositor()
      compositor.capabilities = 1
      let display = try compositor.connect()
      try display.attach(to: RunLoop.current)
      compositor.answer()
      compositor.offer(SelectionPlace.first, ["TEXT"])
      RunLoop.current.settle()
      var texts: [String?] = []
      try #require(display.selection(.clipboard)).read { texts.append($0) }
      RunLoop.current.settle()
      compositor.answer()
      #expect(compositor.wanted.map(\.type) == ["TEXT"] && texts.isEmpty && display.isOpen)
      display.close()
    }
  }

  @Test func copyAndPasteAreThoseOfTheFirstSeatThatIsThere() throws {
    let compositor = FakeCompositor()
    compositor.globals.append(("wl_seat", 9))
    let display = try compositor.connect()
    compositor.answer()
    let seats = compositor.interfaces.filter { $0.value == "wl_seat" }.keys.sorted()
    #expect(seats.count == 2)
    func seatsOfDevices() -> [[UInt32]] {
      ["wl_data_device_manager.1", "zwp_primary_selection_device_manager_v1.1"].map { name in
        compositor.requests.filter { $0.name == name }.map { $0.words[1] }
      }
    }
    #expect(seatsOfDevices() == [[seats[0]], [seats[0]]])
    // The second one becomes the first.
    let first = try #require(compositor.globals.firstIndex { $0.0 == "wl_seat" }) + 1
    compositor.send("wl_registry", 1, [UInt32(first)])
    display.serve()
    compositor.answer()
    #expect(seatsOfDevices() == [seats, seats])
    display.close()
  }

  @Test func whatWaitedForRoomIsSentByTheLoop() throws {
    try onFreshThread {
      let stage = try Stage()
      let loop = RunLoop.current
      try stage.display.attach(to: loop)
      stage.configure()
      _ = stage.compositor.newRequests()
      // Each is answered, and the answers are not read for a while.
      var asked = 0
      while !stage.display.connection.waitsForWriting, asked < 100_000 {
        for _ in 0..<50 { stage.compositor.send("xdg_wm_base", 0, [1]) }
        asked += 50
        stage.display.serve()
      }
      #expect(stage.display.connection.waitsForWriting && stage.display.isOpen)
      var answers = 0
      for _ in 0..<1000 where answers < asked {
        loop.run(mode: .default, for: .milliseconds(2), returnAfterSourceHandled: true)
        answers += stage.compositor.newRequests().count
      }
      #expect(answers == asked && !stage.display.connection.waitsForWriting)
      let turns = loop.turns(in: .milliseconds(50))
      #expect(turns < 10, "no spin")
      stage.display.close()
    }
  }

  @Test func closingByThisSideIsNoEndToReport() throws {
    let stage = try Stage()
    stage.configure()
    var ends: [WaylandError] = []
    stage.display.onEnd = { ends.append($0) }
    stage.display.close()
    #expect(ends.isEmpty && stage.display.end == .closed && !stage.display.isOpen)
    #expect(stage.words.count { $0.hasPrefix("ended") } == 1)
  }
}
