import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import StallMonitoring

/// Each system call of the metrics' endpoint and file fails once. Nothing ends, spins or leaks, and it works after the fault.
@Suite(.hangLimit, FaultSweep.isPossible) struct MetricsFaultTests {
  @Test func endpointAnswersAfterwards() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let helper = HelperThread()
      let sweep = FaultSweep("endpoint", withFiles: true) { body in try onFreshThread { try body() } }
      try sweep.play { faulty in
        let loop = RunLoop.current
        var made: MetricsServer?
        var isAttached = false
        var early: Client?
        try faulty {
          try expectErrors {
            let server = try MetricsServer(StallMetrics())
            made = server
            try server.attach(to: loop)
            isAttached = true
            let client = helper.perform { Client(server.port) }
            early = client
            run(for: .milliseconds(100)) { helper.perform { client.isAnswered } }
            helper.perform { client.close() }
            loop.run(for: .milliseconds(1))
          }
        }
        let server = try made ?? MetricsServer(StallMetrics())
        if !isAttached { try server.attach(to: loop) }
        let client = helper.perform { Client(server.port) }
        run { helper.perform { client.isAnswered } }
        #expect(helper.perform { client.status } == "200")
        helper.perform { early?.close() }
        server.stop()
        helper.perform { client.close() }
        #expect(loop.turns(in: .milliseconds(2)) < 10)
      }
      helper.end()
    }
  }

  /// The sweep waits for the end of the threads that were made under it.
  @Test func endpointHasAThreadThatEnds() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let helper = HelperThread()
      let sweep = FaultSweep("endpoint's thread", withFiles: true) { body in try onFreshThread { try body() }
      }
      try sweep.play { faulty in
        let server = try MetricsServer(StallMetrics())
        var isStarted = false
        try faulty {
          try expectErrors {
            try server.start()
            isStarted = true
          }
        }
        if !isStarted { try server.start() }
        helper.perform {
          let client = Client(server.port)
          waitUntil { client.isAnswered }
          #expect(client.status == "200")
          client.close()
          server.stop()
        }
      }
      helper.end()
    }
  }

  @Test func fileIsTheOldOneOrTheNewOne() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let folder = try TemporaryFolder()
      let path = folder.path + "/run_loop.prom"
      let sweep = FaultSweep("metrics file", withFiles: true) { body in try onFreshThread { try body() } }
      try sweep.play { faulty in
        try FileBytes.replace(path, with: Array("old".utf8))
        let metrics = StallMetrics()
        var isWritten = false
        try faulty {
          try expectErrors {
            try metrics.write(to: path)
            isWritten = true
          }
        }
        let text = String(decoding: try FileBytes.read(path, limit: 1 << 20), as: UTF8.self)
        #expect(isWritten ? text.hasPrefix("# HELP") || text.hasPrefix("# TYPE") : text == "old", "\(text)")
        let names = try FileBytes.names(in: folder.path)
        #expect(names == ["run_loop.prom"])
        try metrics.write(to: path)
      }
    }
  }
}

/// A client that asks for the metrics; used on one thread.
private final class Client: @unchecked Sendable {
  private let socket: Socket?
  private var text = ""
  private(set) var hasEnded = false
  private var isClosed = false

  init(_ port: UInt16) {
    socket = try? Socket.client(ofPort: port)
    #expect(socket != nil)
    socket?.send(Array("GET /metrics HTTP/1.0\r\n\r\n".utf8))
  }

  deinit { close() }

  func close() {
    if !isClosed { socket?.close() }
    isClosed = true
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while let socket, !hasEnded, !isClosed {
      let count = socket.receive(into: &buffer, .dontWait)
      if count < 0, errno == EAGAIN { return }
      if count <= 0 { hasEnded = true } else { text += String(decoding: buffer[..<count], as: UTF8.self) }
    }
  }

  /// Whether the whole answer is there, or no more will come.
  var isAnswered: Bool {
    read()
    return hasEnded
  }

  var status: String { String(text.dropFirst("HTTP/1.1 ".count).prefix(3)) }
}

/// Errors of the monitor are what a fault may come to.
private func expectErrors(_ body: () throws -> Void) throws {
  do { try body() } catch is StallMonitorError {}
}

private func run(for duration: Duration = .seconds(20), until isSo: () -> Bool) {
  let end = RunLoop.Instant.now.advanced(by: duration)
  while !isSo(), RunLoop.Instant.now < end { RunLoop.current.run(for: .milliseconds(1)) }
}
