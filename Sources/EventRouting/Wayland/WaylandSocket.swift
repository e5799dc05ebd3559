import LinuxSystem
import RunLoopCore

/// The desktop that the environment names.
public enum DesktopEnvironment {
  /// Whether it is a Wayland compositor, and not an X server, too.
  public static var isWayland: Bool {
    (value("WAYLAND_SOCKET") ?? value("WAYLAND_DISPLAY")) != nil && value("DISPLAY") == nil
  }

  /// Nil for a variable that is empty, too.
  static func value(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}

/// The way to a compositor.
enum WaylandSocket {
  /// Connects without waiting: a compositor's queue of connections that is full is an error.
  static func connect(_ name: String?) throws(WaylandError) -> Int32 {
    if name == nil, let inherited = DesktopEnvironment.value("WAYLAND_SOCKET") { return try take(inherited) }
    let name = name ?? DesktopEnvironment.value("WAYLAND_DISPLAY") ?? "wayland-0"
    let path: String
    if name.hasPrefix("/") {
      path = name
    } else {
      guard let folder = DesktopEnvironment.value("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else {
        throw .noDisplay
      }
      path = "\(folder)/\(name)"
    }
    let kind = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else {
      throw .descriptor("no socket for the Wayland connection: error number \(Errno.last.code)")
    }
    let result = UnixAddress.with(path) { address, length in
      while LinuxSystem.connect(descriptor, address, length) != 0 {
        if !Errno.last.isInterruption { return Errno.last.code }
      }
      return 0
    }
    guard result == 0 else {
      close(descriptor)
      throw .cannotConnect(path: path, code: result ?? ENAMETOOLONG)
    }
    return descriptor
  }

  /// A connected socket that the starter of the program has left open. Its number is used once.
  private static func take(_ number: String) throws(WaylandError) -> Int32 {
    unsetenv("WAYLAND_SOCKET")
    var kind: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    guard let descriptor = Int32(number), descriptor > 2,
      getsockopt(descriptor, SOL_SOCKET, SO_TYPE, &kind, &length) == 0, kind == Int32(SOCK_STREAM.rawValue)
    else { throw .descriptor("WAYLAND_SOCKET is '\(number)', which is no open stream socket") }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }
}
