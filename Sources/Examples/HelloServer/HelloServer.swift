import Glibc
import RunLoopCore
import RunLoopNet

/// Says hello to every HTTP/1.1 request: keep-alive, pipelining, and a clear refusal of what is no request.
///
///     hello-server [address]         # localhost:8080
///     wrk -t1 -c64 -d5s http://localhost:8080/
@main
enum HelloServer {
  static func main() throws {
    let text = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "localhost:8080"
    let listener = try Listener(at: Address(text), label: "hello") { connection in
      let client = Client()
      let handlers = Connection.Handlers(received: client.receive, drained: { $0.resumeReading() })
      try? connection.start(handlers, label: "http client")
    }
    print("hello on \(listener.address)")
    fflush(nil)
    RunLoop.current.run()
  }
}

/// One connection.
private final class Client {
  /// The beginning of a request, until the rest has come.
  @exclusivity(unchecked) private var beginning: [UInt8] = []

  func receive(_ connection: Connection, _ bytes: UnsafeRawBufferPointer) {
    if beginning.isEmpty {
      let left = answer(bytes, connection)
      if left > 0 { beginning += bytes.suffix(left) }
    } else {
      beginning += bytes
      let left = beginning.withUnsafeBytes { answer($0, connection) }
      beginning.removeFirst(beginning.count - left)
    }
  }

  /// Answers the requests that are complete, and tells how much is left.
  private func answer(_ bytes: UnsafeRawBufferPointer, _ connection: Connection) -> Int {
    var rest = bytes
    do throws(Request.Refusal) {
      while let request = try Request(from: &rest) {
        let text = request.keepsAlive ? Self.hello : Self.helloAndGoodbye
        let count = text.utf8CodeUnitCount - (request.isHead ? 13 : 0)
        // A client that asks and does not read is asked to wait.
        if !connection.write(.init(start: text.utf8Start, count: count)) { connection.pauseReading() }
        if !request.keepsAlive { connection.close(lingering: !rest.isEmpty) }
        if rest.isEmpty || !request.keepsAlive { return 0 }
      }
    } catch {
      connection.write("HTTP/1.1 \(error.status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
      // It may be sending still.
      connection.close(within: .seconds(1), lingering: true)
    }
    return rest.count
  }

  private static let hello: StaticString =
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 13\r\n\r\nHello, world\n"
  private static let helloAndGoodbye: StaticString =
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 13\r\nConnection: close\r\n\r\nHello, world\n"
}
