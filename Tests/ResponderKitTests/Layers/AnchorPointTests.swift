import TestHarness
import Testing

@testable import ResponderKit

/// Views that turn around another point than their middle.
@Suite("A view's anchor", .hangLimit) struct AnchorPointTests {
  private func hand(_ stage: Stage) -> UIView {
    let root = stage.show(UIView(frame: stage.window.bounds))
    root.backgroundColor = .white
    let hand = UIView(frame: Rect(100, 50, 10, 100))
    hand.backgroundColor = .red
    root.addSubview(hand)
    return hand
  }

  @Test("Another anchor moves the view, as it moves a layer, and the center stays")
  func moves() {
    onStage { stage in
      let hand = hand(stage)
      hand.layer.anchorPoint = Point(0.5, 1)
      #expect(hand.anchorPoint == Point(0.5, 1) && hand.center == Point(105, 100))
      #expect(hand.frame == Rect(100, 0, 10, 100) && hand.layer.frame == hand.frame)
      hand.bounds.size = Size(20, 50)
      #expect(hand.frame == Rect(95, 50, 20, 50))
      hand.frame = Rect(100, 50, 10, 100)
      #expect(hand.center == Point(105, 150) && hand.bounds.size == Size(10, 100))
    }
  }

  @Test("It is shown, hit and converted as it is turned around the anchor")
  func turns() {
    onStage { stage in
      let hand = hand(stage)
      hand.anchorPoint = Point(0.5, 1)
      hand.center = Point(105, 150)
      hand.transform = AffineTransform(rotationAngle: .pi / 2)
      let picture = stage.window.snapshot()
      #expect(picture.color(x: 190, y: 150) == .red && picture.color(x: 105, y: 60) == .white)
      #expect(stage.window.hitTest(Point(190, 150), with: nil) === hand)
      let tip = hand.convert(Point(5, 0), to: nil)
      #expect(abs(tip.x - 205) < 1e-9 && abs(tip.y - 150) < 1e-9)
      #expect(abs(hand.frame.minX - 105) < 1e-9 && abs(hand.frame.width - 100) < 1e-9)
      hand.frame = hand.frame.offsetBy(dx: 10, dy: 0)
      #expect(abs(hand.center.x - 115) < 1e-9 && abs(hand.bounds.height - 100) < 1e-9)
    }
  }

  @Test("Constraints and masks place the frame, whatever the anchor is")
  func places() {
    onStage { stage in
      let hand = hand(stage)
      hand.translatesAutoresizingMaskIntoConstraints = false
      let root = hand.superview!
      NSLayoutConstraint.activate([
        hand.leadingAnchor.constraint(equalTo: root.leadingAnchor, constant: 30),
        hand.topAnchor.constraint(equalTo: root.topAnchor, constant: 40),
        hand.widthAnchor.constraint(equalToConstant: 60), hand.heightAnchor.constraint(equalToConstant: 80),
      ])
      stage.wait(20)
      hand.anchorPoint = .zero
      stage.wait(20)
      #expect(hand.frame == Rect(30, 40, 60, 80) && hand.center == Point(30, 40))
      let masked = UIView(frame: Rect(0, 0, 100, 100))
      masked.anchorPoint = Point(1, 1)
      masked.frame = Rect(0, 0, 100, 100)
      masked.transform = AffineTransform(scaleX: 1, y: -1)
      masked.autoresizingMask = .flexibleWidth
      let around = UIView(frame: Rect(0, 0, 100, 100))
      around.addSubview(masked)
      around.frame.size.width = 300
      #expect(masked.bounds.width == 300 && masked.center == Point(300, 100))
    }
  }
}
