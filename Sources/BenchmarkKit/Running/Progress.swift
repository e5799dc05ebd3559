import LinuxSystem

/// A progress line on the terminal. Where standard error is no terminal nothing is written.
///
/// Threads may hand it to each other; one of them uses it at a time.
public final class Progress: @unchecked Sendable {
  private let isShown: Bool
  private var width = 0

  /// - Parameter isShown: nil: when standard error is a terminal.
  public init(isShown: Bool? = nil) {
    self.isShown = isShown ?? (isatty(2) == 1)
  }

  /// Shows a text in place of the last one.
  public func show(_ text: String) {
    guard isShown else { return }
    let text = Interruption.isRequested ? "\(text): the last one" : text
    let padding = String(repeating: " ", count: Swift.max(0, width - text.count))
    width = text.count
    Self.write("\r\(text)\(padding)")
  }

  /// Takes the line away.
  public func clear() {
    guard isShown, width > 0 else { return }
    show("")
    Self.write("\r")
  }

  private static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in _ = LinuxSystem.write(2, bytes.baseAddress, bytes.count) }
  }
}
