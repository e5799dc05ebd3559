import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Views that fingers drag, and views that take what is dropped.
@Suite(.hangLimit) struct DragTests {
  @Test func aPressLiftsTheFingerDragsAndTheTargetTakesTheObjects() {
    onStage { stage in
      let place = DragPlace(stage)
      stage.down(40, 40)
      stage.wait(450)
      #expect(stage.log.lines.isEmpty && stage.flight() == nil)
      stage.wait(150)
      #expect(stage.log.lines == ["items (20, 20)", "lift"] && stage.flightPlace == Point(50, 40))
      stage.wait(300)
      #expect(stage.log.take() == ["items (20, 20)", "lift", "lifted end"])
      stage.move(45, 40)
      #expect(stage.log.lines.isEmpty)
      stage.move(60, 40)
      #expect(stage.log.take() == ["begin"] && stage.flightPlace == Point(70, 40))
      stage.move(210, 220)
      #expect(stage.log.take() == ["can handle context", "enter", "update (10, 20)"])
      #expect(stage.flight()?.sign == .copy && stage.window.subviews.last === stage.flight())
      // Asked only as the finger moves.
      stage.wait(500)
      #expect(stage.log.lines.isEmpty)
      stage.move(150, 220)
      #expect(stage.log.take() == ["exit"] && stage.flight()?.sign == .cancel)
      place.landing = Point(50, 60)
      stage.move(220, 230)
      stage.up(230, 240)
      #expect(
        stage.log.take() == [
          "enter", "update (20, 30)", "update (30, 40)", "will end copy", "perform", "loaded",
        ])
      #expect(place.texts == ["text"] && stage.flightPlace == Point(250, 260))
      stage.wait(400)
      #expect(stage.log.lines == ["conclude", "end", "did end copy", "transferred"])
      #expect(stage.flight() == nil && place.source.superview != nil)
    }
  }

  @Test func whatIsNotTakenGoesBack() {
    onStage { stage in
      let place = DragPlace(stage)
      stage.lift(40, 40)
      stage.move(300, 500)
      #expect(stage.flightPlace == Point(310, 500))
      _ = stage.log.take()
      stage.up(300, 500)
      #expect(stage.log.take() == ["will end cancel", "back"] && stage.flightPlace == Point(50, 40))
      stage.wait(400)
      #expect(stage.log.take() == ["did end cancel"] && stage.flight() == nil)
      for (proposal, end) in [
        (UIDropOperation.forbidden, "forbidden"), (.cancel, "cancel"), (.move, "forbidden"),
      ] {
        (place.proposal, place.canMove) = (proposal, false)
        stage.lift(40, 40)
        stage.move(250, 250)
        #expect(stage.flight()?.sign == (proposal == .cancel ? .cancel : .forbidden))
        stage.up(250, 250)
        stage.wait(400)
        #expect(stage.log.lines.suffix(5) == ["exit", "will end \(end)", "back", "end", "did end \(end)"])
      }
      #expect(!stage.log.lines.contains("perform") && place.texts == [])
    }
  }

  @Test func aLiftedViewThatStaysIsPutDown() {
    onStage { stage in
      let place = DragPlace(stage)
      stage.down(40, 40)
      stage.wait(1_000)
      stage.up(42, 40)
      #expect(stage.log.take() == ["items (20, 20)", "lift", "lifted end", "back"])
      stage.wait(400)
      #expect(stage.log.lines.isEmpty && stage.flight() == nil)
      // A finger that moves before is no drag.
      stage.down(40, 40)
      stage.move(80, 40)
      stage.wait(600)
      stage.up(80, 40)
      #expect(stage.log.lines.isEmpty && place.texts == [])
    }
  }

  @Test func withoutItemsTheTouchIsTheViews() {
    onStage { stage in
      let place = DragPlace(stage)
      place.items = []
      let button = UIButton(frame: place.source.bounds)
      button.onEvent(.touchUpInside) { [log = stage.log] _ in log("button") }
      place.source.addSubview(button)
      stage.down(40, 40)
      stage.wait(600)
      stage.up(40, 40)
      #expect(stage.log.take().last == "button" && stage.flight() == nil)
      place.items = [UIDragItem(itemProvider: NSItemProvider())]
      place.drag.isEnabled = false
      stage.down(40, 40)
      stage.wait(600)
      stage.up(40, 40)
      #expect(stage.log.take() == ["button"])
      place.drag.isEnabled = true
      stage.down(40, 40)
      stage.wait(600)
      stage.up(40, 40)
      #expect(!stage.log.lines.contains("button") && stage.log.lines.contains("lift"))
    }
  }

  @Test func aPointerDragsWhenItHasMoved() {
    onStage { stage in
      let place = DragPlace(stage)
      let scroll = UIScrollView(frame: stage.window.bounds)
      scroll.contentSize = Size(390, 3000)
      stage.show(scroll).addSubview(place.source)
      scroll.addSubview(place.taker)
      stage.wait(20)
      func mouse(_ phase: HIDEvent.Contact.Phase, _ x: Double, _ y: Double) {
        stage.frame(.init(1, phase, x: x, y: y, kind: .pointer, buttons: [.primary]), after: 10)
      }
      mouse(.began, 40, 40)
      stage.wait(600)
      #expect(stage.log.lines.isEmpty)
      mouse(.moved, 40, 45)
      #expect(stage.log.lines.isEmpty)
      mouse(.moved, 40, 52)
      #expect(stage.log.lines.suffix(2) == ["lift", "begin"] && scroll.contentOffset == .zero)
      mouse(.moved, 250, 250)
      mouse(.ended, 250, 250)
      stage.wait(400)
      #expect(place.texts == ["text"] && scroll.contentOffset == .zero)
      // Where nothing is dragged it scrolls.
      mouse(.began, 300, 600)
      mouse(.moved, 300, 560)
      mouse(.moved, 300, 500)
      #expect(scroll.contentOffset.y > 50)
      mouse(.ended, 300, 500)
    }
  }

  @Test func aTargetInsideThatDoesNotWantTheItemsLeavesThemToOneAround() {
    onStage { stage in
      let place = DragPlace(stage)
      let inner = DragPlace.Inner(stage.log)
      inner.view.frame = Rect(0, 0, 50, 50)
      place.taker.addSubview(inner.view)
      stage.lift(40, 40)
      _ = stage.log.take()
      stage.move(220, 220)
      #expect(stage.log.take() == ["inner can handle", "can handle context", "enter", "update (20, 20)"])
      stage.move(280, 280)
      stage.move(220, 220)
      // Asked once.
      #expect(stage.log.take() == ["update (80, 80)", "update (20, 20)"])
      stage.up(220, 220)
      stage.wait(400)
      inner.takes = true
      stage.lift(40, 40)
      stage.move(220, 220)
      _ = stage.log.take()
      stage.move(280, 280)
      #expect(stage.log.take().prefix(3) == ["can handle context", "enter", "update (80, 80)"])
      stage.cancel()
      stage.wait(400)
      #expect(
        stage.log.lines.suffix(3) == ["end", "did end cancel"].suffix(3) || stage.log.lines.contains("end"))
    }
  }

  @Test func otherWindowsTakeDrops() throws {
    try onStage { stage in
      let place = DragPlace(stage)
      let other = UIWindow(frame: Rect(100, 400, 200, 200))
      place.taker.frame = Rect(0, 0, 100, 100)
      other.addSubview(place.taker)
      other.isHidden = false
      stage.wait(20)
      stage.lift(40, 40)
      stage.move(150, 450)
      #expect(stage.log.lines.last == "update (50, 50)" && stage.flight() == nil)
      let flight: DragFlight = try #require(stage.flight(in: other))
      #expect(flight.subviews.last?.center == Point(60, 50))
      stage.move(40, 300)
      #expect(stage.log.lines.last == "exit" && stage.flightPlace == Point(50, 300))
      stage.move(150, 450)
      stage.up(150, 450)
      stage.wait(400)
      #expect(place.texts == ["text"] && stage.flight(in: other) == nil)
    }
  }

  @Test func contentScrollsUnderAFingerNearAnEdge() {
    onStage { stage in
      let place = DragPlace(stage)
      let scroll = UIScrollView(frame: Rect(0, 400, 390, 300))
      scroll.contentSize = Size(390, 2000)
      place.taker.frame = Rect(0, 0, 390, 2000)
      scroll.addSubview(place.taker)
      place.source.superview?.addSubview(scroll)
      stage.lift(40, 40)
      stage.move(200, 550)
      stage.wait(300)
      #expect(scroll.contentOffset.y == 0)
      stage.move(200, 690)
      stage.wait(500)
      let offset: Double = scroll.contentOffset.y
      #expect(offset > 100 && stage.log.lines.last == "update \(Point(200, 290 + offset))")
      stage.move(200, 550)
      stage.wait(300)
      let rest: Double = scroll.contentOffset.y
      stage.wait(300)
      #expect(scroll.contentOffset.y == rest)
      stage.move(200, 690)
      stage.wait(100)
      stage.up(200, 690)
      let end: Double = scroll.contentOffset.y
      stage.wait(400)
      #expect(scroll.contentOffset.y == end && place.texts == ["text"])
    }
  }

  @Test func aMenuThatThePressShowsClosesWhenTheDragBegins() {
    onStage { stage in
      let place = DragPlace(stage)
      let menus = ListMenus { _ in
        UIContextMenuConfiguration(actionProvider: { _ in UIMenu(children: [UIAction(title: "Copy") { _ in }])
        })
      } willShow: { _ in
      } willEnd: { [log = stage.log] _ in
        log("menu closed")
      }
      place.source.addInteraction(menus.interaction)
      stage.down(40, 40)
      stage.wait(600)
      #expect(stage.window.keyTaker is MenuPanel && stage.flight() != nil)
      _ = stage.log.take()
      stage.move(60, 40)
      #expect(stage.log.lines == ["menu closed", "begin"] && stage.window.keyTaker == nil)
      stage.move(250, 250)
      stage.up(250, 250)
      stage.wait(400)
      #expect(place.texts == ["text"])
      // A finger that does not move leaves the menu.
      stage.down(40, 40)
      stage.wait(600)
      stage.up(40, 40)
      stage.wait(400)
      #expect(stage.window.keyTaker is MenuPanel && stage.flight() == nil)
    }
  }

  @Test func severalItemsAreCountedAndTheirPicturesGather() throws {
    try onStage { stage in
      let place = DragPlace(stage)
      place.items = (1...3).map { UIDragItem(itemProvider: NSItemProvider(object: "\($0)")) }
      let round = UIView(frame: Rect(0, 0, 20, 20))
      place.items[0].previewProvider = { UIDragPreview(view: round) }
      stage.lift(40, 40)
      let flight: DragFlight = try #require(stage.flight())
      #expect(flight.subviews.count == 1 && flight.subviews[0].bounds.size == Size(20, 20))
      let count: UILabel? = flight.subviews[0].subviews.lazy.compactMap { $0 as? UILabel }.first
      #expect(count?.text == "3")
      stage.move(250, 250)
      stage.up(250, 250)
      stage.wait(400)
      #expect(place.texts == ["1", "2", "3"])
    }
  }
}
