import LinuxSystem
import RunLoopCore

/// The service manager that started this process and expects its notifications: systemd, or another one with its protocol.
///
/// ```swift
/// ServiceManager.current?.notify(.ready)
/// ```
public struct ServiceManager: Sendable, Equatable {
  /// What a service can tell it.
  public enum Notice: Sendable, Equatable {
    /// The service has started: for units of `Type=notify`.
    case ready
    /// It begins to end.
    case stopping
    /// What it does, in a line that `systemctl status` shows.
    case status(String)
    /// It makes progress. A monitor says so by itself: `StallMonitor.Settings.notifiesWatchdog`.
    case watchdog

    var text: String {
      switch self {
      case .ready: "READY=1"
      case .stopping: "STOPPING=1"
      case .status(let text): "STATUS=\(text.onOneLine)"
      case .watchdog: "WATCHDOG=1"
      }
    }
  }

  /// Where it listens; a name that begins with @ is one of the abstract kind.
  let socket: String
  /// Within which time it wants to hear that the service makes progress; nil when it does not want to.
  public let watchdog: Duration?

  /// As the environment names it; nil when there is none.
  public static var current: ServiceManager? {
    ServiceManager { name in getenv(name).map { String(cString: $0) } }
  }

  /// - Parameter variable: the environment.
  init?(process: Int32 = getpid(), variable: (String) -> String?) {
    guard let socket = variable("NOTIFY_SOCKET"), DatagramSocket.isUsable(socket) else { return nil }
    self.socket = socket
    // A child inherits the environment, and is not meant.
    let isMeant = variable("WATCHDOG_PID").map { $0 == "\(process)" } ?? true
    let time = variable("WATCHDOG_USEC").flatMap { Int64($0) } ?? 0
    watchdog = isMeant && time > 0 && time < 1 << 50 ? .microseconds(time) : nil
  }

  /// Notifies it. False when that was refused, or nothing listens. It does not wait.
  @discardableResult
  public func notify(_ notice: Notice) -> Bool {
    DatagramSocket(socket)?.send(Array(notice.text.utf8)) ?? false
  }
}

/// A socket that sends datagrams to a place in the file system, or to an abstract name, and never waits.
final class DatagramSocket: Sendable {
  private let descriptor: Int32
  private let place: String

  static func isUsable(_ place: String) -> Bool {
    (place.hasPrefix("/") || place.hasPrefix("@")) && (2...UnixAddress.longest).contains(place.utf8.count)
      && !place.utf8.contains(0)
  }

  /// Nil when the place can be none, or the process has no descriptor left.
  init?(_ place: String) {
    guard Self.isUsable(place) else { return nil }
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    self.place = place
  }

  deinit { close(descriptor) }

  /// False when it was not taken: nothing listens, or the receiver's queue is full.
  func send(_ bytes: [UInt8]) -> Bool {
    let isAbstract = place.hasPrefix("@")
    return UnixAddress.with(isAbstract ? String(place.dropFirst()) : place, isAbstract: isAbstract) {
      address, length in
      let flags = CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT)
      return uninterrupted { sendto(descriptor, bytes, bytes.count, flags, address, length) } == bytes.count
    } ?? false
  }
}
