/// Lets programs use a slider's numbers as `Float`, as in UIKit, where something expects that; otherwise they are `Double`.
public protocol FloatValued: AnyObject {}

extension UISlider: FloatValued {}

extension FloatValued where Self: UISlider {
  /// ``UISlider/value`` as a `Float`.
  public var value: Float {
    get { Float(doubleValue) }
    set { setValue(Double(newValue), animated: false) }
  }
  /// ``UISlider/minimumValue`` as a `Float`.
  public var minimumValue: Float {
    get { Float(leastValue) }
    set { leastValue = Double(newValue) }
  }
  /// ``UISlider/maximumValue`` as a `Float`.
  public var maximumValue: Float {
    get { Float(mostValue) }
    set { mostValue = Double(newValue) }
  }
  /// Sets the value from a `Float`.
  @_disfavoredOverload
  public func setValue(_ value: Float, animated: Bool) { setValue(Double(value), animated: animated) }
}

extension UISlider {
  // The numbers by other names: those of the protocol's extension hide them there.
  fileprivate final var doubleValue: Double { value }
  fileprivate final var leastValue: Double {
    get { minimumValue }
    set { minimumValue = newValue }
  }
  fileprivate final var mostValue: Double {
    get { maximumValue }
    set { maximumValue = newValue }
  }
}
