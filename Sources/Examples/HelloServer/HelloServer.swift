import Glibc
import RunLoopCore
import RunLoopNet

import class RunLoopCore.RunLoop

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
      try? connection.start(
        .init(
          received: { client.receive($0, $1) },
          drained: { $0.resumeReading() }),
        label: "http client")
    }
    say("hello on \(listener.address)")
    RunLoop.current.run()
  }
}

/// One connection: the requests that came in one piece are answered in one piece.
private final class Client {
  private var parser = RequestParser()
  /// Where answers to several requests are put together.
  private var answers: [UInt8] = []

  private static let hello = Array(
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 13\r\n\r\nHello, world\n".utf8)
  private static let helloAndGoodbye = Array(
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 13\r\nConnection: close\r\n\r\nHello, world\n"
      .utf8)

  func receive(_ connection: Connection, _ bytes: UnsafeRawBufferPointer) {
    answers.removeAll(keepingCapacity: true)
    var rest = bytes
    while true {
      switch parser.parse(&rest) {
      case .more:
        return send(connection)
      case .request(let keepsAlive):
        // The usual case: one request, one answer, no copy.
        if keepsAlive, rest.isEmpty, answers.isEmpty { return pace(connection, connection.write(Self.hello)) }
        answers += keepsAlive ? Self.hello : Self.helloAndGoodbye
        if keepsAlive { continue }
        send(connection)
        return connection.close()
      case .refused(let status):
        answers += Array("HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
        send(connection)
        // It may be sending still.
        return connection.close(within: .seconds(1), lingering: true)
      }
    }
  }

  private func send(_ connection: Connection) {
    if !answers.isEmpty { pace(connection, connection.write(answers)) }
  }

  /// A client that asks and does not read is asked to wait.
  private func pace(_ connection: Connection, _ hasRoom: Bool) {
    if !hasRoom { connection.pauseReading() }
  }
}

/// A line that is seen at once, also through a pipe.
private func say(_ line: String) {
  print(line)
  fflush(nil)
}
