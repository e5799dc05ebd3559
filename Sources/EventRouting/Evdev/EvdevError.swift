/// Why a device or a recording is not read, or no further.
public enum EvdevError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It could not be opened.
  case notOpened(path: String, reason: String)
  /// It tells contacts without saying which is which.
  case protocolA(device: String)
  /// A line of a recording is none.
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
