import HIDEvents
import ResponderKit
import TestHarness
import Testing

/// The programs beside this file, written as UIKit's lessons are: each compiles with at most one line changed, and does what it
/// is to show.
@Suite(.hangLimit) struct LessonTests {
  @Test func buttonsChangeANumber() {
    onStage { stage in
      let controller = CounterViewController()
      stage.show(controller)
      stage.wait(20)
      for _ in 0..<3 { stage.tap(controller.plus.frame.midX, controller.plus.frame.midY, after: 500) }
      stage.tap(controller.minus.frame.midX, controller.minus.frame.midY, after: 500)
      #expect(controller.label.text == "2")
      #expect(controller.minus.frame.maxX < controller.plus.frame.minX)
    }
  }

  @Test func slidersMixAColor() throws {
    try onStage { stage in
      let controller = ColorMixerViewController()
      stage.show(controller)
      stage.wait(20)
      let slider = controller.sliders[0]
      let knob = slider.convert(slider.knobRect.center, to: nil)
      stage.down(knob.x, knob.y)
      for step in 1...10 { stage.move(knob.x + Double(step) * 40, knob.y) }
      stage.up(knob.x + 400, knob.y)
      let color = try #require(controller.swatch.backgroundColor)
      #expect(color.red == 1 && color.green == 0.5 && color.blue == 0.5)
    }
  }

  @Test func aBoxIsDraggedAndSpringsBack() {
    onStage { stage in
      let controller = DragViewController()
      stage.show(controller)
      stage.wait(20)
      stage.down(150, 200)
      for step in 1...10 { stage.move(150 + Double(step) * 10, 200) }
      // All but the length that tells a drag from a tap.
      #expect(controller.box.center.x > 235 && controller.box.center.x <= 250)
      #expect(controller.box.center.y == 200)
      stage.up(250, 200)
      stage.wait(1000)
      #expect(controller.box.center == CGPoint(x: 150, y: 200))
      #expect(controller.box.presentationFrame == controller.box.frame)
    }
  }

  @Test func twoFingersTurnAndEnlargeACard() {
    onStage { stage in
      let controller = PhotoViewController()
      stage.show(controller)
      stage.wait(20)
      let center = controller.card.center
      let fingers = { (distance: Double, phase: HIDEvent.Contact.Phase) in
        stage.send(
          [
            .init(1, phase, x: center.x - distance, y: center.y),
            .init(2, phase, x: center.x + distance, y: center.y),
          ], after: 10)
      }
      fingers(20, .began)
      for distance in stride(from: 25.0, through: 60, by: 5) { fingers(distance, .moved) }
      fingers(60, .ended)
      let scale = controller.card.transform.a
      #expect(scale > 1.5 && scale <= 3)
      for _ in 0..<2 { stage.tap(center.x, center.y, after: 50) }
      stage.wait(100)
      #expect(controller.card.transform == .identity)
    }
  }

  @Test func aRowIsTapped() {
    onStage { stage in
      let controller = PlanetsViewController()
      stage.show(controller)
      stage.wait(20)
      let names = controller.tableView.visibleCells.compactMap { $0.textLabel?.text }
      #expect(names.prefix(3) == ["Mercury", "Venus", "Earth"])
      stage.tap(100, 150)
      stage.wait(300)
      #expect(controller.title == "Earth")
      #expect(controller.tableView.indexPathForSelectedRow == nil)
    }
  }

  @Test func aPageIsTurned() {
    onStage { stage in
      let controller = PagesViewController()
      stage.show(controller)
      stage.wait(20)
      stage.down(350, 400)
      for step in 1...6 { stage.move(350 - Double(step) * 30, 400) }
      stage.up(170, 400)
      stage.wait(1000)
      #expect(controller.label.text == "Page 2")
      #expect(controller.scrollView.contentOffset == CGPoint(x: 390, y: 0))
    }
  }

  @Test func animationsFollowEachOther() {
    onStage { stage in
      let controller = AnimationViewController()
      stage.show(controller)
      stage.wait(150)
      let shown = controller.ball.presentationFrame
      #expect(shown.minX > 20 && shown.midX < 340 && controller.ball.center.x == 340)
      stage.wait(1500)
      #expect(controller.steps == ["moved", "grown", "gone"])
      #expect(controller.ball.superview == nil)
    }
  }

  @Test func aViewDrawsAClock() {
    onStage { stage in
      let clock = stage.show(ClockFaceView(frame: CGRect(x: 0, y: 0, width: 200, height: 200)))
      stage.window.backgroundColor = .systemGray
      clock.hour = 3
      clock.minute = 0
      let picture = stage.window.snapshot()
      // The hand of the hours to the right, that of the minutes up, white elsewhere; beyond the face the window.
      #expect(picture.color(x: 130, y: 100) == .black)
      #expect(picture.color(x: 100, y: 60) == UIColor.systemRed.bright)
      #expect(picture.color(x: 60, y: 100) == .white)
      #expect(picture.color(x: 8, y: 8) == UIColor.systemGray.bright)
      clock.hour = 9
      #expect(stage.window.snapshot().color(x: 60, y: 100) == .black)
    }
  }

  @Test func aSwitchShowsItsDetails() {
    onStage { stage in
      let controller = FormViewController()
      stage.show(controller)
      stage.wait(20)
      #expect(controller.details.isHidden)
      let place = controller.enabled.convert(controller.enabled.bounds.center, to: nil)
      stage.tap(place.x, place.y)
      stage.wait(400)
      #expect(controller.enabled.isOn && !controller.details.isHidden)
      #expect(controller.details.frame.height > controller.details.font.lineHeight)
    }
  }

  @Test func fingersPaint() throws {
    try onStage { stage in
      let paper = stage.show(PaintView(frame: CGRect(x: 0, y: 0, width: 390, height: 844)))
      stage.down(50, 100)
      for step in 1...10 { stage.move(50 + Double(step) * 20, 100) }
      stage.up(250, 100)
      let line = try #require(paper.finished.first)
      #expect(paper.finished.count == 1 && line.count == 11 && line.last == CGPoint(x: 250, y: 100))
      let picture = stage.window.snapshot()
      #expect(
        picture.color(x: 150, y: 100) == UIColor.systemBlue.bright && picture.color(x: 150, y: 110) == .white)
    }
  }

  @Test func controllersComeAndGo() {
    onStage { stage in
      let first = FirstViewController()
      stage.show(UINavigationController(rootViewController: first))
      stage.wait(20)
      stage.tap(100, 140)
      stage.wait(100)
      #expect(
        first.log == ["first loaded", "first will appear", "first disappeared", "detail appeared"]
          || first.log == ["first loaded", "first will appear", "detail appeared", "first disappeared"])
      stage.tap(100, 60)
      stage.wait(100)
      #expect(first.log.last == "first will appear")
    }
  }
}

/// Paths of lines and curves.
@Suite(.hangLimit) struct BezierPathTests {
  @Test func aPathGoesAroundItsInside() {
    let ring = UIBezierPath(ovalIn: Rect(0, 0, 100, 100))
    let hole = UIBezierPath()
    hole.addArc(withCenter: Point(50, 50), radius: 20, startAngle: 0, endAngle: -2 * .pi, clockwise: false)
    hole.close()
    ring.append(hole)
    #expect(ring.contains(Point(10, 50)) && !ring.contains(Point(50, 50)) && !ring.contains(Point(5, 5)))
    #expect(abs(ring.bounds.minX) < 0.1 && abs(ring.bounds.maxY - 100) < 0.1)
    let picture = Bitmap(width: 100, height: 100)
    picture.clear(PixelRect(x: 0, y: 0, width: 100, height: 100), to: .white)
    onStage { stage in
      final class Ring: UIView {
        var path = UIBezierPath()
        override func draw(_ rect: Rect) {
          UIColor.red.set()
          path.fill()
        }
      }
      let view = Ring(frame: Rect(0, 0, 100, 100))
      view.path = {
        let ring = UIBezierPath(ovalIn: Rect(0, 0, 100, 100))
        let hole = UIBezierPath()
        hole.addArc(
          withCenter: Point(50, 50), radius: 20, startAngle: 0, endAngle: -2 * .pi, clockwise: false)
        hole.close()
        ring.append(hole)
        return ring
      }()
      stage.window.backgroundColor = .white
      stage.show(view)
      let picture = stage.window.snapshot()
      #expect(picture.color(x: 10, y: 50) == .red && picture.color(x: 50, y: 50) == .white)
      // The way to the hole is gone there and back.
      #expect(picture.color(x: 80, y: 50) == .red && picture.color(x: 3, y: 3) == .white)
    }
  }

  @Test func curvesEndWhereTheyAreToEnd() {
    let path = UIBezierPath()
    path.move(to: Point(0, 0))
    path.addQuadCurve(to: Point(10, 0), controlPoint: Point(5, 10))
    #expect(path.currentPoint == Point(10, 0) && abs(path.bounds.maxY - 5) < 0.1)
    path.addCurve(to: Point(20, 0), controlPoint1: Point(10, -8), controlPoint2: Point(20, -8))
    #expect(path.currentPoint == Point(20, 0) && abs(path.bounds.minY + 6) < 0.1)
    path.close()
    #expect(path.currentPoint == .zero)
    path.addLine(to: Point(0, 50))
    #expect(path.bounds.maxY == 50)
    path.apply(AffineTransform(scaleX: 2, y: 2))
    #expect(path.bounds.maxY == 100)
    path.removeAllPoints()
    #expect(path.isEmpty && path.bounds == .zero && !path.contains(.zero))
  }

  @Test func anArcGoesTheWayThatIsRequested() {
    // From the right, clockwise: down first.
    let short = UIBezierPath(arcCenter: .zero, radius: 10, startAngle: 0, endAngle: .pi / 2, clockwise: true)
    #expect(short.bounds.minX > -0.1 && short.bounds.minY > -0.1)
    let long = UIBezierPath(arcCenter: .zero, radius: 10, startAngle: 0, endAngle: .pi / 2, clockwise: false)
    #expect(abs(long.bounds.minX + 10) < 0.1 && abs(long.bounds.minY + 10) < 0.1)
    let round = UIBezierPath(roundedRect: Rect(0, 0, 40, 20), cornerRadius: 100)
    #expect(round.contains(Point(20, 10)) && !round.contains(Point(1, 1)) && round.contains(Point(10, 1)))
  }

  @Test func numbersThatAreNoneDoNoHarm() {
    let path = UIBezierPath()
    path.addQuadCurve(to: Point(.nan, 0), controlPoint: Point(0, .infinity))
    path.addArc(withCenter: .zero, radius: .infinity, startAngle: .nan, endAngle: 1, clockwise: true)
    path.addArc(withCenter: .zero, radius: 1e300, startAngle: 0, endAngle: 1, clockwise: true)
    path.close()
    _ = path.contains(.zero)
    #expect(!path.isEmpty)
    UIBezierPath().fill()
    UIBezierPath().stroke()
  }
}
