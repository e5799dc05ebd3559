import HIDEvents
import TestHarness
import Testing

@testable import EventRouting

/// A window of a compositor that the test plays: pictures, sizes, scales and the end.
@Suite(.hangLimit) struct WaylandWindowTests {
  /// A connection with a window, and what its handler got.
  final class Stage {
    let compositor: FakeCompositor
    let display: WaylandDisplay
    let window: WaylandWindow
    var events: [WaylandWindow.Event] = []

    init(_ compositor: FakeCompositor = FakeCompositor(), width: Int = 40, height: Int = 30) throws {
      self.compositor = compositor
      display = try compositor.connect()
      window = try WaylandWindow(display, title: "Größe", name: "test", width: width, height: height)
      window.handler = { [weak self] in self?.events.append($0) }
      window.show()
    }

    /// A window that is shown and active, without the events of its beginning.
    static func active(_ compositor: FakeCompositor = FakeCompositor()) throws -> Stage {
      let stage = try Stage(compositor)
      stage.configure(states: [4])
      stage.put(1)
      stage.events = []
      return stage
    }

    func serve() {
      compositor.answer()
      display.serve()
      compositor.answer()
    }

    func configure(_ width: Int32 = 0, _ height: Int32 = 0, states: [UInt32] = []) {
      compositor.answer()
      compositor.configure(width, height, states: states)
      serve()
    }

    /// Puts a picture of one color, with one part of it as changed.
    func put(_ color: UInt32, _ part: PixelRect? = nil) {
      let (width, height) = (window.pixelWidth, window.pixelHeight)
      let pixels = [UInt32](repeating: color, count: width * height)
      window.put(
        pixels, stride: width, rows: height,
        parts: [part ?? PixelRect(x: 0, y: 0, width: width, height: height)])
      compositor.answer()
    }

    var words: [String] {
      events.map { event in
        switch event {
        case .input(let event): "\(event.payload)"
        case .resized(let width, let height): "resized \(width)x\(height)"
        case .scaled(let scale): "scaled \(scale)"
        case .beat: "beat"
        case .ready: "ready"
        case .closeRequested: "close"
        case .ended(let error): "ended \(error.map { "\($0)" } ?? "")"
        }
      }
    }

    func names() -> [String] { compositor.newRequests().map(\.name) }
  }

  @Test func aWindowIsAskedForAndPutsNothingBeforeItIsConfigured() throws {
    let stage = try Stage()
    let requests = stage.compositor.newRequests()
    #expect(requests.last?.name == "wl_surface.6")
    #expect(requests.contains { $0.name == "xdg_toplevel.2" && $0.body.count > 8 })
    #expect(requests.contains { $0.name == "xdg_toplevel.3" })
    #expect(!stage.window.isReady)
    stage.put(1)
    #expect(stage.names().isEmpty)
    stage.configure()
    #expect(stage.words == ["ready"] && stage.window.isReady)
    let answer = stage.compositor.newRequests()
    #expect(answer.map(\.name) == ["xdg_surface.4"] && answer[0].words == [77])
    #expect(stage.window.width == 40 && stage.window.height == 30)
  }

  @Test func aPictureIsInSharedMemoryAndTheNextWaitsForTheFrame() throws {
    let stage = try Stage()
    stage.configure()
    _ = stage.names()
    stage.put(0x11_2233)
    let names = stage.names()
    #expect(
      names == [
        "wl_shm.0", "wl_shm_pool.0", "wl_shm_pool.1", "wl_surface.1", "wl_surface.9", "wl_surface.3",
        "wl_surface.6",
      ])
    let first = stage.compositor.object("wl_buffer")
    #expect(stage.compositor.memory[first]?.word(0) == 0x11_2233)
    #expect(stage.compositor.memory[first]?.word(40 * 30 - 1) == 0x11_2233)
    #expect(!stage.window.isReady)
    stage.compositor.endFrames()
    stage.serve()
    #expect(stage.words == ["ready", "ready"] && stage.window.isReady)
    // The compositor still reads the first picture: the second is another one.
    stage.put(0x44_5566, PixelRect(x: 1, y: 2, width: 3, height: 4))
    let second = stage.compositor.object("wl_buffer")
    #expect(second != first)
    #expect(stage.compositor.memory[first]?.word(2 * 40 + 1) == 0x11_2233)
    let damage = stage.compositor.newRequests().first { $0.name == "wl_surface.9" }
    #expect(damage?.words == [1, 2, 3, 4])
    // Released, the first one gets what it has missed, and the part that changes now.
    stage.compositor.send(first, 0)
    stage.compositor.endFrames()
    stage.serve()
    stage.put(0x77_8899, PixelRect(x: 10, y: 10, width: 1, height: 1))
    #expect(stage.compositor.memory[first]?.word(2 * 40 + 1) == 0x77_8899)
    #expect(stage.compositor.memory[first]?.word(10 * 40 + 10) == 0x77_8899)
    #expect(stage.compositor.memory[first]?.word(0) == 0x11_2233)
  }

  @Test func aBeatIsTheCompositorsAndHoldsNoPictureUp() throws {
    let stage = try Stage()
    stage.configure()
    #expect(!stage.window.requestBeat(), "there is no picture")
    stage.put(1)
    stage.compositor.endFrames()
    stage.serve()
    stage.events = []
    _ = stage.names()
    #expect(stage.window.requestBeat() && stage.window.requestBeat())
    #expect(stage.names() == ["wl_surface.3", "wl_surface.6"])
    #expect(stage.window.isReady)
    stage.put(2)
    #expect(!stage.names().contains("wl_surface.3") && !stage.window.isReady)
    stage.compositor.endFrames()
    stage.serve()
    #expect(stage.words == ["beat", "ready"])
    stage.put(3)
    stage.compositor.send(stage.compositor.object("wl_buffer"), 0)
    stage.compositor.endFrames()
    stage.serve()
    #expect(stage.words == ["beat", "ready", "ready"])
    #expect(stage.window.beatInterval == .nanoseconds(16_666_666))
    // 144 hertz now, 30 in a mode that is not in use.
    let output = stage.compositor.object("wl_output")
    stage.compositor.send(output, 1) { for value in [1, 100, 100, 144_000] as [Int32] { $0.add(value) } }
    stage.compositor.send(output, 1) { for value in [0, 100, 100, 30_000] as [Int32] { $0.add(value) } }
    stage.serve()
    #expect(stage.window.beatInterval == .nanoseconds(6_944_444))
  }

  @Test func withoutReleasesNoFurtherPicturesAreMade() throws {
    let stage = try Stage()
    stage.configure()
    for _ in 0..<5 {
      stage.put(1)
      stage.compositor.endFrames()
      stage.serve()
    }
    #expect(stage.compositor.memory.count == 3)
    #expect(!stage.window.isReady)
    let count = stage.events.count
    stage.compositor.send(stage.compositor.object("wl_buffer"), 0)
    stage.serve()
    #expect(stage.window.isReady && stage.events.count == count + 1)
  }

  @Test func theCompositorsSizeIsAnsweredWithAPictureOfIt() throws {
    let stage = try Stage()
    stage.configure()
    stage.put(1)
    stage.events = []
    // The frame's callback is under way: a hidden window is resized all the same.
    stage.configure(100, 50, states: [1])
    #expect(stage.words == ["resized 100x50"] && stage.window.isReady)
    _ = stage.names()
    stage.put(2)
    let requests = stage.compositor.newRequests()
    #expect(requests.first { $0.name == "wl_shm_pool.0" }?.words.dropFirst(2) == [100, 50, 400, 1])
    #expect(requests.first { $0.name == "wp_viewport.2" }?.words == [100, 50])
    // Nothing new: an answer without a picture.
    stage.configure(100, 50)
    #expect(stage.names() == ["xdg_surface.4", "wl_surface.6"])
    // Left to the program: the size before.
    stage.configure(0, 0)
    #expect(stage.window.width == 40 && stage.window.height == 30)
  }

  @Test func activityAndFullScreenAreStates() throws {
    let stage = try Stage()
    stage.configure(40, 30, states: [2, 4])
    #expect(stage.window.isFullScreen && stage.window.isActive)
    #expect(stage.words.last == "system(HIDEvents.HIDEvent.System.didBecomeActive)")
    stage.configure(40, 30)
    #expect(!stage.window.isFullScreen && !stage.window.isActive)
    #expect(stage.words.last == "system(HIDEvents.HIDEvent.System.willResignActive)")
    _ = stage.names()
    stage.window.setFullScreen(true)
    stage.window.setFullScreen(false)
    stage.window.setMinimumSize(width: 320, height: 240)
    let requests = stage.compositor.newRequests()
    #expect(requests.map(\.name) == ["xdg_toplevel.11", "xdg_toplevel.12", "xdg_toplevel.8", "wl_surface.6"])
    #expect(requests[2].words == [320, 240])
  }

  @Test func whatTheUserHasTakenOutOfFullScreenCanBeMadeFullAgain() throws {
    let stage = try Stage()
    stage.configure()
    stage.window.setFullScreen(true)
    stage.configure(40, 30, states: [2])
    stage.configure(40, 30)
    _ = stage.names()
    stage.window.setFullScreen(true)
    #expect(stage.names() == ["xdg_toplevel.11"])
    // And what the user has made full is taken out of it.
    stage.configure(40, 30, states: [2])
    stage.configure(40, 30)
    stage.configure(40, 30, states: [2])
    _ = stage.names()
    stage.window.setFullScreen(false)
    #expect(stage.names() == ["xdg_toplevel.12"])
  }

  @Test func aProgramsSizeWaitsUntilTheCompositorHasNone() throws {
    let stage = try Stage()
    stage.configure(100, 50, states: [1])
    stage.window.resize(width: 60, height: 20)
    #expect(stage.window.width == 100 && stage.window.height == 50)
    stage.configure()
    #expect(stage.window.width == 60 && stage.window.height == 20)
    stage.window.resize(width: 70, height: 25)
    #expect(stage.words.last == "resized 70x25" && stage.window.isReady)
  }

  @Test func fractionalScalesMakeFinerPictures() throws {
    let stage = try Stage()
    stage.configure()
    stage.compositor.send("wp_fractional_scale_v1", 0, [180])
    stage.serve()
    #expect(stage.words.last == "scaled 1.5")
    #expect(stage.window.pixelWidth == 60 && stage.window.pixelHeight == 45)
    _ = stage.names()
    stage.put(1)
    let requests = stage.compositor.newRequests()
    #expect(requests.first { $0.name == "wl_shm_pool.0" }?.words.dropFirst(2) == [60, 45, 240, 1])
    #expect(requests.first { $0.name == "wp_viewport.2" }?.words == [40, 30])
    stage.compositor.send("wp_fractional_scale_v1", 0, [0])
    stage.serve()
    #expect(stage.words.last?.contains("a scale of 0") == true)
  }

  @Test func withoutViewportsTheScaleIsThatOfTheOutputs() throws {
    let compositor = FakeCompositor()
    compositor.globals = [
      ("wl_compositor", 4), ("wl_shm", 1), ("xdg_wm_base", 1), ("wl_output", 2), ("wl_output", 2),
    ]
    let stage = try Stage(compositor)
    stage.configure()
    let outputs = compositor.interfaces.filter { $0.value == "wl_output" }.keys.sorted()
    compositor.send(outputs[1], 3) { $0.add(3 as Int32) }
    stage.serve()
    #expect(stage.window.bufferScale == 1, "the window is not on it")
    compositor.send("wl_surface", 0, [outputs[0]])
    compositor.send("wl_surface", 0, [outputs[1]])
    stage.serve()
    #expect(stage.words.last == "scaled 3.0" && stage.window.pixelWidth == 120)
    _ = stage.names()
    stage.put(1)
    #expect(compositor.newRequests().first { $0.name == "wl_surface.8" }?.words == [3])
    // The output is unplugged.
    compositor.send("wl_registry", 1, [5])
    stage.serve()
    #expect(stage.words.last == "scaled 1.0")
  }

  @Test func pingsAreAnsweredAndTheUserMayClose() throws {
    let stage = try Stage()
    stage.configure()
    _ = stage.names()
    stage.compositor.send("xdg_wm_base", 0, [4711])
    stage.compositor.send("xdg_toplevel", 1)
    stage.serve()
    #expect(
      stage.compositor.requests.map(\.name) == ["xdg_wm_base.3"]
        && stage.compositor.requests[0].words == [4711])
    #expect(stage.words.last == "close" && stage.window.isOpen)
    stage.put(1)
    _ = stage.names()
    stage.window.close()
    #expect(stage.words.last == "ended " && !stage.window.isOpen)
    let names = stage.names()
    #expect(
      names == [
        "wp_fractional_scale_v1.0", "wp_viewport.0", "zxdg_toplevel_decoration_v1.0", "xdg_toplevel.0",
        "xdg_surface.0",
        "wl_surface.0", "wl_buffer.0",
      ])
    // Events that were under way are stale, and not wrong.
    #expect(stage.display.isOpen)
    stage.serve()
    #expect(stage.display.isOpen)
  }

  @Test func theEndIsReportedOnceWithItsReason() throws {
    let stage = try Stage()
    var ends: [WaylandError] = []
    stage.display.onEnd = { ends.append($0) }
    stage.compositor.send(1, 0) {
      $0.add(stage.window.surface)
      $0.add(3 as UInt32)
      $0.add("no such luck")
    }
    stage.compositor.hangUp()
    stage.display.serve()
    stage.display.serve()
    #expect(ends == [.rejected(interface: "wl_surface", code: 3, reason: "no such luck")])
    #expect(stage.words.count { $0.hasPrefix("ended") } == 1 && !stage.window.isOpen)
    let lost = try Stage()
    lost.compositor.hangUp()
    lost.display.serve()
    #expect(lost.words.last?.contains("has closed the connection") == true)
  }

  @Test func whatIsMissingIsSaid() throws {
    for missing in ["wl_compositor", "wl_shm", "xdg_wm_base"] {
      let compositor = FakeCompositor()
      compositor.globals.removeAll { $0.0 == missing }
      #expect {
        try compositor.connect()
      } throws: { error in
        if case .unsupported(let what)? = error as? WaylandError { return what.hasPrefix(missing) }
        return false
      }
    }
    let silent = FakeCompositor()
    silent.answersSync = false
    #expect(throws: WaylandError.timedOut("its globals")) { try silent.connect(timeout: .milliseconds(50)) }
    #expect(throws: WaylandError.cannotConnect(path: "/nonexistent/wayland", code: 2)) {
      try WaylandDisplay("/nonexistent/wayland")
    }
  }
}
