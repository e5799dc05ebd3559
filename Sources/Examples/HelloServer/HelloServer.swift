import Glibc
import RunLoopCore
import RunLoopNet

/// Says hello to every HTTP/1.1 request: keep-alive, pipelining, a clear refusal of what is no request, and no patience
/// with connections that do nothing.
///
///     hello-server [address [seconds]]       # localhost:8080, 20: how long a request or reading an answer may take
///     wrk -t1 -c64 -d5s http://localhost:8080/
@main
enum HelloServer {
  static func main() {
    let words = CommandLine.arguments.dropFirst()
    let patience = Int(words.dropFirst().first ?? "20") ?? 0
    guard words.count < 3, (1...86_400).contains(patience) else {
      return end("usage: hello-server [ADDRESS [SECONDS]], from 1 to 86400 seconds", 2)
    }
    do { try serve(words.first ?? "localhost:8080", patience) } catch { end("\(error)", 1) }
  }

  private static func end(_ reason: String, _ status: Int32) {
    print(reason)
    exit(status)
  }

  private static func serve(_ address: String, _ patience: Int) throws {
    let clients = ClientList(patience: patience)
    // Between requests a client may be silent for three times the limit of a request.
    let timeOuts = Connection.TimeOuts(idle: clients.limit * 3, write: clients.limit)
    let listener = try Listener(at: Address(address), label: "hello", timeOuts: timeOuts) { connection in
      let client = Client(connection, clients)
      let handlers = Connection.Handlers(
        received: client.receive, drained: client.drained,
        closed: { [clients] _, _ in clients.remove(client) })
      if (try? connection.start(handlers, label: "http client")) != nil { clients.add(client) }
    }
    print("hello on \(listener.address)")
    fflush(nil)
    RunLoop.current.run()
  }
}

/// One connection.
final class Client {
  private let connection: Connection
  private let clients: ClientList
  /// The beginning of a request, until the rest has come.
  @exclusivity(unchecked) private var beginning: [UInt8] = []
  /// The last answer has not been read.
  @exclusivity(unchecked) private var waitsForReader = false
  /// When it last did its part: a whole request, an answer that was read.
  @exclusivity(unchecked) private var lastTick: Int

  init(_ connection: Connection, _ clients: ClientList) {
    self.connection = connection
    self.clients = clients
    lastTick = clients.tick
  }

  func receive(_ connection: Connection, _ bytes: UnsafeRawBufferPointer) {
    if beginning.isEmpty {
      // The time of a request begins with its first byte.
      lastTick = clients.tick
      let left = answer(bytes, connection)
      if left > 0 { beginning += bytes.suffix(left) }
    } else {
      beginning += bytes
      let left = beginning.withUnsafeBytes { answer($0, connection) }
      beginning.removeFirst(beginning.count - left)
    }
  }

  /// Answers the complete requests, and returns how much is left.
  private func answer(_ bytes: UnsafeRawBufferPointer, _ connection: Connection) -> Int {
    var rest = bytes
    do throws(Request.Refusal) {
      while let request = try Request(from: &rest) {
        lastTick = clients.tick
        let text = request.keepsAlive ? Self.hello : Self.helloAndGoodbye
        let count = text.utf8CodeUnitCount - (request.isHead ? 13 : 0)
        // A client that asks and does not read is asked to wait.
        if !connection.write(.init(start: text.utf8Start, count: count)) {
          connection.pauseReading()
          waitsForReader = true
        }
        if !request.keepsAlive { connection.close(within: clients.limit, lingering: !rest.isEmpty) }
        if rest.isEmpty || !request.keepsAlive { return 0 }
      }
    } catch {
      refuse(error.status)
    }
    return rest.count
  }

  private func refuse(_ status: StaticString) {
    connection.write("HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    // It may be sending still.
    connection.close(within: .seconds(1), lingering: true)
  }

  func drained(_ connection: Connection) {
    waitsForReader = false
    lastTick = clients.tick
    connection.resumeReading()
  }

  /// Refuses a request that is not complete in time, and closes a connection whose answers are not read in time, also when bytes trickle.
  /// Silence between requests is limited by the connection's time-outs.
  func check(_ tick: Int, patience: Int) {
    guard tick - lastTick > patience else { return }
    if waitsForReader { connection.abort() } else if !beginning.isEmpty { refuse("408 Request Timeout") }
  }

  private static let hello: StaticString =
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 13\r\n\r\nHello, world\n"
  private static let helloAndGoodbye: StaticString =
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 13\r\nConnection: close\r\n\r\nHello, world\n"
}
