/// An application's description for the router: its name, its wishes, and its windows.
public struct ClientDescription: Hashable, Sendable {
  /// A visible window, in points of the screen.
  public struct Window: Hashable, Sendable {
    /// The left edge, in points of the screen.
    public var x: Double
    /// The top edge, in points of the screen.
    public var y: Double
    /// In points, 0 or more. A negative one makes the description's packet invalid.
    public var width: Double
    /// In points, 0 or more, as `width`.
    public var height: Double

    /// Points of the screen, with the origin at the top left. A packet with a number that is not finite is
    /// refused.
    public init(x: Double, y: Double, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }

    /// The first edge is in, the last is out.
    public func contains(_ x: Double, _ y: Double) -> Bool {
      x >= self.x && x < self.x + width && y >= self.y && y < self.y + height
    }

    /// Whether nothing of the other one can be seen beside this one.
    public func covers(_ other: Window) -> Bool {
      x <= other.x && y <= other.y && x + width >= other.x + other.width
        && y + height >= other.y + other.height
    }

    var isFinite: Bool { x.isFinite && y.isFinite && width.isFinite && height.isFinite }
  }

  /// The name in lists and for `bringToFront`. The router reserves it for the user who used it first.
  public var name: String
  /// Whether it wants to be seen. The router decides; an application in the background gets no touches and no keys.
  public var wantsForeground: Bool
  /// Whether it gets remote control events, also in the background.
  public var wantsRemoteControl: Bool
  /// The windows, from back to front.
  public var windows: [Window]

  /// Bytes of UTF-8 that a packet has of a name; the rest is cut off.
  public static let longestName = 128
  /// Windows that a packet has; beyond that, those at the back are left out.
  public static let mostWindows = 64

  /// A description with `windows` from back to front. An application without windows is never covered, and gets
  /// no touches.
  public init(
    name: String, wantsForeground: Bool = true, wantsRemoteControl: Bool = false, windows: [Window] = []
  ) {
    self.name = name
    self.wantsForeground = wantsForeground
    self.wantsRemoteControl = wantsRemoteControl
    self.windows = windows
  }
}
