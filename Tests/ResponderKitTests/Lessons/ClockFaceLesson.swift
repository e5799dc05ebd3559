import UIKit

// As in UIKit.

/// A clock that draws itself.
final class ClockFaceView: UIView {
  var hour = 10 { didSet { setNeedsDisplay() } }
  var minute = 8 { didSet { setNeedsDisplay() } }

  override func draw(_ rect: CGRect) {
    let center = CGPoint(x: bounds.midX, y: bounds.midY)
    let radius = min(bounds.width, bounds.height) / 2 - 4
    let face = UIBezierPath(ovalIn: bounds.insetBy(dx: 4, dy: 4))
    UIColor.white.setFill()
    face.fill()
    UIColor.black.setStroke()
    face.lineWidth = 4
    face.stroke()
    for mark in 0..<12 {
      let tick = UIBezierPath()
      let angle = CGFloat(mark) * .pi / 6
      tick.move(to: place(center, radius * 0.85, angle))
      tick.addLine(to: place(center, radius * 0.95, angle))
      tick.lineWidth = 2
      tick.stroke()
    }
    hand(center, radius * 0.5, CGFloat(hour % 12) * .pi / 6 + CGFloat(minute) * .pi / 360, 6)
    UIColor.systemRed.setStroke()
    hand(center, radius * 0.8, CGFloat(minute) * .pi / 30, 3)
  }

  private func hand(_ center: CGPoint, _ length: CGFloat, _ angle: CGFloat, _ width: CGFloat) {
    let path = UIBezierPath()
    path.move(to: center)
    path.addLine(to: place(center, length, angle))
    path.lineWidth = width
    path.stroke()
  }

  private func place(_ center: CGPoint, _ length: CGFloat, _ angle: CGFloat) -> CGPoint {
    let unit = CGPoint(x: 0, y: -length).applying(CGAffineTransform(rotationAngle: angle))
    return CGPoint(x: center.x + unit.x, y: center.y + unit.y)
  }
}
