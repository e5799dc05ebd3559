/// The shadow of letters: the value of the attribute `shadow`.
///
/// A shadow that is changed while a text has it is seen when a program draws the text next. Labels have what it was when their text was set;
/// text views and fields show the change where they lay their text out anew.
public final class NSShadow: NSObject {
  /// How far the shadow is moved to the right and down, in points; nothing by default.
  public var shadowOffset = Size.zero
  /// How blurred the shadow is: twice the standard deviation, in points; 0, the default: sharp.
  public var shadowBlurRadius = 0.0
  /// A `UIColor` or a `CGColor`, by default black, to a third opaque; nil: there is no shadow.
  public var shadowColor: Any? = UIColor(white: 0, alpha: 1.0 / 3)

  /// A sharp shadow exactly below the letters, until its values are set.
  public override init() { super.init() }

  /// Another shadow with the same values.
  public func copy() -> Any {
    let copy = NSShadow()
    (copy.shadowOffset, copy.shadowBlurRadius) = (shadowOffset, shadowBlurRadius)
    copy.shadowColor = shadowColor
    return copy
  }

  /// Equal with equal values.
  public override func isEqual(_ object: Any?) -> Bool { (object as? NSShadow)?.look == look }
  /// The same for equal values.
  public override var hash: Int { look.hashValue }

  var look: ShadowLook {
    func number(_ value: Double, _ least: Double) -> Double {
      value.isFinite ? min(max(value, least), 10_000) : 0
    }
    return ShadowLook(
      offset: Size(number(shadowOffset.width, -10_000), number(shadowOffset.height, -10_000)),
      blur: number(shadowBlurRadius, 0),
      color: shadowColor as? UIColor ?? (shadowColor as? CGColor).map { UIColor(cgColor: $0) })
  }
}

/// What a shadow says, in numbers that can be drawn.
struct ShadowLook: Hashable {
  var offset: Size
  var blur: Double
  var color: UIColor?

  /// The shadow in the place that is drawn.
  var shown: Drawing.Shadow? {
    color.map {
      Drawing.Shadow(offset: Point(offset.width, offset.height), deviation: blur / 2, color: $0.cgColor)
    }
  }
}
