import HIDEvents
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import DesktopWindows
@testable import EventRouting

/// A window's place on the application's screen follows the desktop's moves.
@Suite(.hangLimit) struct WindowPlaceTests {
  /// With a window that fills the application's screen and one that does not.
  private static func with(
    _ body: @escaping @Sendable (UIApplication, ServerPlace, ServerPlace) throws -> Void
  ) throws {
    try onFreshThread {
      SimulatedClock().install()
      let application = UIApplication(screen: Size(400, 300), scale: 1)
      defer { application.terminate() }
      let (first, second) = (
        try ServerPlace(application), try ServerPlace(application, frame: Rect(20, 30, 200, 160))
      )
      try body(application, first, second)
      first.host.close()
      second.host.close()
    }
  }

  @Test func aWindowManagersMoveIsThePlaceRelativeToTheWindowThatFillsTheScreen() throws {
    try Self.with { _, first, second in
      #expect(second.window.frame.origin == Point(20, 30), "the program's, until the desktop says something")
      second.server.send(second.server.moved(second.x11, 700, 500, isSent: true))
      second.settle()
      #expect(second.window.frame == Rect(700, 500, 200, 160))
      first.server.send(first.server.moved(first.x11, 100, 200, isSent: true))
      first.settle()
      #expect(first.window.frame == Rect(0, 0, 400, 300), "it is the screen")
      #expect(second.window.frame.origin == Point(600, 300))
      #expect(second.window.convert(Point(1, 2), to: nil) == Point(601, 302))
      #expect(second.window.convert(Point(1, 2), to: first.window) == Point(601, 302))
      first.host.close()
      #expect(second.window.frame.origin == Point(700, 500), "the desktop's")
    }
  }

  @Test func thePlaceInAFrameIsAskedForAndFurtherMovesMeanwhileAreOneQuestion() throws {
    try Self.with { _, _, second in
      second.server.special = { request in
        request.uint8(0) == 40 ? (1, [12: 0xFFF6_0050], []) : nil
      }
      second.forget()
      for _ in 0..<5 {
        second.server.send(
          second.server.reparented(second.x11, to: 0x77)
            + second.server.moved(second.x11, 4, 5, isSent: false))
      }
      for _ in 0..<3 { second.settle() }
      let questions = second.requests(40)
      #expect(questions.count == 2 && questions.allSatisfy { $0.uint32(4) == second.x11.identifier })
      #expect(second.window.frame.origin == Point(80, -10), "not that in the frame")
    }
  }

  @Test func withoutAFrameTheServersPlaceIsTheScreens() throws {
    try Self.with { _, _, second in
      second.server.send(second.server.moved(second.x11, -7, 9, isSent: false))
      second.settle()
      #expect(second.window.frame.origin == Point(-7, 9) && second.requests(40).isEmpty)
    }
  }

  @Test func inputIsInTheRightPlaceWhereverTheWindowWasMoved() throws {
    try Self.with { _, _, second in
      let window = second.window
      second.window.frame.origin = Point(1000, 1000)
      second.button(isDown: true)
      second.button(isDown: false)
      #expect(second.view.take() == ["began", "ended"])
      var places: [Double] = []
      second.host.onEvent = {
        if case .digitizer(let contacts) = $0.payload { places += contacts.flatMap { [$0.x, $0.y] } }
      }
      // The move and the press come together.
      second.server.send(second.server.moved(second.x11, 50, 60, isSent: true))
      second.button(isDown: true)
      second.server.send(second.server.input(second.x11, 6, x: 20, y: 20, time: 50))
      second.server.send(second.server.input(second.x11, 6, x: 30, y: 30, time: 51))
      second.button(isDown: false)
      #expect(second.view.take() == ["began", "moved", "ended"] && window.frame.origin == Point(50, 60))
      #expect(places.suffix(2) == [60, 70], "told in the screen's points")
    }
  }
}
