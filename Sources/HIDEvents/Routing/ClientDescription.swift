/// What an application says of itself to the router: who it is, what it wants, and where its windows are.
public struct ClientDescription: Hashable, Sendable {
  /// A visible window, in points of the screen.
  public struct Window: Hashable, Sendable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

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

  public var name: String
  /// It wants to be seen. The router decides; an application in the background gets no touches and no keys.
  public var wantsForeground: Bool
  /// Remote control events are for it, also in the background.
  public var wantsRemoteControl: Bool
  /// From back to front.
  public var windows: [Window]

  public static let longestName = 128
  public static let mostWindows = 64

  public init(
    name: String, wantsForeground: Bool = true, wantsRemoteControl: Bool = false, windows: [Window] = []
  ) {
    self.name = name
    self.wantsForeground = wantsForeground
    self.wantsRemoteControl = wantsRemoteControl
    self.windows = windows
  }
}
