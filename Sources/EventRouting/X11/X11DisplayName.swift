/// The name of a display of this machine: `:0`, `:0.1`, `unix:0`.
public struct X11DisplayName: Hashable, Sendable, CustomStringConvertible {
  /// The number of the server.
  public let display: Int
  /// The number of the server's screen.
  public let screen: Int

  /// Reads a name such as `:0` or `unix:0.1`.
  public init(_ name: String) throws(X11Error) {
    guard let colon = name.lastIndex(of: ":") else { throw .badDisplayName(name) }
    let host = name[..<colon]
    let numbers = name[name.index(after: colon)...].split(separator: ".", omittingEmptySubsequences: false)
    guard numbers.count == 1 || numbers.count == 2, let display = Self.number(numbers[0]) else {
      throw .badDisplayName(name)
    }
    var screen = 0
    if numbers.count == 2 {
      guard let number = Self.number(numbers[1]) else { throw .badDisplayName(name) }
      screen = number
    }
    guard host.isEmpty || host == "unix" || host.hasSuffix("/unix") else { throw .remoteDisplay(name) }
    self.display = display
    self.screen = screen
  }

  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.count <= 6, text.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(text)
  }

  /// The server's socket.
  public var path: String { "/tmp/.X11-unix/X\(display)" }

  public var description: String { screen == 0 ? ":\(display)" : ":\(display).\(screen)" }
}
