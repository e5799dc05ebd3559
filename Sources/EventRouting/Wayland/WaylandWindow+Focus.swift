/// Moves the keyboard's focus between the program's windows (`xdg_activation_v1`).
extension WaylandWindow {
  /// Asks the compositor for the keyboard's focus, which another window of the program has: that one's connection gets a token for the user's last
  /// input there, by which this one may ask. False where the compositor can not be asked.
  package func askForFocus(from other: WaylandWindow) -> Bool {
    let (display, connection) = (other.display, other.display.connection)
    let manager = display.globals.activation
    guard isOpen, other.isOpen, manager != 0, self.display.globals.activation != 0 else { return false }
    let number = TokenNumber()
    number.value = connection.add(.activationToken) {
      [weak self, weak connection] opcode, arguments throws(WaylandError) in
      guard opcode == 0 else { throw WaylandConnection.unknown(opcode) }
      let token = try arguments.string() ?? ""
      connection?.destroy(number.value, Request.tokenDestroy)
      self?.activate(by: token)
    }
    connection.send(manager, Request.activationGetToken) { $0.add(number.value) }
    if let seat = display.seats.values.max(by: { !$0.isKeyed(other) && $1.isKeyed(other) }) {
      connection.send(number.value, Request.tokenSetSerial) {
        $0.add(seat.inputSerial)
        $0.add(seat.number)
      }
    }
    connection.send(number.value, Request.tokenSetSurface) { $0.add(other.surface) }
    connection.send(number.value, Request.tokenCommit)
    display.flush()
    return true
  }

  private func activate(by token: String) {
    guard isOpen else { return }
    display.connection.send(display.globals.activation, Request.activationActivate) {
      $0.add(token)
      $0.add(surface)
    }
    display.flush()
  }

  private final class TokenNumber { var value: UInt32 = 0 }
}
