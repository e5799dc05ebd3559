import Glibc
import RunLoopCore
import RunLoopNet

import class RunLoopCore.RunLoop

/// A chat room: connect with nc(1), send your name in the first line, and chat.
///
///     chat-room [address]            # localhost:7001
///
/// A guest who does not read is shown out instead of holding up the others or filling our memory; SIGINT and SIGTERM
/// close the room in order.
@main
enum ChatRoom {
  static func main() {
    do { try serve(CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "localhost:7001") } catch {
      say("\(error)")
      exit(1)
    }
  }

  private static func serve(_ text: String) throws {
    // Before any other thread: see SignalSource.
    let room = Room()
    let stop = try RunLoop.SignalSource([SIGINT, SIGTERM], label: "stop") { _ in
      room.close()
      return .disarm
    }
    try RunLoop.current.add(stop)
    try room.open(at: Address(text))
    RunLoop.current.run()
    say("closed")
  }
}

/// The loop's thread only.
private final class Room: @unchecked Sendable {
  private var guests: [ObjectIdentifier: Guest] = [:]
  private var listener: Listener?

  func open(at address: Address) throws {
    let listener = try Listener(at: address, label: "room") { [self] connection in
      let guest = Guest(connection)
      let handlers = Connection.Handlers(
        received: { self.heard(guest, $1) },
        closed: { self.left(guest, $1) })
      guard (try? connection.start(handlers, label: "guest")) != nil else { return }
      guests[ObjectIdentifier(guest)] = guest
      connection.write("Your name?\n")
    }
    self.listener = listener
    say("chat on \(listener.address)")
  }

  func close() {
    listener?.close()
    for guest in guests.values {
      guest.connection.write("* the room closes\n")
      guest.connection.close(within: .seconds(1))
    }
    stopWhenEmpty()
  }

  private func stopWhenEmpty() {
    if guests.isEmpty, let listener, !listener.isOpen { RunLoop.current.stop() }
  }

  private func heard(_ guest: Guest, _ bytes: UnsafeRawBufferPointer) {
    for line in guest.lines(in: bytes) {
      if let name = guest.name {
        if !line.isEmpty { tellAll("\(name): \(line)\n", but: guest) }
      } else {
        let name = String(line.prefix(20))
        guest.name = name.isEmpty ? "somebody" : name
        tellAll("* \(guest.name ?? "") comes\n", but: nil)
      }
    }
    if guest.isTooLong {
      guest.connection.write("* a line has at most 1000 bytes\n")
      guest.connection.close()
    }
  }

  private func tellAll(_ text: String, but speaker: Guest?) {
    say(text, terminator: "")
    for guest in guests.values where guest !== speaker && guest.name != nil {
      // Much is unsent: it does not read.
      if !guest.connection.write(text) { guest.connection.abort() }
    }
  }

  private func left(_ guest: Guest, _ error: NetError?) {
    guests[ObjectIdentifier(guest)] = nil
    if let name = guest.name { tellAll("* \(name) goes\(error.map { " (\($0))" } ?? "")\n", but: nil) }
    stopWhenEmpty()
  }
}

private final class Guest {
  let connection: Connection
  var name: String?
  private var begun: [UInt8] = []

  init(_ connection: Connection) {
    self.connection = connection
  }

  /// Whether a line has been longer than is allowed.
  private(set) var isTooLong = false
  private static let longestLine = 1000

  /// The lines that are complete now.
  func lines(in bytes: UnsafeRawBufferPointer) -> [String] {
    begun += bytes
    var parts = begun.split(separator: 10, omittingEmptySubsequences: false)
    isTooLong = parts.contains { $0.count > Self.longestLine }
    begun = Array(parts.removeLast())
    return parts.prefix { $0.count <= Self.longestLine }.map {
      // Terminals obey control characters, those of two bytes, too.
      let text = String(decoding: $0, as: UTF8.self).unicodeScalars
      return String(String.UnicodeScalarView(text.filter { $0.properties.generalCategory != .control }))
    }
  }
}

/// A line that is seen at once, also through a pipe.
private func say(_ line: String, terminator: String = "\n") {
  print(line, terminator: terminator)
  fflush(nil)
}
