import HIDEvents
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import DesktopWindows
@testable import EventRouting

/// The key window and the application's activity follow the focus of a server's windows, each of which has a connection of its own.
@Suite(.hangLimit) struct WindowFocusTests {
  @Test func theWindowWithTheFocusIsKeyAndGetsTheKeys() throws {
    try withTwoWindows { application, first, second, _ in
      first.focus()
      #expect(application.keyWindow === first.window && first.window.isKeyWindow)
      first.type()
      #expect(first.field.text == ">" && second.field.text == "")
      first.sendFocus(false)
      second.focus()
      #expect(application.keyWindow === second.window)
      second.type()
      #expect(first.field.text == ">" && second.field.text == ">")
      // Each was key when it was shown.
      let lines = [first, second].map { ($0.window as? LoggingWindow)?.lines ?? [] }
      #expect(lines[0] == ["become", "resign", "become", "resign"])
      #expect(lines[1] == ["become", "resign", "become"])
    }
  }

  @Test("The focus moves between windows in either order of their connections", arguments: [true, false])
  func order(_ isNewFirst: Bool) throws {
    try withTwoWindows { application, first, second, life in
      first.focus()
      first.sendFocus(false)
      second.sendFocus(true)
      let displays = isNewFirst ? [second.display, first.display] : [first.display, second.display]
      for display in displays {
        display.serve()
        application.loop.settle()
        #expect(application.applicationState == .active)
      }
      application.run(for: .seconds(1))
      #expect(application.keyWindow === second.window && application.applicationState == .active)
      #expect(life.take() == [], "it was active all the time")
      second.type()
      #expect(second.field.text == ">")
    }
  }

  @Test func theFocusThatLeavesTheProgramReleasesItsKeysAtOnceAndEndsItsActivitySoon() throws {
    try withTwoWindows { application, first, _, life in
      first.focus()
      first.view.becomeFirstResponder()
      first.key(isDown: true)
      first.focus(false)
      #expect(first.view.take() == ["down", "released"] && application.applicationState == .active)
      application.run(for: .milliseconds(60))
      #expect(application.applicationState == .inactive && life.take() == ["resigns"])
      #expect(application.keyWindow === first.window, "it is key again with the focus")
      first.key(isDown: false)
      first.focus()
      #expect(life.take() == ["active"] && first.view.take() == [])
      first.key(isDown: true)
      #expect(first.view.take() == ["down"])
    }
  }

  @Test func theOnlyWindowThatLosesTheFocusEndsTheActivityAtOnce() throws {
    try withTwoWindows { application, first, second, life in
      second.host.close()
      first.focus()
      first.focus(false)
      #expect(application.applicationState == .inactive && life.take() == ["resigns"])
    }
  }

  @Test func aKeyThatIsHeldWhileTheFocusMovesIsReleasedInItsWindow() throws {
    try withTwoWindows { application, first, second, _ in
      for place in [first, second] { place.view.becomeFirstResponder() }
      first.focus()
      first.key(isDown: true)
      second.focus()
      first.focus(false)
      #expect(first.view.take() == ["down", "released"] && second.view.take() == [])
      // Its end is another window's, which did not get the beginning.
      second.key(isDown: false)
      second.type()
      #expect(second.view.take() == ["down", "up"])
    }
  }

  @Test func aWindowThatNoDesktopShowsStaysKeyWithTheWindowThatItIsInFrontOf() throws {
    try withTwoWindows { application, first, second, _ in
      first.focus()
      let (overlay, field) = (UIWindow(), UITextField(frame: Rect(0, 200, 100, 30)))
      overlay.addSubview(field)
      overlay.makeKeyAndVisible()
      field.becomeFirstResponder()
      first.type()
      #expect(application.keyWindow === overlay && field.text == ">" && first.field.text == "")
      first.sendFocus(false)
      second.focus()
      second.type()
      #expect(application.keyWindow === second.window && second.field.text == ">")
      second.sendFocus(false)
      first.focus()
      #expect(application.keyWindow === overlay)
      overlay.isHidden = true
      #expect(application.keyWindow === first.window)
      first.type()
      #expect(first.field.text == ">" && field.text == ">")
      // Hidden while another window has the focus, it is not key again.
      overlay.makeKeyAndVisible()
      first.sendFocus(false)
      second.focus()
      overlay.isHidden = true
      second.sendFocus(false)
      first.focus()
      #expect(application.keyWindow === first.window)
    }
  }

  @Test func theWindowManagerIsAskedToMoveTheFocusToAWindowThatIsMadeKey() throws {
    try withTwoWindows { application, first, second, _ in
      first.focus()
      first.type()
      second.forget()
      second.window.makeKey()
      let messages = second.requests(25)
      #expect(messages.count == 1 && application.keyWindow === second.window)
      let message = try #require(messages.first)
      // The window, the message; an application asks, at the time of the input in its active window.
      #expect(message.uint32(16) == second.x11.identifier)
      #expect(message.uint32(20) == second.display.atoms["_NET_ACTIVE_WINDOW"])
      let values = [24, 28, 32].map { message.uint32($0) }
      #expect(values == [1, first.display.lastInputTime, first.x11.identifier])
      #expect(second.requests(42).isEmpty)
      // It has not moved the focus: keys say where that is.
      first.type()
      #expect(application.keyWindow === first.window && first.field.text == ">>")
      #expect(second.field.text == "")
    }
  }

  @Test func noFocusIsAskedForWithoutOneOrForTheWindowThatHasIt() throws {
    try withTwoWindows { application, first, second, _ in
      second.forget()
      second.window.makeKey()
      #expect(application.keyWindow === second.window && second.requests(25).isEmpty)
      second.focus()
      second.window.makeKey()
      #expect(second.requests(25).isEmpty)
      // One that is not on the screen yet gets the focus when it comes there.
      let third = try ServerPlace(application, isMapped: false)
      #expect(application.keyWindow === third.window && third.requests(25).isEmpty)
      third.host.close()
    }
  }

  @Test func withoutAWindowManagerAWindowThatIsMadeKeyTakesTheFocusAndComesToTheFront() throws {
    try withTwoWindows { application, first, second, _ in
      second.display.hasWindowManager = false
      first.focus()
      second.forget()
      second.window.makeKey()
      #expect(second.requests(42).map { $0.uint32(4) } == [second.x11.identifier])
      let place = try #require(second.requests(12).first)
      // The stack mode: above.
      #expect(place.uint16(8) == 0x40 && place.uint32(12) == 0)
    }
  }
}
