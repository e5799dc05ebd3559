import Glibc
import HIDEvents

extension RouterAddress {
  /// The usual place of this user's router: `$XDG_RUNTIME_DIR/mainspring/router`, or `/tmp/mainspring-UID/router`.
  public static var standard: RouterAddress {
    standard(user: geteuid(), runtimeFolder: getenv("XDG_RUNTIME_DIR").map { String(cString: $0) })
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
  @discardableResult
  public final func connect(
    to router: RouterAddress, as name: String, wantsForeground: Bool = true
  ) -> RouterConnection {
    let connection = RouterConnection(self, to: router, as: name, wantsForeground: wantsForeground)
    input.keep(connection)
    return connection
  }
}
