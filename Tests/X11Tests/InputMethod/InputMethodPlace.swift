import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport

import class RunLoopCore.RunLoop

@testable import DesktopWindows
@testable import EventRouting

/// A window on an X server that the test plays, which has an input method's server, too: bytes go by events and properties.
final class InputMethodPlace {
  let method = FakeInputMethod()
  let application: UIApplication
  private(set) var place: ServerPlace!
  /// The selection by which the input method's server is found, the window that owns it, and that for this program.
  static let (selection, owner, peer): (UInt32, UInt32, UInt32) = (0x4444, 0x5555, 0x6666)
  private var answers = XIMServerAnswers(
    known: [
      .init(
        selection: InputMethodPlace.selection, owner: InputMethodPlace.owner,
        transport: "@transport=X/,tcp/elsewhere:1")
    ])
  /// Whether the input method's server runs.
  var isThere: Bool {
    get { answers.known[0].owner != 0 }
    set { answers.known[0].owner = newValue ? Self.owner : 0 }
  }
  private var handled = 0
  private var client: UInt32 = 0
  private var stored: [UInt32: [UInt8]] = [:]
  var field: UITextField { place.field }
  var server: FakeServer { place.server }

  init(_ application: UIApplication, isThere: Bool = true) throws {
    self.application = application
    self.isThere = isThere
    place = try ServerPlace(application) { server, display in
      server.special = { [unowned self] in answer($0, display) }
    }
    method.send = { [unowned self] in send($0) }
    place.field.autocapitalizationType = .none
    settle()
  }

  private func answer(_ request: X11Packet, _ display: X11Display) -> (UInt8, [Int: UInt32], [UInt8])? {
    defer { if XIMServerAnswers.readsLongProperty(request) { answers.property.bytes = [] } }
    return answers.answer(request, display)
  }

  /// Lets everything come that is under way.
  func settle() {
    for _ in 0..<40 {
      place.settle()
      if !pump() { return }
    }
  }

  /// Handles the program's requests as the input method's server. False when there were none.
  private func pump() -> Bool {
    let requests = server.requests.dropFirst(handled)
    handled = server.requests.count
    for request in requests.map({ X11Packet($0) }) { take(request) }
    return !requests.isEmpty
  }

  private func take(_ request: X11Packet) {
    let atoms = place.display.atoms
    switch request.uint8(0) {
    case 24 where request.uint32(8) == Self.selection:
      client = request.uint32(4)
      answers.candidate = answers.known[0]
      var event = X11Request(31)
      for value in [0, client, Self.selection, request.uint32(12), request.uint32(16)] { event.add(value) }
      server.send(server.event(event.bytes))
    case 18 where request.uint32(4) == Self.peer:
      stored[request.uint32(8), default: []] += request.part(24, Int(request.uint32(20)))
    case 25 where request.uint32(4) == Self.owner && request.uint32(20) == atoms["_XIM_XCONNECT"]:
      sendEvent(atoms["_XIM_XCONNECT"], 32, withUnsafeBytes(of: Self.peer) { Array($0) })
    case 25 where request.uint32(4) == Self.peer:
      let isShort = request.uint8(13) == 8
      let bytes = isShort ? request.part(24, 20) : stored.removeValue(forKey: request.uint32(28)) ?? []
      for message in XIMMessage.split(bytes) where message.uint8(0) != 0 { method.take(message) }
    default: break
    }
  }

  private func sendEvent(_ type: UInt32?, _ format: UInt8, _ data: [UInt8]) {
    var event = X11Request(33, format)
    for value in [client, type ?? 0] { event.add(value) }
    event.add(data)
    server.send(server.event(event.bytes))
  }

  private func send(_ bytes: [UInt8]) {
    let type = place.display.atoms["_XIM_PROTOCOL"]
    guard bytes.count > 20 else { return sendEvent(type, 8, bytes) }
    // Earlier bytes may not have been fetched yet.
    answers.property.bytes += bytes
    let words = [UInt32(bytes.count), XIMServerAnswers.longProperty]
    sendEvent(type, 32, words.flatMap { word in withUnsafeBytes(of: word) { Array($0) } })
  }

  /// The server has ended.
  func endServer() {
    isThere = false
    var event = X11Request(17)
    for value in [Self.peer, Self.peer] { event.add(value) }
    server.send(server.event(event.bytes))
    settle()
  }

  /// A server has written its name.
  func nameServer() {
    isThere = true
    var event = X11Request(28)
    for value in [place.display.screen.root, place.display.atoms["XIM_SERVERS"] ?? 0] { event.add(value) }
    server.send(server.event(event.bytes))
    settle()
  }

  /// The key of this code; its text on this server is that of the code less eight, from a space on.
  func key(_ keycode: UInt8, isDown: Bool) {
    server.send(server.input(place.x11, isDown ? 2 : 3, keycode, time: 100))
    settle()
  }

  func type(_ keycode: UInt8) {
    key(keycode, isDown: true)
    key(keycode, isDown: false)
  }

  func focus(_ isOn: Bool = true) {
    place.sendFocus(isOn)
    settle()
  }

  /// Runs `body` with a place that has the focus, under simulated time.
  static func with(
    isThere: Bool = true, _ body: @escaping @Sendable (InputMethodPlace) throws -> Void
  ) throws {
    try onFreshThread {
      SimulatedClock().install()
      let application = UIApplication(screen: Size(400, 300), scale: 1)
      defer { application.terminate() }
      let place = try InputMethodPlace(application, isThere: isThere)
      place.focus()
      try body(place)
      place.place.host.close()
    }
  }
}
