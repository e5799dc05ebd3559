import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import StallMonitoring

/// What the monitor watches: loops, and work that a program reports itself.
@Suite(.hangLimit) struct WatchedLoopTests {
  private let folder: TemporaryFolder
  private let page: HeartbeatPage

  init() throws {
    folder = try TemporaryFolder(in: "/dev/shm")
    page = try HeartbeatPage(folder: folder.path)
  }

  /// Otherwise it would beat in a line that another loop has by then.
  @Test("What is not watched any more writes a line of its own again")
  func leaving() throws {
    let page = page
    try onFreshThread {
      let loop = RunLoop.current
      let heartbeat = Heartbeat("events")
      let own = (loop.heartbeat.address, heartbeat.line.address)
      let first = WatchedLoop(.loop(loop), label: "loop", thread: loop.threadNumber, page: page)
      let second = WatchedLoop(.heartbeat(heartbeat), label: "events", thread: heartbeat.thread, page: page)
      #expect(loop.heartbeat.address != own.0 && heartbeat.line.address != own.1)
      #expect(first.line.address == loop.heartbeat.address && second.line.address == heartbeat.line.address)
      first.leave(page)
      second.leave(page)
      #expect(loop.heartbeat.address == own.0 && heartbeat.line.address == own.1)
      let next = try #require(page.takeLine(label: "next", thread: 1, isMain: false, isForeign: false))
      loop.run(for: .zero)
      heartbeat.begin(Heartbeat.Work("work"))
      heartbeat.end()
      #expect(
        next.line.load(HeartbeatLine.Word.state) == 0 && next.line.load(HeartbeatLine.Word.sequence) == 0)
    }
  }

  @Test("A page says which of its lines a program reports itself")
  func foreignInThePage() throws {
    let (page, folder) = (page, folder)
    try onFreshThread {
      let loop = RunLoop.current
      let watched = [
        WatchedLoop(.heartbeat(Heartbeat("events")), label: "events", thread: 1, page: page),
        WatchedLoop(.loop(loop), label: "loop", thread: loop.threadNumber, page: page),
      ]
      page.tell(now: 1, threshold: 1)
      let reader = try HeartbeatReader(path: HeartbeatReader.path(of: getpid(), in: folder.path))
      #expect(reader.loops.map(\.isForeign) == [true, false])
      #expect(watched.map(\.isForeign) == [true, false])
      for watched in watched { watched.leave(page) }
    }
  }

  /// It reads no clock when it begins: the last time on its line may be that of an earlier piece.
  @Test("Work that a program reports itself begins when it is seen, a loop's when the loop woke")
  func begins() {
    let heartbeat = Heartbeat("events")
    let memory = HeartbeatMemory()
    let subjects: [(WatchedLoop.Subject, HeartbeatLine, UInt64)] = [
      (.heartbeat(heartbeat), heartbeat.line, 60), (.line(memory.line), memory.line, 110),
    ]
    for (subject, line, time) in subjects {
      var watch = LoopWatch(WatchedLoop(subject, label: "work", thread: 1), now: 100)
      _ = line.beginRun(mode: 0)
      line.store(150, HeartbeatLine.Word.time)
      _ = watch.look(200)
      #expect(watch.burstTime(260) == time)
    }
  }
}
