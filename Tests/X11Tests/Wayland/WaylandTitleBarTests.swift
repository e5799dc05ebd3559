import HIDEvents
import TestHarness
import Testing

@testable import EventRouting

/// The frame of a window on a compositor that draws none: what is shown, and what is asked of the compositor.
@Suite(.hangLimit) struct WaylandTitleBarTests {
  /// A window with a title bar, and the looks that were painted.
  final class Stage {
    let window: WaylandWindowTests.Stage
    var looks: [TitleBarLook] = []
    var compositor: FakeCompositor { window.compositor }
    /// The surfaces of the bar and of its edges.
    let (bar, edges): (UInt32, UInt32)

    /// `mode` is the compositor's answer about the frame: 1 leaves it to this side; nil: it has no such protocol.
    init(mode: UInt32? = 1, without missing: Set<String> = [], width: Int = 400, height: Int = 300) throws {
      let compositor = FakeCompositor()
      compositor.globals.removeAll { missing.contains($0.0) }
      if mode == nil { compositor.globals.removeAll { $0.0 == "zxdg_decoration_manager_v1" } }
      let window = try WaylandWindowTests.Stage(compositor, width: width, height: height)
      self.window = window
      compositor.answer()
      let looks = Looks()
      window.window.drawTitleBar { look in
        looks.take?(look)
        return [UInt32](repeating: 0xAABBCC, count: look.pixelWidth * look.pixelHeight)
      }
      window.display.flush()
      compositor.answer()
      let surfaces = compositor.requests.filter { $0.name == "wl_subcompositor.1" }.map { $0.words[1] }
      (bar, edges) = (surfaces.first ?? 0, surfaces.last ?? 0)
      if let mode { compositor.send("zxdg_toplevel_decoration_v1", 0, [mode]) }
      looks.take = { [weak self] in self?.looks.append($0) }
    }

    private final class Looks { var take: ((TitleBarLook) -> Void)? }

    /// Configures the window and puts its picture.
    func show(_ width: Int32 = 0, _ height: Int32 = 0, states: [UInt32] = [4]) {
      window.configure(width, height, states: states)
      window.put(1)
      compositor.endFrames()
      window.serve()
    }

    /// The pointer comes to a place of a surface.
    func enter(_ surface: UInt32, _ x: Double, _ y: Double) {
      compositor.send("wl_pointer", 0, [5, surface, fixed(x), fixed(y)])
      window.serve()
    }

    func press(_ code: UInt32 = 0x110, isDown: Bool = true, time: UInt32 = 1000) {
      compositor.send("wl_pointer", 3, [91, time, code, isDown ? 1 : 0])
      window.serve()
    }

    /// Requests of the window since the last call.
    func asked() -> [FakeCompositor.Request] {
      compositor.newRequests().filter { $0.interface == "xdg_toplevel" }
    }

    var seat: UInt32 { compositor.object("wl_seat") }
  }

  @Test func aCompositorWithoutFramesGetsABarAboveTheContent() throws {
    for mode in [1, nil] as [UInt32?] {
      let stage = try Stage(mode: mode)
      stage.show()
      #expect(stage.looks.count == 1)
      let look = try #require(stage.looks.first)
      #expect(look.width == 400 && look.title == "Größe" && look.isActive && !look.isMaximized)
      #expect(look.buttons == [.minimize, .maximize, .close] && look.hovered == nil)
      let requests = stage.compositor.newRequests()
      #expect(requests.contains { $0.name == "wl_subsurface.1" && $0.words == [0, UInt32(bitPattern: -32)] })
      // The window with its bar; the content keeps its size.
      let geometry = requests.first { $0.name == "xdg_surface.3" }
      #expect(geometry?.words == [0, UInt32(bitPattern: -32), 400, 332])
      #expect(stage.window.window.width == 400 && stage.window.window.height == 300)
      // The bar's picture comes before the commit that shows both.
      let attach = requests.firstIndex { $0.name == "wl_surface.1" && $0.object == stage.bar }
      let commit = requests.lastIndex {
        $0.name == "wl_surface.6" && $0.object == stage.window.window.surface
      }
      #expect(try #require(attach) < #require(commit))
    }
  }

  @Test func aCompositorThatDrawsFramesGetsNoBar() throws {
    let stage = try Stage(mode: 2)
    stage.show(500, 400)
    #expect(stage.looks.isEmpty && stage.window.window.height == 400)
    #expect(!stage.compositor.newRequests().contains { $0.name == "xdg_surface.3" })
  }

  @Test func theCompositorsSizeIncludesTheBarButNotOverTheWholeScreen() throws {
    let stage = try Stage()
    stage.show(500, 432)
    #expect(stage.window.window.width == 500 && stage.window.window.height == 400)
    _ = stage.compositor.newRequests()
    stage.show(1000, 700, states: [2, 4])
    #expect(stage.window.window.height == 700)
    var requests = stage.compositor.newRequests()
    #expect(requests.first { $0.name == "xdg_surface.3" }?.words == [0, 0, 1000, 700])
    #expect(requests.contains { $0.name == "wl_surface.1" && $0.object == stage.bar && $0.words[0] == 0 })
    stage.show(0, 0)
    #expect(stage.window.window.width == 400 && stage.window.window.height == 300)
    requests = stage.compositor.newRequests()
    #expect(requests.contains { $0.name == "wl_surface.1" && $0.object == stage.bar && $0.words[0] != 0 })
    // The smallest size is that of the content, and the bar's height with it.
    stage.window.window.setMinimumSize(width: 100, height: 80)
    #expect(stage.asked().map(\.words) == [[100, 112]])
    stage.window.window.setMinimumSize(width: 0, height: 0)
    #expect(stage.asked().map(\.words) == [[0, 0]], "any size again")
  }

  @Test func theTitleMovesTheWindowAndTwoClicksMaximizeIt() throws {
    let stage = try Stage()
    stage.show()
    stage.enter(stage.bar, 50, 10)
    _ = stage.asked()
    stage.press(time: 1000)
    var asked = stage.asked()
    #expect(asked.map(\.opcode) == [5] && asked[0].words == [stage.seat, 91])
    stage.press(time: 1399)
    #expect(stage.asked().map(\.opcode) == [9])
    // The third is the first of another pair.
    stage.press(time: 1500)
    #expect(stage.asked().map(\.opcode) == [5])
    stage.press(time: 1900)
    #expect(stage.asked().map(\.opcode) == [5], "too late for the second")
    stage.press(0x111)
    asked = stage.asked()
    #expect(asked.map(\.opcode) == [4] && asked[0].words == [stage.seat, 91, 50, 10])
    #expect(!stage.window.words.contains { $0.contains("digitizer") || $0.contains("pointer") })
  }

  @Test func buttonsActWhenTheyAreReleasedWhereTheyWerePressed() throws {
    let stage = try Stage()
    stage.show()
    _ = stage.asked()
    for (x, opcode) in [(400 - 100, 13), (400 - 50, 9)] as [(Double, UInt16)] {
      stage.enter(stage.bar, x, 16)
      stage.press()
      #expect(stage.asked().isEmpty)
      stage.press(isDown: false)
      #expect(stage.asked().map(\.opcode) == [opcode])
    }
    #expect(stage.looks.contains { $0.hovered == .minimize && $0.pressed == .minimize })
    stage.enter(stage.bar, 390, 16)
    stage.press()
    stage.compositor.send("wl_pointer", 2, [7, fixed(200), fixed(16)])
    stage.press(isDown: false)
    #expect(!stage.window.words.contains("close"), "it was left before the release")
    stage.enter(stage.bar, 390, 16)
    stage.press()
    stage.press(isDown: false)
    #expect(stage.window.words.last == "close")
    // A maximized window goes back, and looks so.
    stage.show(1000, 732, states: [1, 4])
    #expect(stage.looks.last?.isMaximized == true)
    _ = stage.asked()
    stage.enter(stage.bar, 1000 - 50, 16)
    stage.press()
    stage.press(isDown: false)
    #expect(stage.asked().map(\.opcode) == [10])
  }

  @Test func aBufferIsNotDrawnInWhileTheCompositorReadsIt() throws {
    let stage = try Stage()
    stage.show()
    func attached() -> [UInt32] {
      stage.compositor.newRequests().filter { $0.name == "wl_surface.1" && $0.object == stage.bar }.map {
        $0.words[0]
      }
    }
    var shown = attached()
    for x in [390, 350, 300] as [Double] {
      stage.enter(stage.bar, x, 16)
      shown += attached()
    }
    // The fourth look waits for a buffer.
    #expect(shown.count == 3 && Set(shown).count == 3 && !shown.contains(0))
    stage.compositor.send(shown[1], 0)
    stage.window.serve()
    #expect(attached() == [shown[1]])
    #expect(stage.looks.last?.hovered == .minimize)
    stage.compositor.send(shown[2], 0)
    stage.compositor.send(shown[0], 0)
    stage.window.serve()
    stage.enter(stage.bar, 390, 16)
    stage.enter(stage.bar, 350, 16)
    let again = attached()
    #expect(Set(again) == [shown[0], shown[2]] && again.count == 2)
  }

  @Test func theWindowMayCloseInTheMiddleOfARelease() throws {
    for isTouch in [false, true] {
      let stage = try Stage()
      stage.show()
      let window = stage.window.window
      window.handler = { event in
        if case .closeRequested = event { window.close() }
      }
      if isTouch {
        stage.compositor.send("wl_touch", 0, [91, 10, stage.bar, 3, fixed(390), fixed(16)])
        stage.compositor.send("wl_touch", 1, [92, 20, 3])
      } else {
        stage.enter(stage.bar, 390, 16)
        stage.press()
        stage.press(isDown: false)
      }
      stage.window.serve()
      #expect(!window.isOpen && stage.window.display.isOpen)
      #expect(stage.window.display.titleBars.isEmpty)
      let names = stage.compositor.newRequests().map(\.name)
      #expect(names.count { $0 == "wl_subsurface.0" } == 2)
      #expect(names.count { $0 == "wl_surface.0" } == 3)
    }
  }

  @Test(
    arguments: [
      (2.0, 100.0, 4), (413.0, 100.0, 8), (200.0, 2.0, 1), (200.0, 346.0, 2), (2.0, 2.0, 5), (20.0, 2.0, 5),
      (413.0, 20.0, 9), (2.0, 330.0, 6), (400.0, 347.0, 10),
    ] as [(Double, Double, UInt32)])
  func theEdgesResizeTheWindow(_ x: Double, _ y: Double, _ edges: UInt32) throws {
    let stage = try Stage()
    stage.show()
    // Around bar and content, below both.
    let requests = stage.compositor.newRequests()
    #expect(requests.contains { $0.name == "wp_viewport.2" && $0.words == [416, 348] })
    #expect(requests.contains { $0.name == "wl_subsurface.3" && $0.words == [stage.window.window.surface] })
    stage.enter(stage.edges, x, y)
    let shape = stage.compositor.newRequests().last { $0.name == "wp_cursor_shape_device_v1.1" }
    #expect((18...25).contains(try #require(shape).words[1]))
    stage.press()
    let asked = stage.asked()
    #expect(asked.map(\.opcode) == [6] && asked[0].words == [stage.seat, 91, edges])
  }

  @Test func aMaximizedOrTiledWindowHasNoEdges() throws {
    for state in [1, 5, 8] as [UInt32] {
      let stage = try Stage()
      stage.show()
      _ = stage.compositor.newRequests()
      stage.show(600, 432, states: [state, 4])
      let requests = stage.compositor.newRequests()
      #expect(requests.contains { $0.name == "wl_surface.1" && $0.object == stage.edges && $0.words[0] == 0 })
      #expect(stage.window.window.height == 400)
    }
  }

  @Test func whatTheCompositorCanNotDoHasNoButton() throws {
    let stage = try Stage()
    stage.compositor.send(stage.compositor.object("xdg_toplevel"), 3) { $0.add([3, 0, 0, 0]) }
    stage.show()
    #expect(stage.looks.last?.buttons == [.close])
  }

  @Test func aChangedTitleAndTheEndOfActivityAreDrawnWithoutAPictureOfTheContent() throws {
    let stage = try Stage()
    stage.show()
    _ = stage.compositor.newRequests()
    stage.window.window.title = "另一个"
    #expect(stage.looks.last?.title == "另一个")
    var requests = stage.compositor.newRequests()
    #expect(requests.filter { $0.name == "wl_surface.1" }.map(\.object) == [stage.bar])
    #expect(requests.last?.name == "wl_surface.6" && requests.last?.object == stage.window.window.surface)
    stage.window.configure(0, 0)
    #expect(stage.looks.last?.isActive == false)
    requests = stage.compositor.newRequests()
    #expect(requests.filter { $0.name == "wl_surface.1" }.map(\.object) == [stage.bar])
    // Nothing has changed: nothing is drawn.
    let count = stage.looks.count
    stage.window.window.title = "另一个"
    stage.window.configure(0, 0)
    #expect(stage.looks.count == count)
  }

  @Test func aBarWhoseBuffersAreAllInUseIsDrawnWhenOneIsReleased() throws {
    let stage = try Stage()
    stage.show()
    for step in 0..<5 { stage.window.window.title = "\(step)" }
    #expect(stage.looks.last?.title == "1", "three buffers")
    let buffer = stage.compositor.newRequests().last { $0.name == "wl_surface.1" && $0.object == stage.bar }
    stage.compositor.send(try #require(buffer).words[0], 0)
    stage.window.serve()
    #expect(stage.looks.last?.title == "4")
  }

  @Test func finerScreensGetFinerBars() throws {
    let stage = try Stage()
    stage.show()
    stage.compositor.send("wp_fractional_scale_v1", 0, [180])
    stage.window.serve()
    stage.window.put(2)
    #expect(stage.looks.last?.pixelWidth == 600 && stage.looks.last?.pixelHeight == 48)
    // Without viewports: whole numbers, and no edges to stretch.
    let plain = try Stage(without: ["wp_viewporter", "wp_fractional_scale_manager_v1"])
    plain.show()
    #expect(plain.looks.count == 1 && plain.bar == plain.edges)
    #expect(plain.compositor.newRequests().contains { $0.name == "wl_surface.8" && $0.object == plain.bar })
  }

  @Test func withoutSubsurfacesTheContentIsTheWindow() throws {
    let stage = try Stage(without: ["wl_subcompositor"])
    stage.show(500, 400)
    #expect(stage.looks.isEmpty && stage.window.window.height == 400)
  }

  @Test func fingersUseTheBarToo() throws {
    let stage = try Stage()
    stage.show()
    _ = stage.asked()
    stage.compositor.send("wl_touch", 0, [91, 10, stage.bar, 3, fixed(50), fixed(16)])
    stage.compositor.send("wl_touch", 3)
    stage.window.serve()
    let asked = stage.asked()
    #expect(asked.map(\.opcode) == [5] && asked[0].words == [stage.seat, 91])
    // The compositor has taken the touch.
    stage.compositor.send("wl_touch", 4)
    stage.compositor.send("wl_touch", 0, [93, 900, stage.bar, 3, fixed(390), fixed(16)])
    stage.compositor.send("wl_touch", 1, [94, 950, 3])
    stage.window.serve()
    #expect(stage.window.words.last == "close")
    #expect(!stage.window.words.contains { $0.contains("digitizer") })
  }

  @Test func aFingerWhoseEndTheCompositorHasKeptHoldsNothingUp() throws {
    let stage = try Stage()
    stage.show()
    stage.compositor.send("wl_touch", 0, [91, 10, stage.bar, 3, fixed(50), fixed(16)])
    stage.window.serve()
    // The window was moved; the same number comes down on the content, and another one on the bar.
    stage.compositor.send("wl_touch", 0, [93, 900, stage.window.window.surface, 3, fixed(5), fixed(6)])
    stage.compositor.send("wl_touch", 3)
    stage.compositor.send("wl_touch", 1, [94, 950, 3])
    stage.compositor.send("wl_touch", 3)
    stage.window.serve()
    #expect(stage.window.words.suffix(2).map { $0.contains("began") } == [true, false])
    #expect(stage.window.words.last?.contains("ended") == true)
    stage.compositor.send("wl_touch", 0, [95, 990, stage.bar, 3, fixed(50), fixed(16)])
    stage.compositor.send("wl_touch", 0, [96, 995, stage.bar, 4, fixed(390), fixed(16)])
    stage.compositor.send("wl_touch", 1, [97, 999, 4])
    stage.window.serve()
    #expect(stage.window.words.last == "close")
  }
}
