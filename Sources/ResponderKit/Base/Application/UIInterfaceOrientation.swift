/// The orientation of an interface.
public enum UIInterfaceOrientation: Int, Hashable, Sendable {
  /// Not known.
  case unknown
  /// Higher than wide.
  case portrait, portraitUpsideDown
  /// Wider than high.
  case landscapeRight, landscapeLeft

  /// Higher than wide.
  public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }
  /// Wider than high.
  public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }
}
