import LinuxSystem
import RunLoopCore
import TestSupport
import Testing

@testable import DBus

/// A bus that a test plays, on the client's thread: the other end of a connection.
final class FakeBus {
  let server: DBusSocket
  private(set) var messages: [DBusMessage] = []
  private(set) var lines: [String] = []
  private var serial: UInt32 = 0

  /// Makes a connection to this bus.
  static func connect(_ loop: RunLoop = .current) throws -> (FakeBus, DBusConnection) {
    let (ours, theirs) = try Socket.pair(.stream)
    return (FakeBus(theirs), try DBusConnection(DBusSocket(adopting: ours), on: loop))
  }

  /// Lets a connection in, and gives it the name `:1.7`.
  static func greeted(_ loop: RunLoop = .current) throws -> (FakeBus, DBusConnection) {
    let (bus, connection) = try connect(loop)
    loop.runUntil {
      bus.letIn()
      return connection.name != nil
    }
    bus.messages = []
    return (bus, connection)
  }

  private init(_ socket: Socket) { server = DBusSocket(adopting: socket) }

  /// Answers to the greeting and to `Hello`.
  func letIn() {
    read()
    for message in messages where message.member == "Hello" { send(message.reply([.string(":1.7")])) }
    messages.removeAll { $0.member == "Hello" }
  }

  /// Takes what the client has sent.
  func read() {
    while (try? server.receive()) == true {}
    if !lines.contains("BEGIN\r\n") {
      while let feed = server.incoming.firstIndex(of: 10) {
        let line = server.take(feed - server.incoming.startIndex + 1)
        lines.append(String(decoding: line, as: UTF8.self))
        if lines.last == "BEGIN\r\n" { break }
        send(Array("OK 0123\r\n".utf8))
      }
    }
    guard lines.contains("BEGIN\r\n") else { return }
    while let bytes = try? server.takeMessage() {
      if let message = try? DBusMessage(bytes) { messages.append(message) }
    }
  }

  /// What has come, which is forgotten then.
  func takeMessages() -> [DBusMessage] {
    defer { messages = [] }
    return messages
  }

  /// The next message of the client.
  func next(_ loop: RunLoop = .current) -> DBusMessage? {
    loop.runUntil {
      read()
      return !messages.isEmpty
    }
    return messages.isEmpty ? nil : messages.removeFirst()
  }

  func send(_ bytes: [UInt8]) {
    try? server.queue(bytes)
    try? server.send()
  }

  func send(_ message: DBusMessage) {
    var message = message
    serial += 1
    message.serial = serial
    if let bytes = try? message.encoded() { send(bytes) }
  }

  /// With the serial that it has.
  func send(exactly message: DBusMessage) {
    if let bytes = try? message.encoded() { send(bytes) }
  }

  func hangUp() { server.hangUp() }
}
