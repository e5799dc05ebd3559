import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// Which touches a view gets, and which a picture has.
@Suite(.hangLimit) struct TouchSetTests {
  @Test func aViewGetsTheFingersThatMovedThisTime() {
    onStage { stage in
      let view = stage.show(TouchTests.Recorder(frame: UIScreen.main.bounds))
      view.isMultipleTouchEnabled = true
      stage.frame(
        .init(1, .began, x: 10, y: 10), .init(2, .began, x: 20, y: 10), .init(3, .began, x: 30, y: 10))
      _ = view.take()
      stage.frame(.init(1, .moved, x: 11, y: 10), .init(2, .moved, x: 21, y: 10), after: 10)
      stage.frame(.init(1, .moved, x: 12, y: 10), .init(3, .moved, x: 32, y: 10), after: 10)
      stage.frame(.init(2, .moved, x: 23, y: 10), .init(3, .moved, x: 33, y: 10), after: 10)
      #expect(view.take() == ["moved 11,21", "moved 12,32", "moved 23,33"])
    }
  }

  @Test func aWindowsPictureHasItsOwnTouches() {
    onStage { stage in
      stage.show(UIView(frame: stage.window.bounds))
      let other = UIWindow(frame: Rect(0, 400, 390, 200))
      other.isHidden = false
      stage.down(100, 500)
      #expect(other.snapshotSVG().contains("<circle") && !stage.window.snapshotSVG().contains("<circle"))
      stage.up(100, 500)
    }
  }
}
