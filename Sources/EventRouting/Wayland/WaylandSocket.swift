import LinuxSystem
import RunLoopCore

/// The desktop that the environment names.
public enum DesktopEnvironment {
  /// Whether it is a Wayland compositor, and not an X server, too.
  public static var isWayland: Bool {
    (Environment.value("WAYLAND_SOCKET") ?? Environment.value("WAYLAND_DISPLAY")) != nil
      && Environment.value("DISPLAY") == nil
  }
}

/// The way to a compositor.
enum WaylandSocket {
  /// Connects without waiting: a compositor's queue of connections that is full is an error.
  static func connect(_ name: String?) throws(WaylandError) -> Int32 {
    if name == nil, let inherited = Environment.value("WAYLAND_SOCKET") { return try take(inherited) }
    let name = name ?? Environment.value("WAYLAND_DISPLAY") ?? "wayland-0"
    let path: String
    if name.hasPrefix("/") {
      path = name
    } else {
      guard let folder = Environment.value("XDG_RUNTIME_DIR"), folder.hasPrefix("/") else {
        throw .noDisplay
      }
      path = "\(folder)/\(name)"
    }
    let socket: Socket
    do throws(Errno) { socket = try Socket(AF_UNIX, .stream) } catch {
      throw .descriptor("no socket for the Wayland connection: error number \(error.code)")
    }
    while true {
      do throws(Errno) {
        try socket.connect(to: .path(path))
        return socket.number
      } catch {
        if error.isInterruption { continue }
        socket.close()
        throw .cannotConnect(path: path, code: error.code)
      }
    }
  }

  /// A connected socket that the starter of the program has left open. Its number is used once.
  private static func take(_ number: String) throws(WaylandError) -> Int32 {
    unsetenv("WAYLAND_SOCKET")
    guard let descriptor = Int32(number), descriptor > 2, Socket(descriptor).isStream else {
      throw .descriptor("WAYLAND_SOCKET is '\(number)', which is no open stream socket")
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return descriptor
  }
}
