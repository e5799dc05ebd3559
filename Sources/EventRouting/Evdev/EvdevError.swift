/// Why a device or a recording can not be read, or not to its end.
public enum EvdevError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It could not be opened.
  case notOpened(path: String, reason: String)
  /// The device reports contacts without identities (multi-touch protocol A).
  case protocolA(device: String)
  /// A line of a recording has no known form.
  case badLine(number: Int, text: String)
  /// Reading failed.
  case notRead(device: String, reason: String)
  /// The loop can not watch it.
  case notWatched(device: String, reason: String)

  public var description: String {
    switch self {
    case .notOpened(let path, let reason): "\(path) can not be opened: \(reason)"
    case .protocolA(let device):
      "'\(device)' speaks the multi-touch protocol A, whose contacts have no identity (SYN_MT_REPORT, no slots):"
        + " it is not read. Use a driver that speaks protocol B, or convert it with mtdev"
    case .badLine(let number, let text): "line \(number) is none of a recording: '\(text)'"
    case .notRead(let device, let reason): "'\(device)' can not be read any more: \(reason)"
    case .notWatched(let device, let reason): "'\(device)' can not be watched: \(reason)"
    }
  }
}
