import EventRouting

/// Why a window could not be shown on a desktop, or has ended: the error of its server.
public enum DesktopError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Of an X server, or the way to it.
  case x11(X11Error)
  /// Of a Wayland compositor, or the way to it.
  case wayland(WaylandError)

  public var description: String {
    switch self {
    case .x11(let error): error.description
    case .wayland(let error): error.description
    }
  }
}
