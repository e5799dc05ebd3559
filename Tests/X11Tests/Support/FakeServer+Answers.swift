@testable import EventRouting

/// What a server may send besides its own answers.
extension FakeServer {
  /// A reply to the request of that number, counted from the last one that was read.
  func reply(to ahead: UInt16, units: UInt32, bytes: Int) -> [UInt8] {
    var reply = [UInt8](repeating: 0, count: bytes)
    reply[0] = 1
    withUnsafeBytes(of: sequence &+ ahead) { reply.replaceSubrange(2..<4, with: $0) }
    withUnsafeBytes(of: units) { reply.replaceSubrange(4..<8, with: $0) }
    return reply
  }

  func reply(to ahead: UInt16) -> [UInt8] { reply(to: ahead, units: 0, bytes: 32) }

  func error(_ code: UInt8, to ahead: UInt16) -> [UInt8] {
    var error = reply(to: ahead)
    (error[0], error[1]) = (0, code)
    return error
  }

  /// An event of the core protocol about the pointer or a key.
  func input(
    _ window: X11Window, _ kind: UInt8, _ detail: UInt8 = 0, x: Int16 = 0, y: Int16 = 0, state: UInt16 = 0,
    mode: UInt8 = 0, time: UInt32 = 1
  ) -> [UInt8] {
    var request = X11Request(kind, detail)
    for value in [time, 1, window.identifier, 0] { request.add(value) }
    for value in [0, 0, x, y] { request.add(value) }
    request.add(state)
    request.add([mode, 1])
    return event(request.bytes)
  }

  /// The window has this size now.
  func configured(_ window: X11Window, _ width: UInt16, _ height: UInt16) -> [UInt8] {
    var request = X11Request(22)
    for value in [window.identifier, window.identifier, 0] { request.add(value) }
    for value in [0, 0, width, height] { request.add(value) }
    return event(request.bytes)
  }

  /// The window is there now: on the screen if a window manager says so, otherwise in its parent.
  func moved(_ window: X11Window, _ x: Int16, _ y: Int16, isSent: Bool) -> [UInt8] {
    var request = X11Request(isSent ? 22 | 0x80 : 22)
    for value in [window.identifier, window.identifier, 0] { request.add(value) }
    for value in [x, y] { request.add(value) }
    for value in [UInt16(window.width), UInt16(window.height)] { request.add(value) }
    return event(request.bytes)
  }

  /// A window manager has put a frame around the window.
  func reparented(_ window: X11Window, to parent: UInt32) -> [UInt8] {
    var request = X11Request(21)
    for value in [window.identifier, window.identifier, parent, 0, 0] { request.add(value) }
    return event(request.bytes)
  }

  /// A window manager's message.
  func message(_ window: X11Window, _ name: String) -> [UInt8] {
    var request = X11Request(33, 32)
    for value in [
      window.identifier, window.display.atoms["WM_PROTOCOLS"] ?? 0, window.display.atoms[name] ?? 0,
    ] {
      request.add(value)
    }
    return event(request.bytes)
  }

  /// The window is on the screen, or not any more.
  func mapped(_ window: X11Window, _ isOn: Bool = true) -> [UInt8] {
    var request = X11Request(isOn ? 19 : 18)
    for value in [window.identifier, window.identifier] { request.add(value) }
    return event(request.bytes)
  }
}
