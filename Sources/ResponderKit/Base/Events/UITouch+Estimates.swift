extension UITouch {
  /// Values of a stylus that a device may send later and more precisely.
  public struct Properties: OptionSet, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// How hard it presses.
    public static let force = Properties(rawValue: 1)
    /// The direction in which it leans.
    public static let azimuth = Properties(rawValue: 2)
    /// How far it leans.
    public static let altitude = Properties(rawValue: 4)
    /// Where it is.
    public static let location = Properties(rawValue: 8)
    /// How it is turned around itself.
    public static let roll = Properties(rawValue: 16)
  }

  /// Empty: all values are what the device has sent.
  public var estimatedProperties: Properties { [] }
  /// Empty: no device sends values later, so that `touchesEstimatedPropertiesUpdated` is never called.
  public var estimatedPropertiesExpectingUpdates: Properties { [] }
  /// Nil, as nothing is sent later.
  public var estimationUpdateIndex: Int? { nil }
}
