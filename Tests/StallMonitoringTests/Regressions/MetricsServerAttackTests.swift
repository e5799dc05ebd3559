import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import StallMonitoring

/// A page of another site could read the numbers, by a name of its own that it had made to stand for 127.0.0.1.
@Suite("The endpoint of metrics, asked under another name", .hangLimit)
struct DNSRebindingTests {
  private func status(_ request: String) throws -> String {
    let server = try MetricsServer(StallMetrics())
    let answer = String(decoding: server.answer(Array(request.utf8)), as: UTF8.self)
    return String(answer.dropFirst("HTTP/1.1 ".count).prefix(3))
  }

  @Test(
    "answers to its own names alone, with any port",
    arguments: [
      ("localhost", "200"), ("LocalHost:80", "200"), ("127.0.0.1", "200"), ("127.0.0.1:9090", "200"),
      ("[::1]", "200"), ("[::1]:9090", "200"), ("localhost:", "200"),
      ("evil.example", "421"), ("evil.example:9090", "421"), ("localhost.evil.example", "421"),
      ("127.0.0.1.evil.example", "421"), ("localhost:80@evil.example", "421"), ("localhost:x", "421"),
      ("127.0.0.2", "421"), ("", "421"), ("localhost, evil.example", "421"), ("user@localhost", "421"),
    ])
  func hosts(_ host: String, _ expected: String) throws {
    #expect(try status("GET /metrics HTTP/1.1\r\nHost: \(host)\r\n\r\n") == expected)
  }

  @Test(
    "refuses what two readers could understand differently",
    arguments: [
      ("GET /metrics HTTP/1.1", ""), ("GET /metrics HTTP/1.1", "Host: localhost\r\nHost: localhost\r\n"),
      ("GET /metrics HTTP/1.0", "Host: localhost\r\nhost: evil.example\r\n"),
      ("GET /metrics HTTP/1.1", "Host : localhost\r\n"), ("GET /metrics HTTP/1.1", " Host: localhost\r\n"),
      ("GET /metrics HTTP/1.1", "Host: localhost\r\n .evil.example\r\n"),
      ("GET /metrics HTTP/1.1", "Host: localhost\r\nX\r\n"),
      ("GET /metrics HTTP/1.1", "Host: localhost\r\n: x\r\n"),
      ("GET /metrics HTTP/1.1", "Host: localhost\r\nX: a\u{0}b\r\n"),
      ("GET /metrics HTTP/1.1", "Host: localhost\r\nX: a\rb\r\n"),
      ("GET /metrics HTTP/1.1", "Host: localhost\r\nX\u{e9}: b\r\n"),
      ("GET /metrics HTTP/1.2", "Host: localhost\r\n"), ("GET /metrics HTTP/1.10", "Host: localhost\r\n"),
      ("GET /metrics", "Host: localhost\r\n"), ("GET /metrics HTTP/1.1 ", "Host: localhost\r\n"),
      (" /metrics HTTP/1.1", "Host: localhost\r\n"), ("G(T /metrics HTTP/1.1", "Host: localhost\r\n"),
    ])
  func malformed(_ line: String, _ fields: String) throws {
    #expect(try status("\(line)\r\n\(fields)\r\n") == "400")
  }

  @Test("takes bare line ends, tabs and spaces around a value, and what follows the head is no part of it")
  func lenient() throws {
    #expect(try status("GET /metrics HTTP/1.1\nhOST:\t localhost \t\n\nHost: evil.example\n\n") == "200")
    #expect(try status("GET /metrics HTTP/1.0\r\n\r\n") == "200")
  }
}

/// Without descriptors the endpoint used a whole processor, also after the client had gone.
@Suite("The endpoint of metrics without descriptors", .hangLimit)
struct MetricsWithoutDescriptorsTests {
  private final class Turns: @unchecked Sendable {
    var count = 0
  }

  @Test("rests, and answers when there are some again")
  func rests() async {
    await #expect(processExitsWith: .success) {
      // Where it spins, simulated time stands still, and this ends it.
      alarm(hangAlarm)
      try onFreshThread(SimulatedClock()) {
        let server = try MetricsServer(StallMetrics())
        let loop = RunLoop.current
        try server.attach(to: loop)
        // The loop gets its own descriptors while there are some.
        loop.run(for: .seconds(2))
        let client = try Socket(AF_INET, .stream, isBlocking: true)
        limitDescriptors(to: 64)
        var taken: [Int32] = []
        while case let number = dup(0), number >= 0 { taken.append(number) }

        try client.connect(to: .loopback(port: server.port))
        let request = Array("GET /metrics HTTP/1.0\r\n\r\n".utf8)
        precondition(client.send(request) == request.count)
        // The simulated minute takes no time: the kernel may not have handed the connection over yet.
        var queue = pollfd(fd: server.listener, events: Int16(POLLIN), revents: 0)
        precondition(poll(&queue, 1, 20_000) == 1)
        let turns = Turns()
        loop.add(RunLoop.Observer(activities: .beforeTimers) { _ in turns.count += 1 })
        loop.run(for: .seconds(60))
        // Some hundred for the rests of up to a second and for the look at slow clients.
        precondition((60..<1_000).contains(turns.count), "\(turns.count) turns in a minute")

        for number in taken { close(number) }
        var answer = pollfd(fd: client.number, events: Int16(POLLIN), revents: 0)
        for _ in 0..<2_000 {
          loop.run(for: .seconds(3))
          // Nor the request or the answer.
          if poll(&answer, 1, 10) == 1 { break }
        }
        var buffer = [UInt8](repeating: 0, count: 1_024)
        let count = client.receive(into: &buffer, .dontWait)
        precondition(count > 0 && String(decoding: buffer, as: UTF8.self).hasPrefix("HTTP/1.1 200"))
        server.stop()
      }
    }
  }
}
