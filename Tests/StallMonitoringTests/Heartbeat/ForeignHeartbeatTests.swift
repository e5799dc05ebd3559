import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// A page as `rl_heartbeat_open` writes it, in a folder of the test's own, and a core that watches what is in it.
private final class ForeignHeartbeatSimulation {
  let folder: TemporaryFolder
  let page: HeartbeatPage
  let path: String
  let world = SimulatedWorld()
  let sink = RecordingSink()
  let core: MonitorCore
  let told: ToldLoops

  init() throws {
    folder = try TemporaryFolder()
    page = try HeartbeatPage(folder: folder.path)
    path = HeartbeatReader.pathOfTold(of: getpid(), in: folder.path)
    try #require(rename(page.path, path) == 0)
    var settings = StallMonitor.Settings()
    settings.processorShare = nil
    core = MonitorCore(world: world, settings: settings)
    core.countingSinks = [sink]
    told = ToldLoops(process: getpid(), folder: folder.path)
    core.told = told
  }

  deinit { page.unmap() }

  func line(_ label: String, thread: Int32 = CInt(linux_gettid())) throws -> (
    index: Int, line: HeartbeatLine
  ) {
    try #require(page.takeLine(label: label, thread: thread, isMain: thread == getpid(), isForeign: true))
  }

  func begin(_ label: String, in line: HeartbeatLine) {
    let work = Heartbeat.Work(label)
    page.tell(now: 1, threshold: 1)
    line.enter(callout: UInt64(CalloutKind.foreign.rawValue) | UInt64(work.number) << 8, code: 0)
  }

  /// Gives when the core would look again after that.
  @discardableResult
  func run(for seconds: Double) -> UInt64? {
    let end = world.now + UInt64(seconds * 1e9)
    var next: UInt64?
    repeat {
      next = core.pass()
      if next == nil { core.unmark() }
      world.now = max(world.now + 1, min(next ?? end, end))
    } while world.now < end
    return next
  }

  /// Changes bytes of the file.
  func patch<Value>(_ value: Value, at offset: Int) {
    let file = open(path, O_RDWR | O_CLOEXEC)
    defer { close(file) }
    withUnsafeBytes(of: value) { #expect(pwrite(file, $0.baseAddress, $0.count, off_t(offset)) == $0.count) }
  }
}

/// Threads that say themselves what they do, by runloop_heartbeat.h.
@Suite(.hangLimit) struct ForeignHeartbeatTests {
  @Test func aStallIsNamedByItsLabelAndPlace() throws {
    let simulation = try ForeignHeartbeatSimulation()
    let (index, line) = try simulation.line("GLib")
    simulation.run(for: 1)
    #expect(simulation.told.threads == [CInt(linux_gettid())] && simulation.sink.began.isEmpty)
    simulation.begin("dispatch", in: line)
    simulation.run(for: 1)
    let stall = try #require(simulation.sink.began.first)
    #expect(stall.loop == "GLib" && stall.callout.label == "dispatch" && stall.callout.kind == .foreign)
    #expect(
      stall.callout.site.contains("ForeignHeartbeatTests.swift:") && stall.thread == CInt(linux_gettid()))
    line.leave()
    simulation.run(for: 0.5)
    let ended = try #require(simulation.sink.ended.first)
    #expect(ended.duration > 800_000_000 && ended.duration < 1_200_000_000, "\(ended.duration)")
    simulation.page.giveBack(line: index)
    simulation.run(for: 1)
    #expect(simulation.core.watches.isEmpty && simulation.told.isEmpty)
  }

  @Test func aLineThatIsGivenBackEndsItsStall() throws {
    let simulation = try ForeignHeartbeatSimulation()
    let (index, line) = try simulation.line("worker")
    simulation.begin("crunch", in: line)
    simulation.run(for: 1)
    #expect(simulation.sink.began.count == 1 && simulation.sink.ended.isEmpty)
    let page = try #require(ToldPage(of: getpid(), in: simulation.folder.path))
    let told = ToldLine(page, index, try #require(page.entries()?[index]))
    #expect(LineReading(told.line).isInside && told.isWorking)
    simulation.page.giveBack(line: index)
    #expect(LineReading(told.line).activity == .ended && !told.isWorking)
    simulation.run(for: 0.5)
    #expect(simulation.sink.ended.count == 1 && simulation.core.watches.isEmpty)
  }

  @Test func aThreadWorksInsideItsWorkAndBetweenTwoPiecesUntilItWaits() throws {
    let simulation = try ForeignHeartbeatSimulation()
    let (index, line) = try simulation.line("worker")
    let page = try #require(ToldPage(of: getpid(), in: simulation.folder.path))
    let told = ToldLine(page, index, try #require(page.entries()?[index]))
    func isWorking() -> Bool {
      _ = told.line
      return told.isWorking
    }
    var seen = [isWorking()]
    for step in [
      line.beginWait, line.endWait, { simulation.begin("crunch", in: line) }, line.leave, line.beginWait,
    ] {
      step()
      seen.append(isWorking())
    }
    simulation.begin("crunch", in: line)
    seen.append(isWorking())
    #expect(seen == [false, false, true, true, true, false, true])
  }

  @Test func aCoreThatWatchesAPageLooksAlsoWhileNothingHappens() throws {
    let simulation = try ForeignHeartbeatSimulation()
    // A page may still come; lines do not ring.
    let search = try #require(simulation.run(for: 3))
    #expect(search <= simulation.world.now + ToldLoops.searchInterval)
    _ = try simulation.line("worker")
    let look = try #require(simulation.run(for: 3))
    #expect(look <= simulation.world.now + simulation.core.poll)
  }

  /// A copy of a page, or one that a process of the same user has put there.
  @Test func aPageThatNamesAnotherProcessIsNotBelieved() throws {
    let simulation = try ForeignHeartbeatSimulation()
    _ = try simulation.line("worker")
    #expect(ToldPage(of: getpid(), in: simulation.folder.path) != nil)
    let path = HeartbeatReader.pathOfTold(of: getppid(), in: simulation.folder.path)
    try #require(rename(simulation.path, path) == 0)
    #expect(ToldPage(of: getppid(), in: simulation.folder.path) == nil)
  }

  @Test func aThreadThatSaysWhatItDoesIsNotGuessedAt() throws {
    let simulation = try ForeignHeartbeatSimulation()
    let thread = CInt(linux_gettid())
    let process = SimulatedProcess(simulation.world)
    // From outside, one long piece of work; by its own word, nothing.
    process.thread(thread, [.wait(1), .work(2), .wait(1)])
    let (_, line) = try simulation.line("worker")
    simulation.core.told = nil
    let watch = ForeignWatch(process, core: simulation.core, process: getpid(), told: simulation.told)
    let end = simulation.world.now + 4_000_000_000
    while simulation.world.now < end {
      let next = try #require(watch.look())
      if simulation.core.pass() == nil { simulation.core.unmark() }
      simulation.world.now = max(simulation.world.now + 1, next)
    }
    #expect(watch.loops == [thread] && simulation.sink.began.isEmpty)
    #expect(line.load(HeartbeatLine.Word.sequence) == 0)
  }

  @Test func aMonitorWatchesThoseOfItsOwnProcess() throws {
    final class Findings: StallMonitorDelegate {
      let labels = Locked<[String]>([])
      func stallEnded(_ record: StallRecord) {
        labels.withLock { $0.append("\(record.loop) \(record.callout.label)") }
      }
    }
    // Where C puts it.
    let path = HeartbeatReader.pathOfTold(of: getpid())
    var template = Array("/dev/shm/mainspring-test-XXXXXX".utf8CString)
    let folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    let page = try HeartbeatPage(folder: folder)
    try #require(rename(page.path, path) == 0)
    defer {
      unlink(path)
      rmdir(folder)
    }
    var settings = StallMonitor.Settings()
    settings.threshold = .milliseconds(30)
    settings.reports = nil
    settings.rarestRepeat = 1
    let findings = Findings()
    let monitor = try StallMonitor(settings, world: LinuxWorld(signal: 0), delegate: findings)
    monitor.watchHeartbeatsOfC()
    monitor.start()
    let place = try #require(
      page.takeLine(label: "C", thread: CInt(linux_gettid()), isMain: false, isForeign: true))
    let work = Heartbeat.Work("crunch")
    page.tell(now: 1, threshold: 1)
    waitUntil { monitor.watchedCount == 1 }
    for _ in 0..<20 where findings.labels.withLock({ $0.isEmpty }) {
      place.line.enter(callout: UInt64(CalloutKind.foreign.rawValue) | UInt64(work.number) << 8, code: 0)
      usleep(150_000)
      place.line.leave()
      usleep(100_000)
    }
    #expect(findings.labels.withLock { $0.first } == "C crunch")
    monitor.stop()
  }

  // MARK: What a page may say that is not so

  @Test func aPageOfAnotherProcessIsNotBelieved() throws {
    for offset in [PageLayout.Header.process, PageLayout.Header.startTicks, PageLayout.Header.version, 0] {
      let simulation = try ForeignHeartbeatSimulation()
      _ = try simulation.line("worker")
      simulation.patch(Int32(99), at: offset)
      simulation.run(for: 1)
      #expect(simulation.core.watches.isEmpty, "\(offset)")
    }
    let simulation = try ForeignHeartbeatSimulation()
    _ = try simulation.line("worker")
    try #require(rename(simulation.path, simulation.path + "x") == 0)
    try #require(symlink(simulation.path + "x", simulation.path) == 0)
    simulation.run(for: 1)
    #expect(simulation.core.watches.isEmpty)
  }

  @Test func linesOfThreadsThatTheProcessDoesNotHaveAreNotWatched() throws {
    let simulation = try ForeignHeartbeatSimulation()
    for thread: Int32 in [-1, 1, .max, .min] where thread != getpid() {
      _ = try simulation.line("liar", thread: thread)
    }
    _ = try simulation.line("first")
    _ = try simulation.line("twice")
    simulation.run(for: 1)
    #expect(simulation.core.watches.map(\.loop.label) == ["first"])
  }

  @Test func anythingMayStandInAPage() throws {
    var dice = SplitMix(17)
    for round in 0..<40 {
      let simulation = try ForeignHeartbeatSimulation()
      let (_, line) = try simulation.line("worker")
      simulation.begin("work", in: line)
      simulation.run(for: 0.4)
      for _ in 0..<40 {
        // The header's tables first, then lines, entries and names.
        let most = round % 2 == 0 ? 128 : PageLayout.modes.end
        simulation.patch(
          UInt64.random(in: .min ... .max, using: &dice), at: Int.random(in: 0..<most, using: &dice))
      }
      simulation.run(for: 0.2)
      let fresh = ToldLoops(process: getpid(), folder: simulation.folder.path)
      fresh.update(simulation.core)
      #expect(simulation.core.watches.count <= 2 * ToldPage.mostLines)
    }
  }

  @Test func aPageThatIsCutShortIsForgotten() throws {
    for size in [0, 4_000, 5_000, PageLayout.loops.offset + 8] {
      let simulation = try ForeignHeartbeatSimulation()
      let (_, line) = try simulation.line("worker")
      simulation.begin("work", in: line)
      simulation.run(for: 1)
      #expect(simulation.sink.began.count == 1)
      // The mapping of the test itself must not be touched from here on.
      #expect(truncate(simulation.path, off_t(size)) == 0)
      simulation.run(for: 1)
      #expect(simulation.core.watches.isEmpty && simulation.sink.ended.count == 1, "\(size)")
    }
  }
}
