import LinuxSystem
import RunLoopCore
import Synchronization
import TestHarness
import Testing

@testable import StallMonitoring

/// What is done about a stall that lasts, and when the watchdog is notified: on a simulated clock.
@Suite(.hangLimit) struct StallActionTests {
  private final class Acts: Sendable {
    private let list = Mutex<[String]>([])
    func add(_ text: String) { list.withLock { $0.append(text) } }
    var all: [String] { list.withLock { $0 } }
  }

  private func simulate(_ scenario: LoopScenario, _ acts: Acts, aborts: Duration = .seconds(9)) -> Simulation
  {
    let simulation = Simulation {
      $0.actions = [
        .abort(after: aborts), .log(after: .seconds(2)),
        .call(after: .seconds(3)) { acts.add("call \($0.callout.label) \($0.duration / 1_000_000_000)") },
      ]
    }
    simulation.core.acting.log = { acts.add("log \($0.callout.label): \($1)") }
    simulation.core.acting.abort = { acts.add("abort \($0)") }
    simulation.play(scenario)
    return simulation
  }

  @Test func eachIsDoneOnceAtItsTimeInTheOrderOfTimes() throws {
    var scenario = LoopScenario.waiting
    scenario.callout("slow", at: 1, for: 20)
    scenario.callout("again", at: 30, for: 2.5)
    let acts = Acts()
    let simulation = simulate(scenario, acts)
    simulation.run(to: 2.95)
    #expect(acts.all.isEmpty)
    simulation.run(to: 3.9)
    #expect(acts.all.count == 1 && acts.all[0].hasPrefix("log slow: the loop 'main' has been held up for 2."))
    #expect(acts.all[0].contains(" by timer 'slow' ("))
    simulation.run(to: 9.9)
    #expect(acts.all.dropFirst() == ["call slow 3"])
    simulation.run(to: 25)
    let rest = acts.all.dropFirst(2)
    #expect(
      rest.count == 2
        && rest.first?.hasSuffix(": the process is ended by SIGABRT, as is set for 9.0 seconds") == true)
    #expect(rest.last == "abort 1")
    simulation.run(to: 40)
    #expect(acts.all.count == 5 && acts.all[4].hasPrefix("log again: "), "\(acts.all)")
  }

  @Test func severalOfOneTimeAreAllDone() {
    var scenario = LoopScenario.waiting
    scenario.callout("slow", at: 1, for: 5)
    let acts = Acts()
    let simulation = simulate(scenario, acts, aborts: .seconds(2))
    simulation.run(to: 3.2)
    #expect(acts.all.count == 3 && acts.all.contains("abort 1"), "\(acts.all)")
  }

  @Test func timeInWhichTheProcessWasFrozenAndBurstsDoNotCount() {
    var scenario = LoopScenario.waiting
    scenario.at(1, .wake, .begin("short"))
    scenario.at(1.2, .freeze(60))
    scenario.at(2, .end, .wait)
    scenario.at(5, .wake)
    for step in 0..<100 { scenario.at(5 + Double(step) * 0.1, .begin("short")) }
    for step in 0..<100 { scenario.at(5.09 + Double(step) * 0.1, .end) }
    let acts = Acts()
    let simulation = simulate(scenario, acts)
    simulation.run(to: 20)
    #expect(acts.all.isEmpty, "\(acts.all)")
    #expect(simulation.found.contains { $0.hasPrefix("busyBurst") })
  }

  @Test func nothingIsDoneAboutAStallThatTheDelegateHoldsBack() {
    var scenario = LoopScenario.waiting
    scenario.callout("import", at: 1, for: 20)
    let acts = Acts()
    let simulation = simulate(scenario, acts)
    simulation.delegate.answer = { $0.callout.label != "import" }
    simulation.run(to: 20)
    #expect(acts.all.isEmpty)
  }

  @Test func oneThatIsNotReportedAnewIsActedOn() {
    var scenario = LoopScenario.waiting
    for round in 0..<4 { scenario.callout("slow", at: 1 + Double(round) * 10, for: 2.5) }
    let acts = Acts()
    simulate(scenario, acts).run(to: 45)
    #expect(acts.all.count { $0.hasPrefix("log slow") } == 4)
  }

  @Test func aProcessIsEndedOnTheThreadThatIsHeldUp() async {
    await #expect(processExitsWith: .signal(SIGABRT)) {
      alarm(hangAlarm)
      var none = rlimit()
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
      var settings = StallMonitor.Settings()
      settings.threshold = .milliseconds(50)
      settings.reports = nil
      settings.actions = [.abort(after: .milliseconds(100))]
      let monitor = try StallMonitor(settings, world: LinuxWorld(signal: 0))
      let heartbeat = Heartbeat("worker")
      monitor.watch(heartbeat)
      monitor.start()
      heartbeat.begin(Heartbeat.Work("stuck"))
      sleep(50)
    }
  }

  // MARK: The watchdog

  private func watchdog(_ scenario: LoopScenario, _ acts: Acts, answers: @escaping () -> Bool = { true })
    -> Simulation
  {
    let simulation = Simulation { $0.patience = .seconds(1) }
    simulation.core.acting.watchdog = WatchdogPing(timeout: 3_000_000_000) {
      acts.add("ping")
      return answers()
    }
    simulation.play(scenario)
    return simulation
  }

  @Test func theWatchdogIsNotifiedInTimeAlsoWhileNothingHappens() {
    let acts = Acts()
    let simulation = watchdog(.waiting, acts)
    simulation.run(to: 0.1)
    var longest = 0.0
    var last = (count: 0, time: 0.0)
    for step in 1..<600 {
      simulation.run(to: Double(step) / 10)
      if acts.all.count != last.count {
        longest = max(longest, Double(step) / 10 - last.time)
        last = (acts.all.count, Double(step) / 10)
      }
    }
    #expect((58...64).contains(acts.all.count), "\(acts.all.count)")
    #expect(longest < 1.4)
    // It does not keep the monitor looking all the time.
    let quiet = watchdog(.waiting, Acts())
    quiet.run(to: 60)
    #expect(quiet.core.passes < 300, "\(quiet.core.passes)")
  }

  @Test func aLoopThatMakesNoProgressKeepsTheWatchdogWaiting() {
    var scenario = LoopScenario.waiting
    scenario.callout("slow", at: 10, for: 8)
    let acts = Acts()
    let simulation = watchdog(scenario, acts)
    simulation.run(to: 11.2)
    let before = acts.all.count
    #expect(before >= 10)
    simulation.run(to: 17.9)
    #expect(acts.all.count <= before + 1)
    simulation.run(to: 18.3)
    #expect(acts.all.count >= before + 1)
    let after = acts.all.count
    simulation.run(to: 28.3)
    #expect(acts.all.count >= after + 9)
  }

  @Test func oneThatCouldNotBeNotifiedIsNotifiedSoonAgain() {
    let acts = Acts()
    let simulation = watchdog(.waiting, acts) { acts.all.count > 20 }
    simulation.run(to: 4)
    #expect((20...28).contains(acts.all.count), "\(acts.all.count)")
  }
}
