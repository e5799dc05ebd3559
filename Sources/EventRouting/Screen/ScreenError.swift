/// The reason why a screen without a display server can not be used, or has ended.
public enum ScreenError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no device file of a screen, or none can be used; the reason for each.
  case noScreen([String])
  /// The file can not be opened.
  case notOpened(path: String, reason: String)
  /// The device has no buffers that a program can write to.
  case noMemory(path: String)
  /// No screen is connected, or none to the connector of this name; the names of all connectors.
  case notConnected(path: String, wanted: String?, connectors: [String])
  /// The connected screen has no mode of this size.
  case noMode(connector: String, wanted: String)
  /// The kernel refused a step.
  case refused(step: String, reason: String)
  /// The device's answer is invalid; the reason.
  case malformed(String)
  /// A descriptor can not be watched.
  case descriptor(String)
  /// The device was removed.
  case lost

  public var description: String {
    switch self {
    case .noScreen(let reasons):
      "no screen can be used\(reasons.isEmpty ? ": there is no /dev/dri/card*" : ": " + reasons.joined(separator: "; "))"
    case .notOpened(let path, let reason):
      "\(path) can not be opened: \(reason); is this user in the group 'video', or at the console?"
    case .noMemory(let path): "\(path) has no memory for pictures that a program draws ('dumb buffers')"
    case .notConnected(let path, let wanted, let connectors):
      "nothing is connected to \(wanted.map { "'\($0)' of " } ?? "")\(path); it has "
        + (connectors.isEmpty ? "no connectors" : connectors.joined(separator: ", "))
    case .noMode(let connector, let wanted): "the screen at \(connector) has no mode of \(wanted) pixels"
    case .refused(let step, let reason):
      "the screen refuses to \(step): \(reason); does a display server use it?"
    case .malformed(let what): "the screen's device answers what can not be: \(what)"
    case .descriptor(let what): what
    case .lost: "the screen's device was removed"
    }
  }
}
