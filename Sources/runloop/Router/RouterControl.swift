import HIDEvents
import LinuxSystem
import PlainText
import ResponderKit
import RunLoopCore

/// `runloop router list`, `front`, `lock`, `unlock`: words to a router that runs.
enum RouterControl {
  static func run(_ command: String, _ words: [String], at address: RouterAddress) -> Int32 {
    let message: RoutingMessage
    switch (command, words.count) {
    case ("list", 0): message = .list
    case ("front", 1): message = .bringToFront(name: words[0])
    case ("lock", 0): message = .lock(true)
    case ("unlock", 0): message = .lock(false)
    case ("front", _):
      Tool.fail("router: front wants the name of one application; 'runloop router list' prints them")
    default:
      Tool.fail(
        "router: there is no '\(([command] + words).joined(separator: " "))'; there are: list, front NAME, lock, unlock"
      )
    }
    do {
      guard let descriptor = try RouterSocket.connect(to: address.path) else {
        Tool.write("runloop: router: no router listens at \(address)\n", to: 2)
        return 1
      }
      let port = try RunLoop.MessagePort(adopting: descriptor)
      try port.send(RoutingMessage.control.packet())
      try port.send(message.packet())
      // The list is requested after the control, so it shows the result.
      if message != .list { try port.send(RoutingMessage.list.packet()) }
      return try answer(from: port, about: message)
    } catch {
      Tool.write("runloop: router: \(error)\n", to: 2)
      return 1
    }
  }

  private static func answer(from port: RunLoop.MessagePort, about message: RoutingMessage) throws -> Int32 {
    var waiting = pollfd(fd: port.descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&waiting, 1, 3000) > 0 {
      guard let packet = try port.receive() else { continue }
      switch try RoutingMessage(packet: packet) {
      case .clients(let clients):
        if case .bringToFront(let name) = message, !clients.contains(where: { $0.name == name }) {
          Tool.write(
            "runloop: router: no application is called '\(name.plainLine)'; there are:\n\(table(clients))",
            to: 2)
          return 1
        }
        Tool.write(table(clients), to: 1)
        return 0
      case .refused(let refusal):
        Tool.write("runloop: router: refused: \(refusal)\n", to: 2)
        return 1
      default: continue
      }
    }
    Tool.write("runloop: router: no answer within three seconds\n", to: 2)
    return 1
  }

  private static func table(_ clients: [RoutingMessage.Client]) -> String {
    guard !clients.isEmpty else { return "no applications\n" }
    return clients.map { client in
      "\(client.number)\t\(client.name.plainLine)\t\(client.state)\tprocess \(client.process)"
        + "\ttouches \(client.touches)\tevents \(client.delivered)\n"
    }.joined()
  }
}
