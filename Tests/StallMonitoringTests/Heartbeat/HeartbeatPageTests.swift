import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import StallMonitoring

/// The file that other processes and the next start read.
@Suite(.hangLimit) struct HeartbeatPageTests {
  /// A folder of the test's own.
  private func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = try TemporaryFolder(in: "/dev/shm")
    defer { withExtendedLifetime(folder) {} }
    return try body(folder.path)
  }

  @Test func readerSeesWhatALoopIsDoing() throws {
    try withFolder { folder in
      let page = try HeartbeatPage(folder: folder)
      let thread = WorkerThread.asleep()
      let loop = thread.loop
      let place = try #require(
        page.takeLine(label: "worker loop", thread: loop.threadNumber, isMain: false, isForeign: false))
      loop.moveHeartbeat(to: place.line)
      let inside = Locked(false)
      let leave = Locked(false)
      loop.add(
        RunLoop.Timer(after: .zero, label: "long one") { _ in
          inside.value = true
          while !leave.value { usleep(100) }
        })
      loop.wakeUp()
      waitUntil { inside.value }
      page.tell(now: 17, threshold: 50)

      let reader = try HeartbeatReader(path: HeartbeatReader.path(of: getpid(), in: folder))
      #expect(reader.process == getpid() && reader.isAlive)
      #expect(reader.executable.hasPrefix("/"))
      #expect(reader.monitor == (17, 50))
      let seen = try #require(reader.loops.first)
      #expect(reader.loops.count == 1)
      #expect(seen.label == "worker loop" && seen.thread == loop.threadNumber && !seen.isMain)
      #expect(seen.activity == .running && seen.depth == 1 && seen.mode == "default")
      #expect(seen.callout.kind == .timer && seen.callout.label == "long one")
      #expect(seen.callout.site.hasPrefix("StallMonitoringTests/HeartbeatPageTests.swift:"))
      #expect(seen.callout.code != 0)

      leave.value = true
      waitUntil { loop.isWaiting && place.line.load(HeartbeatLine.Word.state) & 0xFF == 2 }
      let later = try #require(reader.loops.first)
      #expect(
        later.activity == .waiting && later.callout.kind == .none && later.sequence == seen.sequence + 1)
      thread.end()
      #expect(reader.loops.first?.activity == .ended)
      page.giveBack(line: place.index)
      #expect(reader.loops.isEmpty)
    }
  }

  @Test func foreignLoopIsSeenAsOurs() throws {
    try withFolder { folder in
      let page = try HeartbeatPage(folder: folder)
      let heartbeat = Heartbeat("glib")
      let place = try #require(
        page.takeLine(label: heartbeat.label, thread: heartbeat.thread, isMain: false, isForeign: true))
      heartbeat.move(to: place.line)
      let dispatch = Heartbeat.Work("dispatch")
      let idle = Heartbeat.Work("idle")
      page.tell(now: 0, threshold: 0)
      let reader = try HeartbeatReader(path: HeartbeatReader.path(of: getpid(), in: folder))
      #expect(reader.loops.first?.activity == .outside)
      heartbeat.begin(dispatch)
      heartbeat.begin(idle)
      let inner = try #require(reader.loops.first)
      #expect(inner.isForeign && inner.callout.kind == .foreign && inner.callout.label == "idle")
      #expect(inner.outerCallouts.map(\.label) == ["dispatch"])
      heartbeat.end()
      #expect(reader.loops.first?.callout.label == "dispatch")
      heartbeat.end()
      // One end too many is nothing.
      heartbeat.end()
      #expect(reader.loops.first?.callout.kind == CalloutKind.none)
      #expect(reader.loops.first?.activity == .outside)
    }
  }

  @Test func pageOfAnEarlierProcessOfTheSameNumberIsKept() throws {
    try withFolder { folder in
      let first = try HeartbeatPage(folder: folder)
      let second = try HeartbeatPage(folder: folder)
      #expect(HeartbeatReader.pages(in: folder) == [second.path, second.path + ".last"])
      withExtendedLifetime(first) {}
      var status = stat()
      #expect(stat(second.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }
  }

  @Test func whatIsNoPageIsRefusedWithItsReason() throws {
    try withFolder { folder in
      func refusal(_ path: String) -> StallMonitorError? {
        do throws(StallMonitorError) {
          _ = try HeartbeatReader(path: path)
          return nil
        } catch { return error }
      }
      let page = try HeartbeatPage(folder: folder)
      guard case .unreadable = refusal(folder + "/nothing") else {
        throw StallMonitorError.noThread(reason: "not refused")
      }
      let descriptor = open(page.path, O_RDWR)
      var version: UInt32 = 99
      pwrite(descriptor, &version, 4, 8)
      #expect("\(String(describing: refusal(page.path)))".contains("99"))
      // Tables that lie outside, and a file that was cut short.
      version = 1
      pwrite(descriptor, &version, 4, 8)
      var offset = UInt32.max
      pwrite(descriptor, &offset, 4, off_t(PageLayout.Header.lines))
      #expect(refusal(page.path) != nil)
      offset = UInt32(PageLayout.lines.offset)
      pwrite(descriptor, &offset, 4, off_t(PageLayout.Header.lines))
      ftruncate(descriptor, 8_192)
      let reader = try HeartbeatReader(path: page.path)
      #expect(reader.loops.isEmpty)
      ftruncate(descriptor, 100)
      #expect(refusal(page.path) != nil)
      close(descriptor)
    }
  }

  @Test func unusableFolderIsReportedAsAnError() {
    #expect(throws: StallMonitorError.self) { try HeartbeatPage(folder: "/nonexistent-folder") }
  }

  @Test func moreLoopsThanLinesAreDistinguished() throws {
    try withFolder { folder in
      let page = try HeartbeatPage(folder: folder)
      for _ in 0..<PageLayout.lines.count {
        #expect(page.takeLine(label: "loop", thread: 1, isMain: false, isForeign: false) != nil)
      }
      #expect(page.takeLine(label: "one more", thread: 1, isMain: false, isForeign: false) == nil)
      page.giveBack(line: 3)
      #expect(
        page.takeLine(
          label: "ü" + String(repeating: "ö", count: 90), thread: 1, isMain: false, isForeign: false)?.index
          == 3)
      let reader = try HeartbeatReader(path: page.path)
      // Cut at a character's end.
      #expect(reader.loops[3].label == "ü" + String(repeating: "ö", count: 54))
    }
  }

  /// In a process of its own, for it forks.
  @Test func forkedChildDoesNotBeatInItsParentsPage() async {
    await #expect(processExitsWith: .success) {
      guard case .success(let page) = HeartbeatPage.shared, access(page.path, F_OK) == 0 else { exit(2) }
      let loop = RunLoop.current
      let watched = WatchedLoop(.loop(loop), label: "forks", thread: loop.threadNumber, page: page)
      loop.perform {}
      loop.run(for: .zero)
      let before = LineReading(watched.line)
      let child = forkProcess()
      if child == 0 {
        try? RunLoop.reinitializeAfterFork()
        loop.perform {}
        loop.run(for: .zero)
        _exit(LineReading(loop.heartbeat).sequence == 2 ? 0 : 3)
      }
      var status: Int32 = 0
      waitpid(child, &status, 0)
      exit(status == 0 && before.sequence == 2 && LineReading(watched.line) == before ? 0 : 1)
    }
  }
}

extension HeartbeatPageTests {
  /// In a process of its own, for it forks.
  @Test func aPageIsGoneWithItsProcessAndStaysWhenAForkedChildEnds() async {
    await #expect(processExitsWith: .success) {
      // A process that makes a page, and ends by itself.
      let maker = forkProcess()
      if maker == 0 {
        guard case .success(let page) = HeartbeatPage.shared, access(page.path, F_OK) == 0 else { _exit(2) }
        exit(0)
      }
      var status: Int32 = 0
      waitpid(maker, &status, 0)
      precondition(status == 0, "\(status)")
      precondition(
        access(HeartbeatReader.path(of: maker), F_OK) != 0, "the page of a process that ended is there")
      // One that is forked, and ends before the one that made the page.
      guard case .success(let page) = HeartbeatPage.shared else { exit(3) }
      let child = forkProcess()
      if child == 0 { exit(0) }
      waitpid(child, &status, 0)
      precondition(status == 0 && access(page.path, F_OK) == 0, "\(status)")
    }
  }
}

@_silgen_name("fork") private func forkProcess() -> pid_t
