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

/// Runs `body` with a box whose center is at x 0.
func onBox(_ body: @escaping @Sendable (Stage, UIView) -> Void) {
  onStage { stage in
    let view = stage.box()
    view.center.x = 0
    stage.wait(20)
    body(stage, view)
  }
}

/// Animates the view's center to another x.
func animateCenter(
  of view: UIView, toX x: Double, in seconds: Double = 0.4, delay: Double = 0,
  options: UIView.AnimationOptions = .curveLinear, completion: ((Bool) -> Void)? = nil
) {
  UIView.animate(
    withDuration: seconds, delay: delay, options: options, animations: { view.center.x = x },
    completion: completion)
}

func isNear(_ value: Double, _ wanted: Double, by distance: Double = 5) -> Bool {
  abs(value - wanted) < distance
}

extension UITableView {
  /// The texts of the rows that are shown.
  var texts: [String] { visibleCells.compactMap { $0.textLabel?.text } }
}

extension UIColor {
  /// What pictures have of it where it is bright.
  var bright: UIColor { resolvedColor(with: UITraitCollection(userInterfaceStyle: .light)) }
}
