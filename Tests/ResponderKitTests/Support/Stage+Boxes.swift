import ResponderKit

/// What tests of animations and layers move, in a view that fills a white window.
extension Stage {
  /// A view of 100 by 100 points, shown in a frame before.
  func box(at origin: Point = .zero) -> UIView {
    let view = UIView(frame: Rect(origin: origin, size: Size(100, 100)))
    background().addSubview(view)
    wait(20)
    return view
  }

  /// A red layer of 100 by 100 points, shown in a frame before.
  func redLayer() -> CALayer {
    let layer = CALayer()
    layer.frame = Rect(0, 0, 100, 100)
    layer.backgroundColor = UIColor.red.cgColor
    background().layer.addSublayer(layer)
    wait(20)
    return layer
  }

  private func background() -> UIView {
    window.backgroundColor = .white
    return show(UIView(frame: UIScreen.main.bounds))
  }
}

extension UITableView {
  /// The texts of the rows that are shown.
  var texts: [String] { visibleCells.compactMap { $0.textLabel?.text } }
}

extension UIColor {
  /// What pictures have of it where it is bright.
  var bright: UIColor { resolvedColor(with: UITraitCollection(userInterfaceStyle: .light)) }
}
