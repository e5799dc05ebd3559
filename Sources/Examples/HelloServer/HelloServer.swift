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
  static func main() throws {
    let words = CommandLine.arguments.dropFirst()
    let patience = words.dropFirst().first.flatMap { Int($0) } ?? 20
    let clients = ClientList(patience: max(1, patience))
    // Between requests a client may be silent for three times the limit of a request.
    let timeOuts = Connection.TimeOuts(idle: clients.limit * 3, write: clients.limit)
    let listener = try Listener(
      at: Address(words.first ?? "localhost:8080"), label: "hello", timeOuts: timeOuts
    ) { connection in
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
  /// When it last did what it was waited for: a whole request, an answer that was read.
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

/// All connections, checked once a second: a timer for each request would cost more than an answer.
final class ClientList: @unchecked Sendable {
  /// Seconds since the first client, while there are clients.
  @exclusivity(unchecked) private(set) var tick = 0
  private let patience: Int
  private var clients: [ObjectIdentifier: Client] = [:]
  private var timer: RunLoop.Timer?

  init(patience: Int) { self.patience = patience }

  var limit: Duration { .seconds(patience) }

  func add(_ client: Client) {
    clients[ObjectIdentifier(client)] = client
    guard timer == nil else { return }
    let timer = RunLoop.Timer(
      after: .seconds(1), repeating: .seconds(1), tolerance: .milliseconds(500), label: "http clients"
    ) { [unowned self] _ in look() }
    self.timer = timer
    RunLoop.current.add(timer)
  }

  func remove(_ client: Client) {
    clients[ObjectIdentifier(client)] = nil
    guard clients.isEmpty else { return }
    timer?.invalidate()
    timer = nil
  }

  private func look() {
    tick += 1
    for client in Array(clients.values) { client.check(tick, patience: patience) }
  }
}
