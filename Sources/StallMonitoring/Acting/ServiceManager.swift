import LinuxSystem
import RunLoopCore

/// The service manager that started this process and expects its notifications: systemd, or another one with its protocol.
///
/// ```swift
/// ServiceManager.current?.notify(.ready)
/// ```
public struct ServiceManager: Sendable, Equatable {
  /// A notification to the service manager.
  public enum Notice: Sendable, Equatable {
    /// The service has started: for units of `Type=notify`.
    case ready
    /// The service is stopping.
    case stopping
    /// A line about the service that `systemctl status` shows.
    case status(String)
    /// The service makes progress. A monitor can send this itself: `StallMonitor.Settings.notifiesWatchdog`.
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

  /// The socket on which it listens; a name that begins with @ is abstract.
  let socket: String
  /// The interval in which it expects `watchdog` notifications; nil when it expects none.
  public let watchdog: Duration?

  /// The service manager that the environment names; nil when there is none.
  public static var current: ServiceManager? {
    ServiceManager(variable: Environment.value)
  }

  /// - Parameter variable: the environment.
  init?(process: Int32 = getpid(), variable: (String) -> String?) {
    guard let socket = variable("NOTIFY_SOCKET"), DatagramSocket.isUsable(socket) else { return nil }
    self.socket = socket
    // A child inherits the environment, but is not the notified process.
    let isMeant = variable("WATCHDOG_PID").map { $0 == "\(process)" } ?? true
    let time = variable("WATCHDOG_USEC").flatMap { Int64($0) } ?? 0
    watchdog = isMeant && time > 0 && time < 1 << 50 ? .microseconds(time) : nil
  }

  /// Sends a notification, without waiting. False when it was refused, or nothing listens.
  @discardableResult
  public func notify(_ notice: Notice) -> Bool {
    DatagramSocket(socket)?.send(Array(notice.text.utf8)) ?? false
  }
}

/// A non-blocking socket for datagrams to a path in the file system or an abstract name.
final class DatagramSocket: Sendable {
  private let socket: Socket
  private let address: SocketAddress

  static func isUsable(_ place: String) -> Bool {
    (place.hasPrefix("/") || place.hasPrefix("@"))
      && (2...SocketAddress.longestPath).contains(place.utf8.count)
      && !place.utf8.contains(0)
  }

  /// Nil when the place is no valid address, or the process has no descriptor left.
  init?(_ place: String) {
    guard Self.isUsable(place), let socket = try? Socket(AF_UNIX, .datagrams, isBlocking: true) else {
      return nil
    }
    self.socket = socket
    address = place.hasPrefix("@") ? .abstract(String(place.dropFirst())) : .path(place)
  }

  deinit { socket.close() }

  /// False when it was not accepted: nothing listens, or the receiver's queue is full.
  func send(_ bytes: [UInt8]) -> Bool {
    socket.send(bytes, to: address, .dontWait) == bytes.count
  }
}
