import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// The third article's log: what its views print for a tap and a drag where red and blue overlap.
@Suite(.hangLimit) struct ArticleTraceTests {
  static let hitTestPass = [
    "whiteView -[TestView hitTest:withEvent:]", "whiteView pointInside",
    "yellowView -[TestView hitTest:withEvent:]", "yellowView pointInside",
    "grayView -[TestView hitTest:withEvent:]", "grayView pointInside",
    "blueView -[TestView hitTest:withEvent:]", "blueView pointInside",
  ]

  static func delivery(_ words: String) -> [String] {
    ["blueView", "grayView", "whiteView", "<FindingViewViewController: 0x7f86d2234360>"].map {
      "\($0) \(words)"
    }
  }

  @Test("S003-2, S003-3, S003-4") func theSecondTouchOfTheLogIsEqualLineByLine() {
    onStage { stage in
      stage.show(FindingViewController(stage.log))
      stage.wait(20)
      #expect(stage.log.take() == [])
      stage.down(150, 180)
      for step in 1...4 { stage.move(150 + Double(step), 180, after: 5) }
      stage.up(154, 180, after: 100)
      #expect(
        stage.log.take()
          == Self.hitTestPass + Self.hitTestPass + Self.delivery("touchBegan")
          + (1...4).flatMap { _ in Self.delivery("touchesMoved") } + Self.delivery("touchesEnded"))
    }
  }

  /// The log's first touch shows one pass of hit testing, then a blank line; real applications make two, as in its second.
  @Test("S003-3") func theFirstTouchOfTheLogIsEqualButForTheBlankLine() {
    onStage { stage in
      stage.show(FindingViewController(stage.log))
      stage.wait(20)
      stage.tap(150, 180)
      let lines = stage.log.take()
      #expect(lines.starts(with: Self.hitTestPass))
      #expect(
        Array(lines.dropFirst(Self.hitTestPass.count))
          == Self.hitTestPass + Self.delivery("touchBegan") + Self.delivery("touchesEnded"))
    }
  }

  @Test("S003-2") func redIsNeverAskedWhereBlueIsInFrontOfIt() {
    onStage { stage in
      stage.show(FindingViewController(stage.log))
      stage.tap(150, 180)
      #expect(!stage.log.take().contains { $0.hasPrefix("redView") })
    }
  }

  @Test("S003-4") func aTouchThatLeavesBlueStillGoesToBlueWithoutAnotherHitTest() {
    onStage { stage in
      stage.show(FindingViewController(stage.log))
      stage.down(150, 180)
      _ = stage.log.take()
      stage.move(10, 700)
      stage.up(10, 700)
      #expect(stage.log.take() == Self.delivery("touchesMoved") + Self.delivery("touchesEnded"))
    }
  }

  @Test("S003-5") func nextRespondersBeforeAndAfterTheTreeIsBuilt() {
    onStage { stage in
      let controller = FindingViewController(stage.log)
      stage.show(controller)
      #expect(controller.nextBefore == [nil, nil, nil, nil])
      #expect(
        controller.nextAfter == [
          controller.grayView, controller.grayView, controller.whiteView, controller.whiteView, controller,
        ])
      #expect(controller.ownNextAtLoad == nil)
      stage.wait(20)
      #expect(controller.ownNextAtAppearance === stage.window)
    }
  }

  /// The application's own trace says the same of views that log nothing.
  @Test func theTraceOfTheApplicationHasTheArticlesWords() {
    onStage { stage in
      let log = stage.log
      let white = UIView(frame: UIScreen.main.bounds)
      let gray = UIView(frame: Rect(50, 100, 260, 200))
      let blue = UIView(frame: Rect(80, 60, 100, 100))
      let yellow = UIView(frame: Rect(50, 360, 200, 200))
      let names = [(white, "whiteView"), (gray, "grayView"), (blue, "blueView"), (yellow, "yellowView")]
      for (view, name) in names { view.label = name }
      white.addSubview(gray)
      gray.addSubview(blue)
      white.addSubview(yellow)
      stage.show(white)
      stage.application.trace = EventTrace(including: { $0 is UIView && !($0 is UIWindow) }) { log($0) }
      stage.tap(150, 180)
      let pass = Self.hitTestPass.map { line in
        String(line.split(separator: "TestView").joined(separator: "UIView"))
      }
      let delivery = ["blueView", "grayView", "whiteView"]
      #expect(
        stage.log.take()
          == pass + pass + delivery.map { "\($0) touchBegan" } + delivery.map { "\($0) touchesEnded" })
    }
  }
}
