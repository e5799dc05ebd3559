import HIDEvents
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import DesktopWindows
@testable import EventRouting

/// A window that the program hides is not on the desktop, until the program shows it again.
@Suite(.hangLimit) struct HiddenWindowTests {
  @Test func aHiddenWindowIsUnmappedAndAShownOneIsMappedAndDrawnAgain() throws {
    try withTwoWindows { application, first, second, _ in
      second.forget()
      second.window.isHidden = true
      second.settle()
      #expect(second.requests(10).count == 1 && second.host.isOpen)
      // The window manager hears of it also when the window is minimized.
      let told = try #require(second.requests(25).last)
      #expect(told.uint8(12) == 18 && told.uint32(20) == second.x11.identifier)
      second.server.send(second.server.mapped(second.x11, false))
      second.settle()
      second.forget()
      second.window.backgroundColor = .red
      second.settle()
      #expect(second.requests(72).isEmpty, "it is not on the screen")
      second.window.isHidden = false
      second.settle()
      #expect(second.requests(8).count == 1 && second.requests(72).isEmpty)
      second.server.send(second.server.mapped(second.x11))
      second.settle()
      application.run(for: .seconds(1))
      #expect(!second.requests(72).isEmpty)
      #expect(first.requests(10).isEmpty)
    }
  }

  @Test func theHiddenWindowIsNotKeyAndTheOneThatHadTheFocusBeforeItIs() throws {
    try withTwoWindows { application, first, second, life in
      let third = try ServerPlace(application)
      third.focus()
      third.sendFocus(false)
      first.focus()
      first.sendFocus(false)
      second.focus()
      second.window.isHidden = true
      #expect(application.keyWindow === first.window, "before the desktop has reported anything")
      second.sendFocus(false)
      first.focus()
      application.run(for: .seconds(1))
      first.type()
      #expect(first.field.text == ">" && application.applicationState == .active && life.take() == [])
      second.window.makeKeyAndVisible()
      #expect(application.keyWindow === second.window)
      second.server.send(second.server.mapped(second.x11))
      first.sendFocus(false)
      second.focus()
      second.type()
      #expect(second.field.text == ">")
      third.host.close()
    }
  }

  @Test func whatIsDownInAWindowThatIsHiddenIsCancelled() throws {
    try withTwoWindows { application, _, second, _ in
      second.focus()
      second.view.becomeFirstResponder()
      second.key(isDown: true)
      second.button(isDown: true)
      let window = second.window
      second.view.onTouch = nil
      window.isHidden = true
      second.server.send(second.server.mapped(second.x11, false))
      second.sendFocus(false)
      second.settle()
      #expect(second.view.take() == ["down", "began", "cancelled", "released"])
      // Its end is nobody's.
      second.button(isDown: false)
      #expect(second.view.take() == [] && window.isHidden)
      application.run(for: .seconds(1))
      #expect(application.applicationState == .inactive)
    }
  }

  @Test func aFullScreenWindowIsOneAgainWhenItIsShown() throws {
    try withTwoWindows { _, _, second, _ in
      second.host.isFullScreen = true
      second.window.isHidden = true
      second.forget()
      second.window.isHidden = false
      second.settle()
      let state = second.display.atoms["_NET_WM_STATE"]
      #expect(second.requests(18).contains { $0.uint32(8) == state && $0.uint32(20) == 1 })
    }
  }

  @Test func theWindowOfAHiddenOneIsClosedWithoutIt() throws {
    try withTwoWindows { application, first, second, _ in
      second.window.isHidden = true
      second.host.close()
      #expect(!second.host.isOpen && application.windows.count == 1)
      // No desktop shows it any more.
      second.forget()
      second.window.isHidden = false
      #expect(second.requests(8).isEmpty && application.windows.count == 2)
      #expect(first.host.isOpen)
    }
  }
}
