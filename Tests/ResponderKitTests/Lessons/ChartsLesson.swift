import UIKit

// As in UIKit.

struct DataPoint { let label: String; let value: CGFloat; let color: UIColor }
class BarChartView: UIView {
  var points: [DataPoint] = [] { didSet { setNeedsDisplay() } }
  override init(frame: CGRect) { super.init(frame: frame); isOpaque = false; contentMode = .redraw }
  required init?(coder: NSCoder) { super.init(coder: coder) }
  override func draw(_ rect: CGRect) {
    guard let context = UIGraphicsGetCurrentContext(), let maximum = points.map(\.value).max() else { return }
    let inset = bounds.insetBy(dx: 30, dy: 24)
    context.saveGState()
    context.setStrokeColor(UIColor.separator.cgColor)
    context.setLineWidth(1 / UIScreen.main.scale)
    context.setLineDash(phase: 0, lengths: [4, 2])
    for i in 0...4 {
      let y = inset.maxY - inset.height * CGFloat(i) / 4
      context.move(to: CGPoint(x: inset.minX, y: y))
      context.addLine(to: CGPoint(x: inset.maxX, y: y))
    }
    context.strokePath()
    context.restoreGState()
    let width = inset.width / CGFloat(points.count)
    for (i, p) in points.enumerated() {
      let h = inset.height * p.value / maximum
      let bar = CGRect(x: inset.minX + CGFloat(i) * width + 4, y: inset.maxY - h, width: width - 8, height: h)
      p.color.setFill()
      UIBezierPath(
        roundedRect: bar, byRoundingCorners: [.topLeft, .topRight], cornerRadii: CGSize(width: 6, height: 6)
      ).fill()
      let style = NSMutableParagraphStyle()
      style.alignment = .center
      let attributes: [NSAttributedString.Key: Any] = [
        .font: UIFont.systemFont(ofSize: 11), .foregroundColor: UIColor.secondaryLabel,
        .paragraphStyle: style,
      ]
      p.label.draw(
        in: CGRect(x: bar.minX - 4, y: inset.maxY + 4, width: width, height: 16), withAttributes: attributes)
      let s = NSAttributedString(string: "\(Int(p.value))", attributes: attributes)
      s.draw(
        with: CGRect(x: bar.minX - 4, y: bar.minY - 16, width: width, height: 16),
        options: [.usesLineFragmentOrigin, .truncatesLastVisibleLine], context: nil)
    }
  }
}
class PieChartView: UIView {
  var points: [DataPoint] = [] { didSet { setNeedsDisplay() } }
  override func draw(_ rect: CGRect) {
    let ctx = UIGraphicsGetCurrentContext()!
    let center = CGPoint(x: bounds.midX, y: bounds.midY), radius = min(bounds.width, bounds.height) / 2 - 4
    let total = points.reduce(0) { $0 + $1.value }
    var start = -CGFloat.pi / 2
    for p in points {
      let end = start + 2 * .pi * p.value / total
      ctx.setFillColor(p.color.cgColor)
      ctx.move(to: center)
      ctx.addArc(center: center, radius: radius, startAngle: start, endAngle: end, clockwise: false)
      ctx.closePath()
      ctx.fillPath()
      start = end
    }
    ctx.setBlendMode(.clear)
    ctx.fillEllipse(in: CGRect(x: center.x - 40, y: center.y - 40, width: 80, height: 80))
  }
}
class LineChartView: UIView {
  var values: [CGFloat] = [] { didSet { update() } }
  private let line = CAShapeLayer(), fill = CAGradientLayer(), maskLayer = CAShapeLayer()
  override func layoutSubviews() { super.layoutSubviews(); update() }
  private func update() {
    guard values.count > 1, bounds.width > 0 else { return }
    let step = bounds.width / CGFloat(values.count - 1)
    let points = values.enumerated().map {
      CGPoint(x: CGFloat($0.offset) * step, y: bounds.height * (1 - $0.element))
    }
    let path = UIBezierPath()
    path.move(to: points[0])
    for (a, b) in zip(points, points.dropFirst()) {
      let mid = (a.x + b.x) / 2
      path.addCurve(to: b, controlPoint1: CGPoint(x: mid, y: a.y), controlPoint2: CGPoint(x: mid, y: b.y))
    }
    line.path = path.cgPath
    line.strokeColor = UIColor.systemBlue.cgColor
    line.fillColor = nil
    line.lineWidth = 3
    line.lineJoin = .round
    let area = path.copy() as! UIBezierPath
    area.addLine(to: CGPoint(x: bounds.maxX, y: bounds.maxY))
    area.addLine(to: CGPoint(x: 0, y: bounds.maxY))
    area.close()
    maskLayer.path = area.cgPath
    fill.frame = bounds
    fill.colors = [
      UIColor.systemBlue.withAlphaComponent(0.4).cgColor, UIColor.systemBlue.withAlphaComponent(0).cgColor,
    ]
    fill.mask = maskLayer
    if fill.superlayer == nil { layer.addSublayer(fill); layer.addSublayer(line) }
  }
  func animate() {
    let a = CABasicAnimation(keyPath: "strokeEnd")
    a.fromValue = 0; a.toValue = 1; a.duration = 1.2
    a.timingFunction = .init(controlPoints: 0.4, 0, 0.2, 1)
    line.add(a, forKey: "line")
  }
}
class ChartsViewController: UIViewController {
  let bars = BarChartView(frame: CGRect(x: 20, y: 60, width: 350, height: 200))
  let pie = PieChartView(frame: CGRect(x: 95, y: 280, width: 200, height: 200))
  let lines = LineChartView(frame: CGRect(x: 20, y: 500, width: 350, height: 150))
  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    pie.backgroundColor = .clear
    let p = [
      DataPoint(label: "Mon", value: 30, color: .systemRed),
      DataPoint(label: "Tue", value: 70, color: .systemOrange),
      DataPoint(label: "Wed", value: 45, color: .systemGreen),
      DataPoint(label: "Thu", value: 90, color: .systemBlue),
    ]
    bars.points = p
    pie.points = p
    lines.values = [0.1, 0.4, 0.3, 0.8, 0.6, 0.9]
    [bars, pie, lines].forEach(view.addSubview)
    lines.layer.borderColor = UIColor.separator.cgColor
  }
  override func viewDidAppear(_ animated: Bool) { super.viewDidAppear(animated); lines.animate() }
  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    super.traitCollectionDidChange(previousTraitCollection)
    if traitCollection.hasDifferentColorAppearance(comparedTo: previousTraitCollection) {
      bars.setNeedsDisplay()
    }
  }
}
