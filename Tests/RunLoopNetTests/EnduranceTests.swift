import LinuxSystem
import RunLoopCore
import RunLoopNet
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// A day of timers, sockets and signals leaves nothing behind. In child processes: memory and descriptors are counted.
@Suite(.hangLimit(seconds: 300, and: "MAINSPRING_ENDURANCE_SECONDS")) struct EnduranceTests {
  @Test func aSimulatedDayLeavesDescriptorsMemoryAndCountsFlat() async {
    await #expect(processExitsWith: .success) {
      try onFreshThread {
        SimulatedClock().install()
        let world = try World(RunLoop.current, tick: .seconds(1))
        // An hour to get into its stride.
        try world.check(after: .seconds(3600), .seconds(23 * 3600))
        #expect(
          world.ticks >= 86_399 && world.echoes >= world.ticks - 1 && world.signals >= world.ticks / 10 - 1)
        #expect(world.visits.count == 4)
        for (kind, count) in world.visits { #expect(count >= 86_400 / 80 - 1, "\(kind): \(count)") }
        #expect(world.failures == 0)
      }
    }
  }

  /// Two seconds, or as many as MAINSPRING_ENDURANCE_SECONDS says (600 for ten minutes).
  @Test func realTimeLeavesDescriptorsMemoryAndCountsFlat() async {
    await #expect(processExitsWith: .success) {
      let seconds = getenv("MAINSPRING_ENDURANCE_SECONDS").flatMap { Int(String(cString: $0)) } ?? 2
      try onFreshThread {
        let world = try World(RunLoop.current, tick: .milliseconds(1))
        try world.check(after: .milliseconds(500), .seconds(seconds))
        #expect(world.ticks > 100 && world.echoes > 100 && world.signals > 10 && world.visits.count == 4)
        #expect(world.failures == 0)
      }
    }
  }
}

/// What goes on in a loop: a tick, at which a message goes to and fro; signals; visitors who come, ask and go, each in
/// another way. The loop's thread only.
private final class World: @unchecked Sendable {
  private(set) var ticks = 0
  private(set) var echoes = 0
  private(set) var signals = 0
  /// How often each kind of visitor got all that it had sent.
  private(set) var visits: [Visit: Int] = [:]
  private(set) var failures = 0
  private var visitorsInside = 0
  /// Without new visitors, so that resources can be counted.
  private var rests = false
  private let loop: RunLoop
  private let thread = pthread_self()
  private let listener: Listener
  private var client: Connection?
  private var sources: [RunLoop.SwitchedSource] = []

  init(_ loop: RunLoop, tick: Duration) throws {
    self.loop = loop
    listener = try Listener(at: .tcp("localhost", port: 0)) { connection in
      try? connection.start(
        .init(
          received: { if !$0.write($1) { $0.pauseReading() } }, drained: { $0.resumeReading() }))
    }
    let source = try RunLoop.SignalSource([SIGUSR1], label: "signals") { [unowned self] _ in
      self.signals += 1
      return .rearm
    }
    try loop.add(source)
    sources.append(source)
    let ends = try Socket.pair(.stream, isBlocking: true)
    let server = Connection(ends.0.number)
    try server.start(.init(received: { $0.write($1) }))
    let client = Connection(ends.1.number)
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
    if ticks % 20 == 0, !rests { visit(.init(rawValue: ticks / 20 % 4)!) }
    loop.post {}
  }

  /// How a visitor goes.
  enum Visit: Int {
    case closing
    /// With a reset.
    case breakingOff
    /// It ends its direction first, and waits for the other's end.
    case halfClosing
    /// It sends more than the buffers hold, and both sides have to wait.
    case flooding
  }

  private func visit(_ visit: Visit) {
    let text = [UInt8](repeating: 7, count: visit == .flooding ? 200_000 : 5)
    visitorsInside += 1
    Connection.connect(to: listener.address, timeout: .seconds(1_000)) { [unowned self] result in
      guard case .success(let connection) = result else { return left(visit, well: false) }
      if visit == .flooding {
        Socket(connection.descriptor).set(.sendBuffer, to: 16_384)
      }
      var received = 0
      let handlers = Connection.Handlers(
        received: { connection, bytes in
          received += bytes.count
          guard received == text.count else { return }
          switch visit {
          case .closing, .flooding: connection.close()
          case .breakingOff: connection.abort()
          case .halfClosing: break
          }
        },
        closed: { [unowned self] _, error in
          left(visit, well: received == text.count && error == nil)
        })
      guard (try? connection.start(handlers)) != nil else { return left(visit, well: false) }
      connection.write(text)
      if visit == .halfClosing { connection.finishWriting() }
    }
  }

  private func left(_ visit: Visit, well: Bool) {
    visitorsInside -= 1
    if well { visits[visit, default: 0] += 1 } else { failures += 1 }
  }

  private struct Counts: Equatable {
    var descriptors = 0
    var items = 0
  }

  /// When there are no visitors.
  private func counts() throws -> (counts: Counts, memory: Int) {
    rests = true
    defer { rests = false }
    var counts = Counts()
    for _ in 0..<1000 {
      loop.run(for: .milliseconds(5))
      let now = Counts(
        descriptors: (Int32(0)..<256).count { fcntl($0, F_GETFD) >= 0 },
        items: loop.snapshot().modes.reduce(0) { $0 + $1.items.count })
      if now == counts, visitorsInside == 0 { return (now, Int(linux_malloc_bytes())) }
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
    #expect(after.counts.items == before.counts.items)
    // Dispatch, on which the tests run, may open a few at any time.
    #expect(after.counts.descriptors - before.counts.descriptors < 4)
    let growth = after.memory - before.memory
    #expect(growth < 100_000, "\(before.memory) bytes before, \(after.memory) after")
    print(
      "\(duration): \(ticks) ticks, \(echoes) echoes, \(signals) signals, \(visits.values.reduce(0, +)) visits;"
        + " \(after.counts.descriptors) descriptors, \(after.counts.items) items, \(growth) bytes more than before"
    )
  }
}
