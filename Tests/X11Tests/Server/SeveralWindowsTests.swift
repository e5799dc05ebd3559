import HIDEvents
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import DesktopWindows
@testable import EventRouting

/// Several windows of an application, each in a window of a server: what happens in one is that one's.
@Suite(.hangLimit) struct SeveralWindowsTests {
  @Test func aPressIsForTheWindowThatItIsInAlthoughAnotherHasTheSamePlace() throws {
    try withTwoWindows { _, first, second, _ in
      first.button(isDown: true)
      first.button(isDown: false)
      #expect(first.view.take() == ["began", "ended"] && second.view.take() == [])
    }
  }

  @Test func aPointerThatIsDraggedOutOfItsWindowStaysItsOwn() throws {
    try withTwoWindows { _, first, second, _ in
      first.button(isDown: true)
      first.server.send(first.server.input(first.x11, 6, x: 2000, y: 10, time: 50))
      first.settle()
      // A second pointer of the desktop.
      second.button(isDown: true)
      first.button(isDown: false, x: 2000)
      #expect(first.view.take() == ["began", "moved", "ended"])
      #expect(second.view.take() == ["began"])
      second.button(isDown: false)
      #expect(second.view.take() == ["ended"])
    }
  }

  @Test func thePointerMayComeToAWindowBeforeItIsReportedToHaveLeftAnother() throws {
    try withTwoWindows { _, first, second, _ in
      let recognizers = [first, second].map { place in
        let recognizer = UIHoverGestureRecognizer()
        place.view.addGestureRecognizer(recognizer)
        return recognizer
      }
      first.server.send(first.server.input(first.x11, 7, x: 5, y: 5))
      first.settle()
      second.server.send(second.server.input(second.x11, 7, x: 5, y: 5))
      second.settle()
      #expect(recognizers[1].state == .began)
      first.server.send(first.server.input(first.x11, 8, x: 500, y: 5))
      first.settle()
      #expect(recognizers[1].state == .began, "it is still there")
      second.server.send(second.server.input(second.x11, 8, x: 500, y: 5))
      second.settle()
      #expect(recognizers[1].state != .began)
    }
  }

  @Test func theFocusThatMovesCancelsWhatIsDownInTheWindowThatItLeaves() throws {
    try withTwoWindows { _, first, second, _ in
      first.focus()
      first.button(isDown: true)
      second.button(isDown: true)
      second.focus()
      first.focus(false)
      #expect(first.view.take() == ["began", "cancelled"])
      #expect(second.view.take() == ["began"])
      second.button(isDown: false)
      first.button(isDown: true)
      #expect(second.view.take() == ["ended"] && first.view.take() == ["began"])
    }
  }

  @Test func theWindowThatClosesIsHiddenAndTheOneWithTheFocusIsKeyNext() throws {
    try withTwoWindows { application, first, second, life in
      let third = try ServerPlace(application)
      second.focus()
      second.key(isDown: true)
      second.host.close()
      #expect(second.window.isHidden && !application.windows.contains { $0 === second.window })
      #expect(application.keyWindow === third.window, "none has the focus: the last one")
      // The desktop gives the focus to another one.
      first.focus()
      application.run(for: .seconds(1))
      #expect(application.keyWindow === first.window && life.take() == [])
      first.host.close()
      application.run(for: .milliseconds(60))
      #expect(application.keyWindow === third.window && life.take() == ["resigns"])
      third.host.close()
      #expect(application.keyWindow == nil)
    }
  }

  @Test func aWindowClosesInTheMiddleOfItsOwnTouch() throws {
    try withTwoWindows { application, first, second, _ in
      second.focus()
      let host = second.host
      second.view.onTouch = { host.close() }
      second.server.send(
        second.server.input(second.x11, 4, 1, x: 10, y: 10) + second.server.input(second.x11, 6, x: 20, y: 10)
          + second.server.input(second.x11, 5, 1, x: 20, y: 10))
      application.loop.settle()
      #expect(!host.isOpen && second.view.take() == ["began", "cancelled"])
      #expect(application.keyWindow === first.window)
      first.button(isDown: true)
      first.button(isDown: false)
      #expect(first.view.take() == ["began", "ended"])
    }
  }

  @Test func aWindowThatTheProgramShowsElsewhereAtItsEndStaysShown() throws {
    try withTwoWindows { application, first, second, _ in
      let server = FakeServer()
      let display = try server.connect()
      let hosts = Hosts()
      let window = second.window
      second.host.onEnd = { _ in
        hosts.all.append(
          try? DesktopWindow(window, of: application, display, title: "again", scale: 1))
      }
      second.host.close()
      #expect(hosts.all.count == 1 && !window.isHidden)
      hosts.all.forEach { $0?.close() }
      #expect(window.isHidden)
    }
  }

  private final class Hosts: @unchecked Sendable {
    var all: [DesktopWindow?] = []
  }

  @Test func anotherSizeOfOneWindowIsNotTheOthers() throws {
    try withTwoWindows { application, first, second, _ in
      first.server.send(first.server.configured(first.x11, 500, 350))
      first.settle()
      #expect(first.window.bounds.size == Size(500, 350))
      #expect(second.window.bounds.size == Size(400, 300))
    }
  }

  /// The server ignores a time before that of the owner that it knows.
  @Test func theTextOfAWindowThatClosesIsGivenByAnotherOneThatWasUsedBefore() throws {
    try withTwoWindows { _, first, second, _ in
      first.type()
      for _ in 0..<5 { second.type() }
      UIPasteboard.general.string = "text"
      second.settle()
      let old = try #require(second.requests(22).last).uint32(12)
      first.forget()
      second.host.close()
      let new = try #require(first.requests(22).last).uint32(12)
      #expect(old == second.display.lastInputTime && new == old)
      // Its own next copy has its own time.
      for _ in 0..<9 { first.type() }
      UIPasteboard.general.string = "more"
      #expect(first.requests(22).last?.uint32(12) == first.display.lastInputTime)
    }
  }
}
