/// How a device is held: `HIDEvent.Orientation`, or not known.
public enum UIDeviceOrientation: Int, Hashable, Sendable, CaseIterable {
  /// Nothing has been reported.
  case unknown
  /// Upright.
  case portrait
  /// Upright, with the lower edge on top.
  case portraitUpsideDown
  /// Turned to the left.
  case landscapeLeft
  /// Turned to the right.
  case landscapeRight
  /// Lying, with the screen upwards.
  case faceUp
  /// Lying, with the screen downwards.
  case faceDown

  /// Upright, either way up.
  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  /// Turned to a side.
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}

/// Orientations in which an interface may be shown.
public struct UIInterfaceOrientationMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// The device is upright.
  public static let portrait = Self(rawValue: 1 << 1)
  /// The device is upright, with the lower edge on top.
  public static let portraitUpsideDown = Self(rawValue: 1 << 2)
  /// The device is turned to the right, and so the interface to the left.
  public static let landscapeLeft = Self(rawValue: 1 << 4)
  /// The device is turned to the left, and so the interface to the right.
  public static let landscapeRight = Self(rawValue: 1 << 3)
  /// Turned to a side.
  public static let landscape: Self = [.landscapeLeft, .landscapeRight]
  /// Each of them.
  public static let all: Self = [.portrait, .portraitUpsideDown, .landscape]
  /// Each but with the lower edge on top.
  public static let allButUpsideDown: Self = [.portrait, .landscape]

  /// Whether an interface is turned with a device that is held so.
  func supports(_ orientation: UIDeviceOrientation) -> Bool {
    switch orientation {
    case .portrait: contains(.portrait)
    case .portraitUpsideDown: contains(.portraitUpsideDown)
    case .landscapeLeft: contains(.landscapeRight)
    case .landscapeRight: contains(.landscapeLeft)
    case .unknown, .faceUp, .faceDown: false
    }
  }
}
