import RunLoopCore
import Synchronization
import TestHarness
import Testing

@testable import StallMonitoring

/// Whether loops make progress, on a simulated clock.
@Suite(.hangLimit) struct LivenessTests {
  private static func patient(_ scenario: LoopScenario) -> Simulation {
    let simulation = Simulation { $0.patience = .seconds(2) }
    simulation.play(scenario)
    return simulation
  }

  private func held(_ simulation: Simulation) -> [Liveness.HeldLoop] {
    if case .held(let held) = simulation.core.acting.liveness.verdict { held } else { [] }
  }

  @Test func aCalloutThatTakesLongerThanThePatienceIsNoProgress() throws {
    var scenario = LoopScenario.waiting
    scenario.callout("slow", at: 1, for: 5)
    let simulation = Self.patient(scenario)
    simulation.run(to: 2.9)
    #expect(simulation.core.acting.liveness.verdict == .live(loops: 1))
    simulation.run(to: 4)
    let loop = try #require(held(simulation).first)
    #expect(loop.loop == "main" && loop.callout.label == "slow" && loop.thread == 1)
    #expect(loop.duration > .seconds(2.7) && loop.duration < .seconds(3.1), "\(loop.duration)")
    #expect(
      "\(loop)".hasPrefix("the loop 'main' has been held up for ") && "\(loop)".contains("timer 'slow'"))
    simulation.run(to: 6.5)
    #expect(simulation.core.acting.liveness.verdict == .live(loops: 1))
    // Also while the monitor sleeps for good.
    simulation.run(to: 600)
    #expect(simulation.parkings > 0 && simulation.core.acting.liveness.verdict == .live(loops: 1))
  }

  @Test func manyShortCalloutsAndASleepInACalloutAreProgress() {
    var busy = LoopScenario.waiting
    busy.at(1, .wake)
    for step in 0..<80 { busy.at(1 + Double(step) * 0.1, .begin("short")) }
    for step in 0..<80 { busy.at(1.09 + Double(step) * 0.1, .end) }
    let simulation = Self.patient(busy)
    simulation.run(to: 8)
    #expect(simulation.core.acting.liveness.verdict == .live(loops: 1))
    var asleep = LoopScenario.waiting
    asleep.at(1, .wake, .begin("around"), .entry, .wait)
    let other = Self.patient(asleep)
    other.run(to: 20)
    #expect(other.core.acting.liveness.verdict == .live(loops: 1))
  }

  @Test func aStopOfTheWholeProcessIsNotHeldAgainstALoop() {
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake, .begin("short"))
    scenario.at(1.1, .freeze(30))
    scenario.at(1.4, .end, .wait)
    let simulation = Self.patient(scenario)
    let verdicts = Mutex<[Bool]>([])
    for step in 0..<20 {
      simulation.at(1.11 + Double(step) / 50) {
        let isLive = simulation.core.acting.liveness.verdict.isLive
        verdicts.withLock { $0.append(isLive) }
      }
    }
    simulation.run(to: 3)
    #expect(verdicts.withLock { $0.count == 20 && $0.allSatisfy(\.self) })
  }

  @Test func theLongestComesFirst() {
    let simulation = Simulation { $0.patience = .seconds(2) }
    for (number, begin) in [(1, 2.0), (2, 1.0), (3, 1.5)] {
      var scenario = LoopScenario.waiting
      scenario.callout("slow", at: begin, for: 10)
      simulation.play(scenario, label: "loop \(number)", thread: Int32(number), isMain: number == 1)
    }
    simulation.run(to: 8)
    #expect(held(simulation).map(\.loop) == ["loop 2", "loop 3", "loop 1"])
  }

  @Test func aMonitorThatDoesNotLookIsLateAfterASecondQuestion() {
    let now = Mutex<UInt64>(100_000_000_000)
    let liveness = Liveness(longestPause: 2_000_000_000) { now.withLock { $0 } }
    func wait(_ seconds: Double) { now.withLock { $0 += UInt64(seconds * 1e9) } }
    #expect(liveness.verdict == .unknown && !liveness.verdict.isLive)
    func look() { liveness.note([], of: 2, at: now.withLock { $0 }) }
    look()
    wait(1.9)
    #expect(liveness.verdict == .live(loops: 2))
    // The process may have stood until now: the monitor has its chance.
    wait(60)
    #expect(liveness.verdict == .live(loops: 2))
    wait(0.5)
    #expect(liveness.verdict == .live(loops: 2))
    wait(0.6)
    #expect(liveness.verdict == .late(.seconds(63)))
    #expect(liveness.verdict.text == "the monitor has not looked for 63.00 s\n")
    look()
    #expect(liveness.verdict == .live(loops: 2))
    // A look between two questions, and it is not late.
    wait(10)
    #expect(liveness.verdict.isLive)
    look()
    wait(10)
    #expect(liveness.verdict.isLive)
    wait(0.5)
    liveness.park()
    wait(1_000)
    #expect(liveness.verdict.isLive)
    // Its next look ends the sleep.
    look()
    wait(10)
    #expect(liveness.verdict.isLive)
    wait(1.1)
    #expect(!liveness.verdict.isLive)
    liveness.stop()
    #expect(liveness.verdict == .unknown && liveness.verdict.text == "the monitor does not run\n")
  }

  /// Was wrong: "the loop 'Swift's task pool (all 2 threads)'".
  @Test func theTaskPoolIsNoLoop() {
    let callout = Callout(kind: .none, label: "", site: "", code: 0, loop: "", mode: "")
    let held = Liveness.HeldLoop(
      loop: TaskPool.label(2), thread: 7, callout: callout, duration: .seconds(12))
    #expect("\(held)" == "Swift's task pool (all 2 threads) has been held up for 12.00 s")
    let acting = StallActing(patience: 1, poll: 1, actions: [], clock: { 0 })
    var lines: [String] = []
    acting.log = { lines.append($1) }
    var record = StallRecord()
    for label in [TaskPool.label(1), "main"] {
      record.loop = label
      acting.perform(.log(after: .seconds(1)), about: record, in: "", for: 2_000_000_000)
    }
    #expect(
      lines == [
        "Swift's task pool (its only thread) has been held up for 2.00 s",
        "the loop 'main' has been held up for 2.00 s",
      ])
  }

  @Test func aMonitorThatIsStoppedKnowsNothing() {
    let simulation = Simulation()
    simulation.run(to: 1)
    #expect(simulation.core.acting.liveness.verdict == .live(loops: 0))
    simulation.core.stopAll()
    #expect(simulation.core.acting.liveness.verdict == .unknown)
  }
}

/// `GET /live` of the endpoint.
@Suite(.hangLimit) struct LiveEndpointTests {
  private func answer(_ server: MetricsServer, _ request: String) -> String {
    String(decoding: server.answer(Array("\(request)\r\n\r\n".utf8)), as: UTF8.self)
  }

  @Test func answersWithTheLoopsThatAreHeldUp() throws {
    let liveness = Liveness(longestPause: .max) { 1 }
    let server = try MetricsServer(StallMetrics(), liveness: liveness)
    #expect(answer(server, "GET /live HTTP/1.0").hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
    liveness.note([], of: 3, at: 1)
    let live = answer(server, "GET /live HTTP/1.0")
    #expect(
      live.hasPrefix("HTTP/1.1 200 OK\r\n") && live.hasSuffix("\r\n\r\nall loops make progress: 3 watched\n"))
    #expect(live.contains("Cache-Control: no-store\r\n"))
    let callout = Callout(
      kind: .timer, label: "tick\nGET", site: "App/Feed.swift:41", code: 0, loop: "", mode: "")
    liveness.note(
      [Liveness.HeldLoop(loop: "main", thread: 7, callout: callout, duration: .milliseconds(12_340))], of: 3,
      at: 1)
    let held = answer(server, "GET /live?full HTTP/1.1\r\nHost: localhost")
    #expect(held.hasPrefix("HTTP/1.1 503 "))
    #expect(
      held.hasSuffix(
        "\r\n\r\nthe loop 'main' has been held up for 12.34 s by timer 'tick GET' (App/Feed.swift:41)\n"))
    let head = answer(server, "HEAD /live HTTP/1.0")
    #expect(head.hasPrefix("HTTP/1.1 503 ") && head.hasSuffix("Connection: close\r\n\r\n"))
    #expect(answer(server, "POST /live HTTP/1.0").hasPrefix("HTTP/1.1 405 "))
    #expect(answer(server, "GET /live HTTP/1.1\r\nHost: evil.example").hasPrefix("HTTP/1.1 421 "))
    #expect(answer(server, "GET /metrics HTTP/1.0").hasPrefix("HTTP/1.1 200 "))
  }

  @Test func isNotThereWithoutAMonitor() throws {
    let server = try MetricsServer(StallMetrics())
    #expect(answer(server, "GET /live HTTP/1.0").hasPrefix("HTTP/1.1 404 "))
  }
}
