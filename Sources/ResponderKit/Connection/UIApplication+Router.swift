import HIDEvents
import LinuxSystem

extension RouterAddress {
  /// The usual place of this user's router: `$XDG_RUNTIME_DIR/mainspring/router`, or `/tmp/mainspring-UID/router`.
  public static var standard: RouterAddress {
    standard(user: geteuid(), runtimeFolder: Environment.value("XDG_RUNTIME_DIR"))
  }
}

extension UIApplication {
  /// Becomes a client of a router: gets the events that are meant for this application's windows, and hears from it whether
  /// it is in front.
  ///
  /// Returns at once, also when no router is there: it is looked for again and again. A port source of this loop takes what
  /// comes, and signals the queue's source, as with any port.
  ///
  /// - Parameters:
  ///   - name: what the router calls the application, as in `runloop router front NAME`.
  ///   - wantsForeground: whether it wants to be seen.
  ///   - trusted: users whose router is believed, beside this process's user and root. Any other router, or one in a
  ///     folder that others may write to, gets nothing and gives nothing: `RouterConnection.mistrust` says why.
  @discardableResult
  public final func connect(
    to router: RouterAddress, as name: String, wantsForeground: Bool = true,
    trusting trusted: Set<UInt32> = []
  ) -> RouterConnection {
    let connection = RouterConnection(
      self, to: router, as: name, wantsForeground: wantsForeground, trusting: trusted)
    input.keep(connection)
    return connection
  }
}
