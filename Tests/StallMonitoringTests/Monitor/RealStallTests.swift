import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import StallMonitoring

/// The whole monitor on real threads: what it promises of times has the bounds of a busy machine.
@Suite(.hangLimit, .serialized) struct RealStallTests {
  final class Findings: StallMonitorDelegate, @unchecked Sendable {
    let began = Locked<[StallRecord]>([])
    let ended = Locked<[StallRecord]>([])
    let bursts = Locked<[Duration]>([])
    func stallBegan(_ record: StallRecord) { began.withLock { $0.append(record) } }
    func stallEnded(_ record: StallRecord) { ended.withLock { $0.append(record) } }
    func burstTook(_ duration: Duration, loop: String) { bursts.withLock { $0.append(duration) } }
  }

  private var settings: StallMonitor.Settings {
    var settings = StallMonitor.Settings()
    settings.threshold = .milliseconds(50)
    settings.reports = nil
    settings.rarestRepeat = 1
    // The thread sanitizer holds signals back until it suits it, and what it puts in between is not unwound.
    if ThreadSanitizer.isOn {
      settings.signal = 0
      settings.fewestFrames = 0
    }
    return settings
  }

  private static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  private static func spin(_ milliseconds: UInt64) {
    let end = now() + milliseconds * 1_000_000
    while now() < end {}
  }

  @Test func stallsAreFoundAndNamedAndExplained() throws {
    let findings = Findings()
    let monitor = try StallMonitor(settings, delegate: findings)
    let thread = WorkerThread.asleep("worker")
    monitor.watch(thread.loop)
    #expect(monitor.start())
    #expect(!monitor.start() && monitor.isRunning)
    usleep(50_000)
    // On a busy machine a short one, or one of the monitor's own blocks, may take long too.
    func meant() -> [StallRecord] {
      findings.ended.value.filter { ["spins", "sleeps"].contains($0.callout.label) }
    }
    func count(_ label: String) -> Int { meant().count { $0.callout.label == label } }
    // And the monitor may be held up longer than the loop is: then there is another round.
    var rounds = 0
    while rounds < 20, count("spins") < 3 || count("sleeps") < 3 {
      let isOver = Locked(false)
      thread.loop.add(RunLoop.Timer(after: .zero, label: "spins") { _ in Self.spin(400) })
      thread.loop.add(RunLoop.Timer(after: .milliseconds(450), label: "sleeps") { _ in usleep(400_000) })
      thread.loop.add(
        RunLoop.Timer(after: .milliseconds(900), label: "is short") { _ in
          Self.spin(5)
          isOver.value = true
        })
      thread.loop.wakeUp()
      waitUntil { isOver.value }
      usleep(50_000)
      rounds += 1
    }
    thread.end()
    monitor.stop()
    #expect(!monitor.isRunning)
    let stalls = meant()
    #expect(count("spins") >= 3 && count("sleeps") >= 3)
    // Told in their order, each once.
    var expected = (0..<rounds).flatMap { _ in ["spins", "sleeps"] }[...]
    for stall in stalls {
      let place = expected.firstIndex(of: stall.callout.label)
      #expect(place != nil, "\(stalls.map(\.callout.label)) in \(rounds) rounds")
      expected = expected[((place ?? expected.endIndex - 1) + 1)...]
    }
    for stall in stalls {
      #expect(
        stall.callout.kind == .timer && stall.loop == "worker" && stall.thread == thread.loop.threadNumber)
      #expect(stall.callout.site.hasPrefix("StallMonitoringTests/RealStallTests.swift:"))
      // What the whole process stood meanwhile is taken off.
      #expect(stall.duration + stall.frozenTime > 100_000_000 && stall.hasEnded)
      #expect(stall.found - stall.started >= 40_000_000)
    }
    // Of several, for the machine is busy.
    #expect(stalls.filter { $0.callout.label == "sleeps" && $0.diagnosis.cause == .sleep }.count >= 2)
    #expect(
      stalls.contains { $0.callout.label == "spins" && [.processor, .starved].contains($0.diagnosis.cause) })
    if !ThreadSanitizer.isOn { #expect(stalls.contains { $0.samples.contains { $0.isComplete } }) }
    // It has counted them, and reported none wrongly.
    let text = monitor.metrics.text()
    #expect(text.contains("worker"))
  }

  @Test func unusableFolderIsAnErrorAndAMissingStandardOneIsNot() throws {
    var settings = settings
    settings.reports = .folder("/proc/nothing/here")
    #expect(throws: StallMonitorError.self) { try StallMonitor(settings) }
    settings.reports = nil
    let monitor = try StallMonitor(settings)
    #expect(monitor.reports == nil && monitor.degradations["reports"] == nil)
  }

  @Test func stallIsReportedWhileItLasts() throws {
    let findings = Findings()
    let monitor = try StallMonitor(settings, delegate: findings)
    let thread = WorkerThread.asleep()
    monitor.watch(thread.loop)
    monitor.start()
    let leave = Locked(false)
    thread.loop.add(
      RunLoop.Timer(after: .zero, label: "stays") { _ in while !leave.value { usleep(1_000) } })
    thread.loop.wakeUp()
    // On a busy machine something else may take long before it.
    func began() -> StallRecord? { findings.began.value.first { $0.callout.label == "stays" } }
    func ended() -> StallRecord? { findings.ended.value.first { $0.callout.label == "stays" } }
    waitUntil { began() != nil }
    #expect(ended() == nil)
    leave.value = true
    waitUntil { ended() != nil }
    #expect(try #require(ended()).id == began()?.id)
    // A monitor that goes away lets the loop go on.
    monitor.stop()
    thread.end()
  }

  @Test func sleepingLoopsLetTheMonitorSleep() throws {
    let monitor = try StallMonitor(settings)
    let threads = (0..<3).map { WorkerThread.asleep("idle \($0)") }
    for thread in threads { monitor.watch(thread.loop) }
    monitor.start()
    // It is asleep for good when it makes no pass for long; other tests' rings wake it at most for a moment.
    func isQuiet() -> Bool {
      let before = monitor.passCount
      usleep(600_000)
      return monitor.passCount == before
    }
    var quiet = false
    for _ in 0..<100 where !quiet { quiet = isQuiet() }
    #expect(quiet)
    // And it is there when a loop wakes.
    let before = monitor.passCount
    threads[0].loop.post {}
    waitUntil { monitor.passCount > before }
    monitor.stop()
    for thread in threads { thread.end() }
  }

  @Test func foreignWorkIsWatchedToo() throws {
    let findings = Findings()
    let monitor = try StallMonitor(settings, delegate: findings)
    monitor.start()
    let thread = FreshThread {
      let heartbeat = Heartbeat("pool")
      let job = Heartbeat.Work("crunch")
      monitor.watch(heartbeat)
      // Again, should the monitor be held up longer than the work lasts.
      for _ in 0..<20 where findings.ended.value.isEmpty {
        usleep(50_000)
        heartbeat.begin(job)
        usleep(200_000)
        heartbeat.end()
      }
      usleep(50_000)
      monitor.unwatch(heartbeat)
    }
    thread.join()
    waitUntil { !findings.ended.value.isEmpty }
    monitor.stop()
    let stall = try #require(findings.ended.value.first)
    #expect(stall.callout.kind == .foreign && stall.callout.label == "crunch" && stall.loop == "pool")
  }

  @Test func sensitiveModeTimesBurstsOnTheLoop() throws {
    let findings = Findings()
    var settings = settings
    settings.sensitiveRange = .milliseconds(60)...Duration.seconds(60)
    let monitor = try StallMonitor(settings, delegate: findings)
    let thread = WorkerThread.asleep()
    monitor.watch(thread.loop)
    monitor.start()
    usleep(50_000)
    // Two callouts in one burst: neither is long, together they are. Posted on the loop, which does not sleep in between.
    thread.loop.post {
      for _ in 0..<2 { RunLoop.current.post { Self.spin(40) } }
    }
    waitUntil { !findings.bursts.value.isEmpty }
    #expect(try #require(findings.bursts.value.first) >= .milliseconds(60))
    monitor.stop()
    // The observers are gone with the monitor.
    #expect(!"\(thread.loop.snapshot())".contains("stall monitor"))
    thread.end()
  }

  @Test func endedLoopIsForgotten() throws {
    let monitor = try StallMonitor(settings)
    let thread = WorkerThread.asleep()
    monitor.watch(thread.loop)
    monitor.start()
    waitUntil { monitor.watchedCount == 1 }
    thread.end()
    waitUntil { monitor.watchedCount == 0 }
    monitor.stop()
  }
}
