import UIKit

// As in UIKit.

/// Paper to draw on with fingers.
final class PaintView: UIView {
  private var lines: [UITouch: [CGPoint]] = [:]
  private(set) var finished: [[CGPoint]] = []

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = .white
    isMultipleTouchEnabled = true
  }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    for touch in touches { lines[touch] = [touch.location(in: self)] }
  }

  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    for touch in touches {
      for place in event?.coalescedTouches(for: touch) ?? [touch] {
        lines[touch]?.append(place.location(in: self))
      }
    }
    setNeedsDisplay()
  }

  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    for touch in touches {
      if let line = lines.removeValue(forKey: touch) { finished.append(line) }
    }
    setNeedsDisplay()
  }

  override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    for touch in touches { lines[touch] = nil }
    setNeedsDisplay()
  }

  override func draw(_ rect: CGRect) {
    UIColor.systemBlue.setStroke()
    for line in finished + Array(lines.values) where line.count > 1 {
      let path = UIBezierPath()
      path.lineWidth = 5
      path.move(to: line[0])
      for point in line.dropFirst() { path.addLine(to: point) }
      path.stroke()
    }
  }
}
