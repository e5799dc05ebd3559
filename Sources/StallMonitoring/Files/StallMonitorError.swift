/// Why a stall monitor can not do something, and what would help.
public enum StallMonitorError: Error, Sendable, Equatable, CustomStringConvertible {
  /// An invalid setting: its name, its value, and the allowed values.
  case badSetting(name: String, value: String, allowed: String)
  /// The folder for reports can not be used: its path and the system's reason.
  case unusableFolder(path: String, reason: String)
  /// The shared page can not be made or read.
  case noSharedPage(path: String, reason: String)
  /// A file can not be written: its path and the system's reason.
  case unwritable(path: String, reason: String)
  /// The metrics can not be offered on a port of 127.0.0.1.
  case noEndpoint(port: UInt16, reason: String)
  /// No thread could be started.
  case noThread(reason: String)
  /// Another process can not be watched from outside: its number and why.
  case unwatchable(process: Int32, reason: String)
  /// A record or page whose version or contents can not be read.
  case unreadable(path: String, reason: String)

  public var description: String {
    switch self {
    case .badSetting(let name, let value, let allowed): "\(name) can not be \(value): it may be \(allowed)"
    case .unusableFolder(let path, let reason): "the folder of reports \(path) can not be used: \(reason)"
    case .noSharedPage(let path, let reason): "the page \(path) can not be shared: \(reason)"
    case .unwritable(let path, let reason): "\(path) can not be written: \(reason)"
    case .noEndpoint(let port, let reason): "metrics can not be offered on 127.0.0.1:\(port): \(reason)"
    case .noThread(let reason): "the monitor's thread can not be started: \(reason)"
    case .unwatchable(let process, let reason): "process \(process) can not be watched: \(reason)"
    case .unreadable(let path, let reason): "\(path) can not be read: \(reason)"
    }
  }
}
