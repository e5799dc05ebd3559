import CLinux
import Glibc
import RunLoopCore
import RunLoopNet
import Testing

import class RunLoopCore.RunLoop

/// A day of timers, sockets and signals leaves nothing behind. In child processes: memory and descriptors are counted.
@Suite struct EnduranceTests {
  @Test func aSimulatedDayLeavesDescriptorsMemoryAndCountsFlat() async {
    await #expect(processExitsWith: .success) {
      try onLoopThread {
        SimulatedClock().install()
        let world = try World(RunLoop.current, tick: .seconds(1))
        // An hour to get into its stride.
        try world.check(after: .seconds(3600), .seconds(23 * 3600))
        #expect(
          world.ticks >= 86_399 && world.echoes >= world.ticks - 1 && world.signals >= world.ticks / 10 - 1)
        #expect(world.visitors >= 86_400 / 60 - 2)
      }
    }
  }

  /// Two seconds, or as many as MAINSPRING_ENDURANCE_SECONDS says (600 for ten minutes).
  @Test func realTimeLeavesDescriptorsMemoryAndCountsFlat() async {
    await #expect(processExitsWith: .success) {
      let seconds = getenv("MAINSPRING_ENDURANCE_SECONDS").flatMap { Int(String(cString: $0)) } ?? 2
      try onLoopThread {
        let world = try World(RunLoop.current, tick: .milliseconds(1))
        try world.check(after: .milliseconds(500), .seconds(seconds))
        #expect(world.ticks > 100 && world.echoes > 100 && world.signals > 10 && world.visitors > 1)
      }
    }
  }
}

/// What goes on in a loop: a tick, at which a message goes to and fro; signals; visitors who come, ask and go. The loop's
/// thread only.
private final class World: @unchecked Sendable {
  private(set) var ticks = 0
  private(set) var echoes = 0
  private(set) var signals = 0
  private(set) var visitors = 0
  private let loop: RunLoop
  private let thread = pthread_self()
  private let listener: Listener
  private var client: Connection?
  private var sources: [RunLoop.SwitchedSource] = []

  init(_ loop: RunLoop, tick: Duration) throws {
    self.loop = loop
    listener = try Listener(at: .tcp("localhost", port: 0)) { connection in
      try? connection.start(.init(received: { $0.write($1) }))
    }
    let source = try RunLoop.SignalSource([SIGUSR1], label: "signals") { [unowned self] _ in
      self.signals += 1
      return .rearm
    }
    try loop.add(source)
    sources.append(source)
    var ends: [Int32] = [-1, -1]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    let server = Connection(ends[0])
    try server.start(.init(received: { $0.write($1) }))
    let client = Connection(ends[1])
    try client.start(.init(received: { [unowned self] _, _ in self.echoes += 1 }))
    self.client = client
    loop.add(
      RunLoop.Timer(after: tick, repeating: tick, label: "tick") { [unowned self] _ in self.tick() })
  }

  private func tick() {
    ticks += 1
    client?.write("tick")
    // A time-out that is given up again.
    let timeout = RunLoop.Timer(after: .seconds(3600)) { _ in }
    loop.add(timeout)
    if ticks % 2 == 0 { loop.remove(timeout) } else { timeout.invalidate() }
    // To this thread: no other one takes it.
    if ticks % 10 == 0 { pthread_kill(thread, SIGUSR1) }
    if ticks % 60 == 0 { visit() }
    loop.post {}
  }

  private func visit() {
    Connection.connect(to: listener.address) { [unowned self] result in
      guard case .success(let connection) = result else { return }
      _ = try? connection.start(.init(received: { connection, _ in connection.close() }))
      connection.write("hello")
      self.visitors += 1
    }
  }

  private struct Counts: Equatable {
    var descriptors = 0
    var items = 0
  }

  /// Between two visits.
  private func counts() throws -> (counts: Counts, memory: Int) {
    var counts = Counts()
    for _ in 0..<100 {
      loop.run(for: .milliseconds(5))
      let now = Counts(
        descriptors: (Int32(0)..<256).count { fcntl($0, F_GETFD) >= 0 },
        items: loop.snapshot().modes.reduce(0) { $0 + $1.items.count })
      if now == counts { return (now, Int(linux_malloc_bytes())) }
      counts = now
    }
    throw Restless()
  }

  private struct Restless: Error {}

  func check(after warmUp: Duration, _ duration: Duration) throws {
    loop.run(for: warmUp)
    let before = try counts()
    loop.run(for: duration)
    let after = try counts()
    #expect(after.counts == before.counts)
    #expect(after.memory - before.memory < 100_000, "\(before.memory) bytes before, \(after.memory) after")
  }
}
