/// Why a connection to a Wayland compositor can not be used, or has ended.
enum WaylandError: Error, Hashable, Sendable {
  /// The compositor has ended or closed the connection.
  case lost
  /// The compositor broke the Wayland protocol.
  case malformed(String)
  /// A request is longer than compositors take.
  case requestTooLong(Int)
  /// So much waits to be sent that the compositor seems not to read any more.
  case notRead
}
