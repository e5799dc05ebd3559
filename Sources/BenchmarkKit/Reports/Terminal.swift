import LinuxSystem

/// A terminal that text is written to.
public struct Terminal: Sendable, Equatable {
  /// The width in characters; 80 where the terminal does not report it.
  public var columns: Int
  /// Whether colours may be used: see `init(_:)`.
  public var hasColours: Bool

  /// A terminal of a known kind, for tests.
  public init(columns: Int, hasColours: Bool) {
    self.columns = columns
    self.hasColours = hasColours
  }

  /// Nil when the descriptor is no terminal, or one that shows plain text only.
  ///
  /// No colours where the environment has `NO_COLOR` (https://no-color.org).
  public init?(_ descriptor: Int32) {
    guard isatty(descriptor) == 1, let kind = Environment.value("TERM"), kind != "dumb" else { return nil }
    var size = winsize()
    let hasSize = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    columns = hasSize ? Int(size.ws_col) : 80
    hasColours = Environment.value("NO_COLOR") == nil
  }
}
