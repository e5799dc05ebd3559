/// A layer whose bounds show colors that pass into each other.
open class CAGradientLayer: CALayer {
  /// A layer with the values that are shown now.
  open override func presentation() -> CAGradientLayer? { show(on: CAGradientLayer()) }

  private var gradientNow: Gradient { gradient ?? Gradient(colors: []) }

  private func set(_ key: LayerKey, _ change: (inout Gradient) -> Void) {
    var new = gradientNow
    change(&new)
    self.change(key, new != gradient) { state.look.gradient = new }
  }

  /// Colors: ``CGColor``s, and ``UIColor``s, which are resolved now. Others are left out.
  public final var colors: [Any]? {
    get { gradient?.colors }
    set {
      set(.colors) { $0.colors = (newValue ?? []).compactMap { $0 as? CGColor ?? ($0 as? UIColor)?.cgColor } }
    }
  }
  /// Where each color is, from 0 to 1, rising; nil: in equal steps.
  public final var locations: [Double]? {
    get { gradient?.locations }
    set { set(.locations) { $0.locations = newValue } }
  }
  /// In parts of the bounds: in the middle of the upper edge by default.
  public final var startPoint: Point {
    get { gradientNow.startPoint }
    set { set(.startPoint) { $0.startPoint = newValue } }
  }
  /// In parts of the bounds: in the middle of the lower edge by default.
  public final var endPoint: Point {
    get { gradientNow.endPoint }
    set { set(.endPoint) { $0.endPoint = newValue } }
  }
  /// Along the line between the points, from the first one outwards, or around it.
  public final var type: CAGradientLayerType {
    get { gradientNow.shape }
    set { set(.colors) { $0.shape = newValue } }
  }
}

/// How the colors of a ``CAGradientLayer`` lie: along a line, from a point outwards, or around it.
public typealias CAGradientLayerType = Gradient.Shape
