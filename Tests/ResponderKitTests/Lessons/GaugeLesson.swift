import UIKit

// As in UIKit.

/// The layer of a gauge, drawn by a program's own class.
final class GaugeLayer: CALayer {
  var value: CGFloat = 0.3 { didSet { setNeedsDisplay() } }
  override init() { super.init(); contentsScale = UIScreen.main.scale }
  override init(layer: Any) {
    super.init(layer: layer)
    if let other = layer as? GaugeLayer { value = other.value }
  }
  required init?(coder: NSCoder) { fatalError() }
  override func draw(in ctx: CGContext) {
    let center = CGPoint(x: bounds.midX, y: bounds.midY)
    let radius = min(bounds.width, bounds.height) / 2 - 14
    ctx.setLineWidth(20)
    ctx.setLineCap(.round)
    ctx.setStrokeColor(UIColor.systemGray5.cgColor)
    ctx.addArc(center: center, radius: radius, startAngle: .pi * 0.75, endAngle: .pi * 2.25, clockwise: false)
    ctx.strokePath()
    ctx.saveGState()
    ctx.addArc(
      center: center, radius: radius, startAngle: .pi * 0.75, endAngle: .pi * (0.75 + 1.5 * value),
      clockwise: false)
    ctx.replacePathWithStrokedPath()
    ctx.clip()
    let gradient = CGGradient(
      colorsSpace: CGColorSpaceCreateDeviceRGB(),
      colors: [UIColor.systemGreen.cgColor, UIColor.systemRed.cgColor] as CFArray,
      locations: [0, 1])!
    ctx.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: bounds.width, y: 0), options: [])
    ctx.restoreGState()
    UIGraphicsPushContext(ctx)
    let text = "\(Int(value * 100)) %" as NSString
    let attributes: [NSAttributedString.Key: Any] = [
      .font: UIFont.boldSystemFont(ofSize: 36), .foregroundColor: UIColor.darkGray,
    ]
    let size = text.size(withAttributes: attributes)
    text.draw(
      at: CGPoint(x: center.x - size.width / 2, y: center.y - size.height / 2), withAttributes: attributes)
    UIGraphicsPopContext()
  }
}

final class GaugeView: UIView {
  override class var layerClass: AnyClass { GaugeLayer.self }
  var gauge: GaugeLayer { layer as! GaugeLayer }
}

final class GaugeViewController: UIViewController {
  let gaugeView = GaugeView(frame: CGRect(x: 65, y: 120, width: 260, height: 260))
  let slider = UISlider(frame: CGRect(x: 40, y: 420, width: 310, height: 34))
  let tinted = UIImageView(frame: CGRect(x: 65, y: 500, width: 260, height: 200))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    view.addSubview(gaugeView)
    gaugeView.layer.setNeedsDisplay()
    slider.value = 0.3
    slider.addAction(
      UIAction { [unowned self] _ in gaugeView.gauge.value = CGFloat(slider.value) }, for: .valueChanged)
    view.addSubview(slider)
    view.addSubview(tinted)
    tinted.contentMode = .center
    tinted.image = tint(
      UIImage(systemName: "cloud.sun.fill", withConfiguration: UIImage.SymbolConfiguration(pointSize: 120))!,
      with: [.systemOrange, .systemPurple])
  }

  /// A picture filled by a gradient through a mask.
  func tint(_ image: UIImage, with colors: [UIColor]) -> UIImage {
    UIGraphicsImageRenderer(size: image.size).image { context in
      let ctx = context.cgContext
      let rect = CGRect(origin: .zero, size: image.size)
      ctx.translateBy(x: 0, y: image.size.height)
      ctx.scaleBy(x: 1, y: -1)
      ctx.clip(to: rect, mask: image.cgImage!)
      let gradient = CGGradient(
        colorsSpace: CGColorSpaceCreateDeviceRGB(), colors: colors.map(\.cgColor) as CFArray, locations: nil)!
      ctx.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: 0, y: rect.height), options: [])
    }
  }
}
