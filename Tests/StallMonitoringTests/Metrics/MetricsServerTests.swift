import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

@Suite("The endpoint of metrics", .hangLimit)
struct MetricsServerTests {
  /// A client that waits for an answer for ten seconds at most.
  private final class Client {
    private let socket: Socket

    init(_ port: UInt16) throws {
      socket = try Socket.client(ofPort: port)
      socket.limitWaits(seconds: 10)
    }

    deinit { socket.close() }

    func send(_ text: String) {
      socket.send(Array(text.utf8))
    }

    /// All until the server closes.
    func receive() -> String {
      var all: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = socket.receive(into: &buffer)
        guard count > 0 else { return String(decoding: all, as: UTF8.self) }
        all += buffer[..<count]
      }
    }

    func ask(_ text: String) -> String {
      send(text)
      return receive()
    }
  }

  private func server() throws -> MetricsServer {
    let metrics = StallMetrics()
    metrics.processFroze(at: 0, for: 1_000_000_000, why: "")
    let server = try MetricsServer(metrics)
    try server.start()
    return server
  }

  @Test("answers with the numbers, in the form that the client understands")
  func answers() throws {
    let server = try server()
    defer { server.stop() }
    let plain = try Client(server.port).ask("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
    #expect(plain.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4"))
    let body = try #require(plain.split(separator: "\r\n\r\n", maxSplits: 1).last)
    #expect(try MetricsParser.parse(String(body), .prometheus)["mainspring_freezes_total"] == 1)
    #expect(plain.contains("Content-Length: \(body.utf8.count)\r\n"))
    let open = try Client(server.port).ask(
      "GET /metrics?x=1 HTTP/1.1\r\nHost: 127.0.0.1:9\r\nAccept: application/openmetrics-text; version=1.0.0\r\n\r\n"
    )
    #expect(open.contains("Content-Type: application/openmetrics-text"))
    let openBody = try #require(open.split(separator: "\r\n\r\n", maxSplits: 1).last)
    #expect(try MetricsParser.parse(String(openBody))["mainspring_frozen_seconds_total"] == 1)
  }

  @Test("answers a wrong or a huge request with what is wrong")
  func wrongRequests() throws {
    let server = try server()
    defer { server.stop() }
    for (request, status) in [
      ("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "404"),
      ("POST /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n", "405"), ("hello\r\n\r\n", "400"),
      ("\r\n\r\n", "400"), ("GET  HTTP/1.0\n\n", "404"),
      ("GET /metrics HTTP/1.1\r\nX: \(String(repeating: "y", count: 100_000))\r\n\r\n", "431"),
    ] {
      #expect(try Client(server.port).ask(request).hasPrefix("HTTP/1.1 \(status) "), "\(request.prefix(40))")
    }
    let head = try Client(server.port).ask("HEAD /metrics HTTP/1.0\r\n\r\n")
    #expect(head.hasPrefix("HTTP/1.1 200") && head.hasSuffix("Connection: close\r\n\r\n"))
  }

  @Test("is not held up by clients that say nothing, or half, or do not read: the next one is answered")
  func slowClients() throws {
    let server = try server()
    defer { server.stop() }
    var slow: [Client] = []
    for number in 0..<3 * MetricsServer.mostConnections {
      let client = try Client(server.port)
      if number % 3 == 0 { client.send("GET /metr") }
      if number % 3 == 1 { client.send("GET /metrics HTTP/1.0\r\n\r\n") }
      slow.append(client)
    }
    for _ in 0..<5 {
      #expect(try Client(server.port).ask("GET /metrics HTTP/1.0\r\n\r\n").hasPrefix("HTTP/1.1 200"))
    }
    // The oldest had to go; those that are left can go on.
    let late = slow[slow.count - 3]
    #expect(late.ask("ics HTTP/1.0\r\n\r\n").hasPrefix("HTTP/1.1 200"))
    #expect(slow[0].receive().isEmpty)
  }

  @Test("says when its port is taken")
  func takenPort() throws {
    let server = try MetricsServer(StallMetrics())
    let port = server.port
    #expect(throws: StallMonitorError.noEndpoint(port: port, reason: "bind: Address already in use")) {
      try MetricsServer(StallMetrics(), port: port)
    }
  }
}
