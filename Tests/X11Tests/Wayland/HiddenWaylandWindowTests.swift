import HIDEvents
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// A window that is hidden is none to the compositor, and a new one when it is shown again.
@Suite(.hangLimit) struct HiddenWaylandWindowTests {
  typealias Stage = WaylandWindowTests.Stage

  private static func names(_ stage: Stage) -> [String] {
    stage.compositor.newRequests().map(\.name).filter { $0.hasPrefix("xdg_") || $0.hasPrefix("wl_surface") }
  }

  @Test func hidingTakesThePictureAwayAndEndsTheActivityOnce() throws {
    let stage = try Stage()
    stage.configure(states: [4])
    stage.put(1)
    stage.events = []
    _ = stage.compositor.newRequests()
    stage.window.hide()
    stage.window.hide()
    stage.serve()
    let requests = stage.compositor.newRequests()
    let names = requests.map(\.name).filter { $0.hasPrefix("xdg_") || $0.hasPrefix("wl_surface") }
    #expect(names == ["xdg_toplevel.0", "xdg_surface.0", "wl_surface.1", "wl_surface.6"])
    #expect(requests.first { $0.name == "wl_surface.1" }?.words == [0, 0, 0])
    #expect(stage.events.map { "\($0)" }.count { $0.contains("willResignActive") } == 1)
    #expect(!stage.window.isConfigured && !stage.window.isReady && !stage.window.requestBeat())
    // Pictures are not put, and its title goes with the next showing.
    stage.put(2)
    stage.window.title = "another"
    stage.window.setFullScreen(true)
    stage.window.setMinimumSize(width: 100, height: 50)
    #expect(Self.names(stage) == [])
  }

  @Test func aShownWindowHasItsTitleItsStateAndAWholePictureAgain() throws {
    let stage = try Stage()
    stage.window.title = "title"
    stage.window.setMinimumSize(width: 100, height: 50)
    stage.configure(300, 200)
    stage.put(1)
    stage.compositor.endFrames()
    stage.serve()
    stage.window.hide()
    stage.window.setFullScreen(true)
    _ = stage.compositor.newRequests()
    stage.window.show()
    // The title, the program's name, the smallest size and the whole screen; then a commit without a picture.
    let shown = Self.names(stage)
    #expect(
      shown == [
        "xdg_wm_base.2", "xdg_surface.1", "xdg_toplevel.2", "xdg_toplevel.3", "xdg_toplevel.8",
        "xdg_toplevel.11", "wl_surface.6",
      ])
    #expect(!stage.window.isReady)
    stage.configure(0, 0, states: [4])
    #expect(stage.window.isReady && stage.window.isActive)
    #expect((stage.window.width, stage.window.height) == (300, 200), "the size that it had")
    stage.put(2)
    let put = stage.compositor.newRequests().map(\.name)
    #expect(put.contains("wl_surface.1") && put.contains("wl_surface.6"))
    #expect(stage.window.requestBeat())
  }

  @Test func whatIsDownInItIsCancelled() throws {
    let stage = try Stage()
    stage.configure(states: [4])
    stage.put(1)
    stage.compositor.keymap(WaylandInputTests.keymap)
    stage.compositor.send("wl_keyboard", 1, [1, stage.window.surface, 0])
    stage.compositor.send("wl_keyboard", 3, [2, 10, 0x1E, 1])
    stage.compositor.send("wl_touch", 0, [3, 10, stage.window.surface, 1, fixed(5), fixed(5)])
    stage.compositor.send("wl_touch", 3)
    stage.serve()
    stage.events = []
    stage.window.hide()
    let events = stage.events.map { "\($0)" }
    #expect(events.contains { $0.contains("key") && $0.contains("cancelled") })
    #expect(
      events.contains { $0.contains("digitizer") && $0.contains("cancelled") || $0.contains("contactsLost") })
    // The compositor's own notifications come late, and mean nothing any more.
    stage.compositor.send("wl_keyboard", 3, [2, 10, 0x1E, 0])
    stage.compositor.send("wl_keyboard", 2, [4, stage.window.surface])
    stage.events = []
    stage.serve()
    #expect(stage.events.isEmpty && stage.window.display.isOpen)
  }
}
