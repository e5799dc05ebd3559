import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// The monitor's thread, and what other threads ask of it.
@Suite(.hangLimit) struct EngineTests {
  private func page(_ body: (HeartbeatPage) throws -> Void) throws {
    let folder = try TemporaryFolder(in: "/dev/shm")
    defer { withExtendedLifetime(folder) {} }
    try body(try HeartbeatPage(folder: folder.path))
  }

  @Test func whatIsAskedForIsDoneInOrderBeforeTheNextPass() {
    let core = MonitorCore(world: SimulatedWorld(), settings: StallMonitor.Settings())
    let engine = MonitorEngine(core)
    let done = Locked<[Int]>([])
    for number in 0..<5 { engine.request { _ in done.withLock { $0.append(number) } } }
    #expect(done.value.isEmpty)
    _ = engine.passOnce()
    #expect(done.value == [0, 1, 2, 3, 4])
    _ = engine.passOnce()
    #expect(done.value.count == 5)
  }

  @Test func whatIsAskedForRightBeforeTheStopIsDone() {
    let core = MonitorCore(world: LinuxWorld(signal: 0), settings: StallMonitor.Settings())
    let engine = MonitorEngine(core)
    for _ in 0..<300 {
      #expect(engine.start())
      let isDone = Locked(false)
      engine.request { _ in isDone.value = true }
      engine.stop()
      #expect(isDone.value)
    }
  }

  @Test func aWatchedLoopHasALineInThePageUntilItIsNotWatchedAnyMore() throws {
    try page { page in
      let core = MonitorCore(world: SimulatedWorld(), settings: StallMonitor.Settings())
      core.page = page
      let reader = try HeartbeatReader(path: page.path)
      let heartbeats = (0..<3).map { Heartbeat("work \($0)") }
      for heartbeat in heartbeats {
        core.add(
          WatchedLoop(
            .heartbeat(heartbeat), label: heartbeat.label, thread: heartbeat.thread, page: core.page))
      }
      #expect(reader.loops.map(\.label) == ["work 0", "work 1", "work 2"])
      core.stopWatching(heartbeats[1])
      #expect(reader.loops.map(\.label) == ["work 0", "work 2"] && core.watches.count == 2)
      // It goes on, in its own memory; and nothing of it is seen in the page.
      heartbeats[1].begin(Heartbeat.Work("unseen"))
      #expect(reader.loops.allSatisfy { $0.callout.kind == .none })
      heartbeats[1].end()
      core.stopAll()
      #expect(reader.loops.isEmpty && core.watches.isEmpty)
    }
  }

  @Test func aLoopIsWatchedOnceHoweverOftenItIsAskedFor() throws {
    let monitor = try StallMonitor(StallMonitor.Settings(), world: LinuxWorld(signal: 0))
    let heartbeat = Heartbeat("twice")
    for _ in 0..<3 { monitor.watch(heartbeat) }
    monitor.start()
    waitUntil { monitor.watchedCount == 1 }
    monitor.unwatch(heartbeat)
    waitUntil { monitor.watchedCount == 0 }
    monitor.stop()
  }
}
