import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Drags that end before a drop, and what is left of them.
@Suite(.hangLimit) struct DragEndTests {
  @Test func aTouchThatIsCancelledEndsTheDrag() {
    onStage { stage in
      let place = DragPlace(stage)
      for end in 0..<4 {
        stage.lift(40, 40)
        stage.move(250, 250)
        _ = stage.log.take()
        switch end {
        case 0: stage.cancel()
        case 1: place.source.removeFromSuperview()
        case 2: stage.window.isHidden = true
        default: stage.post(.system(.willResignActive))
        }
        stage.wait(400)
        #expect(
          stage.log.take() == ["exit", "will end cancel", "back", "end", "did end cancel"], "\(end)")
        #expect(stage.flight() == nil)
        place.taker.superview?.addSubview(place.source)
        stage.window.isHidden = false
        stage.post(.system(.didBecomeActive))
      }
      #expect(place.texts == [])
    }
  }

  @Test func oneDragGoesOnAtATime() {
    onStage { stage in
      let place = DragPlace(stage)
      let other = UIView(frame: Rect(20, 100, 60, 40))
      let more = UIDragInteraction(delegate: place)
      other.addInteraction(more)
      place.source.superview?.addSubview(other)
      stage.lift(40, 40)
      _ = stage.log.take()
      stage.down(40, 120, finger: 2)
      stage.wait(700)
      stage.move(200, 220, finger: 2)
      stage.up(200, 220, finger: 2)
      #expect(stage.log.lines == [])
      // Nor does a second finger on the same view move it.
      stage.down(50, 50, finger: 3)
      stage.move(150, 400, finger: 3)
      stage.move(250, 250)
      #expect(stage.flightPlace == Point(260, 250))
      stage.up(150, 400, finger: 3)
      stage.up(250, 250)
      stage.wait(400)
      #expect(place.texts == ["text"])
    }
  }

  @Test func anInteractionMayBeRemovedDuringItsDrag() {
    onStage { stage in
      let place = DragPlace(stage)
      let other = UIView(frame: Rect(20, 100, 60, 40))
      other.addInteraction(UIDragInteraction(delegate: place))
      place.source.superview?.addSubview(other)
      place.begins = { if let drag = other.interactions.first { other.removeInteraction(drag) } }
      stage.lift(40, 120)
      stage.wait(400)
      #expect(stage.flight() == nil)
      stage.up(52, 120)
      // The next drag begins.
      stage.lift(40, 40)
      #expect(stage.flight() != nil)
      stage.cancel()
      stage.wait(400)
    }
  }

  private final class Remover: UIDropInteractionDelegate {
    weak var victim: UIView?
    func dropInteraction(_ interaction: UIDropInteraction, sessionDidUpdate session: any UIDropSession)
      -> UIDropProposal
    {
      victim?.removeFromSuperview()
      return UIDropProposal(operation: .copy)
    }
  }

  @Test func aTargetMayTakeAwayTheDraggedView() {
    onStage { stage in
      let place = DragPlace(stage)
      let scroll = UIScrollView(frame: Rect(0, 400, 390, 300))
      scroll.contentSize = Size(390, 2000)
      let remover = Remover()
      remover.victim = place.source
      scroll.addInteraction(UIDropInteraction(delegate: remover))
      place.taker.superview?.addSubview(scroll)
      stage.lift(40, 40)
      stage.move(200, 690)
      stage.wait(500)
      #expect(scroll.contentOffset == .zero && stage.flight() == nil)
      #expect(stage.log.lines.last == "did end cancel")
      stage.up(200, 690)
    }
  }

  @Test func aWindowIsReleasedAfterADragInIt() {
    onStage { stage in
      let place = DragPlace(stage)
      weak var released: UIWindow?
      for isLifted in [false, true] {
        autoreleasing {
          let other = UIWindow(frame: stage.window.bounds)
          other.addSubview(place.source)
          other.isHidden = false
          stage.wait(20)
          released = other
          stage.down(40, 40)
          stage.wait(isLifted ? 1_000 : 100)
          stage.move(80, 40)
          stage.up(80, 40)
          stage.wait(400)
          other.isHidden = true
          place.source.removeFromSuperview()
        }
        stage.down(300, 800)
        stage.up(300, 800)
        stage.wait(1_000)
        #expect(released == nil, "\(isLifted)")
      }
    }
  }

  /// Lets go of what a closure has made.
  private func autoreleasing(_ body: () -> Void) { body() }
}
