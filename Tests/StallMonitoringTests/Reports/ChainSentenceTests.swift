import TestHarness
import Testing

@testable import StallMonitoring

/// Who waits for whom, in a sentence.
@Suite(.hangLimit) struct ChainSentenceTests {
  private func link(
    _ thread: Int32, _ object: WaitChain.Object?, _ name: String = "", process: Int32 = 0,
    _ change: (inout WaitChain.Link) -> Void = { _ in }
  ) -> WaitChain.Link {
    var link = WaitChain.Link(thread: thread)
    (link.object, link.threadName, link.process, link.place) = (object, name, process, 4711)
    change(&link)
    return link
  }

  /// Behind the colon.
  private func sentence(
    _ cause: Cause, _ links: [WaitChain.Link], circle: Int? = nil, isDeadlock: Bool = true
  ) -> String {
    let report = StallReport.sample { record in
      record.thread = 1
      record.diagnosis.cause = cause
      record.diagnosis.systemCall = cause == .childProcess ? "wait4" : "read"
      var chain = WaitChain(links: links, circle: circle)
      chain.isDeadlock = isDeadlock && circle != nil
      record.diagnosis.chain = chain
      if cause == .lock {
        record.diagnosis.lockOwner = LockOwner(
          kind: .pthreadMutex, thread: links[links.count > 1 ? 1 : 0].thread,
          threadName: links[links.count > 1 ? 1 : 0].threadName, stack: StackSample())
      }
    }
    let text = report.sentence
    return String(text[text.range(of: ": it ")!.upperBound...])
  }

  @Test func locksOfThisProcess() {
    #expect(
      sentence(.lock, [link(1, .pthreadMutex), link(2, nil, "io")])
        == "waited for a pthread mutex that was held by thread 2 'io'.")
    #expect(
      sentence(
        .lock,
        [link(1, .pthreadMutex), link(2, .readWriteLock, "io"), link(3, nil, "db") { $0.call = "fsync" }])
        == "waited for a pthread mutex that was held by thread 2 'io', and that waits for a read-write lock "
        + "that thread 3 'db' holds, which is in fsync.")
    #expect(
      sentence(.lock, [link(1, .pthreadMutex), link(2, .readWriteLock, "io") { $0.readers = 3 }])
        == "waited for a pthread mutex that was held by thread 2 'io', and that waits for a read-write lock "
        + "that 3 readers hold.")
    #expect(
      sentence(.lock, [link(1, .pthreadMutex), link(2, .readWriteLock, "io") { $0.readers = 1 }])
        .hasSuffix("waits for a read-write lock that one reader holds."))
  }

  @Test func circlesOfLocks() {
    #expect(
      sentence(.lock, [link(1, .pthreadMutex)], circle: 0)
        == "waited for a pthread mutex that it holds itself: a deadlock.")
    #expect(
      sentence(.lock, [link(1, .pthreadMutex), link(2, .mutex, "io")], circle: 0)
        == "waited for a pthread mutex that was held by thread 2 'io', and that waits for one that this thread "
        + "holds: a deadlock.")
    #expect(
      sentence(.lock, [link(1, .pthreadMutex), link(2, .join, "io"), link(3, .mutex)], circle: 0)
        == "waited for a pthread mutex that was held by thread 2 'io', and that waits for thread 3 to end, and "
        + "that waits for a Mutex that this thread holds: a deadlock.")
    #expect(
      sentence(.lock, [link(1, .pthreadMutex), link(2, .mutex), link(3, .mutex)], circle: 1)
        .hasSuffix(
          "waits for a Mutex that thread 3 holds, and that waits for a Mutex that thread 2 holds: a deadlock."
        ))
    #expect(
      sentence(
        .lock, [link(1, .pthreadMutex), link(2, .mutex) { $0.hasTimeLimit = true }], circle: 0,
        isDeadlock: false
      )
      .hasSuffix("waits for one that this thread holds; one of these waits has a time limit."))
  }

  @Test func otherProcesses() {
    let cat = link(88, .pipe, "cat", process: 88) { $0.isToWrite = true }
    #expect(
      sentence(.pipe, [link(1, .pipe), cat], circle: 0)
        == "waited for a pipe (read); its other end is that of process 88 'cat', and that waits for room in the pipe "
        + "4711, whose other end this process has: a deadlock.")
    #expect(
      sentence(.childProcess, [link(1, .childProcess), cat], circle: 0, isDeadlock: false)
        == "waited for a child process (wait4); that is process 88 'cat', and that waits for room in the pipe 4711, "
        + "whose other end this process has.")
    #expect(
      sentence(.socket, [link(1, .socket), link(88, nil, "db", process: 88) { $0.call = "fsync" }])
        == "waited for a socket (read); its other end is that of process 88 'db', which is in fsync.")
    #expect(
      sentence(
        .pipe, [link(1, .pipe) { $0.otherProcesses = 2 }, link(89, nil, "cat", process: 88)])
        == "waited for a pipe (read); its other end is that of thread 89 of process 88 'cat' or one of 2 others, "
        + "which runs.")
    #expect(
      sentence(.pipe, [link(1, .pipe)], circle: 0)
        == "waited for a pipe (read); only this process itself has the other end: a deadlock.")
    // The chain is that of another wait.
    #expect(sentence(.sleep, [link(1, .pipe)], circle: 0) == "slept (read).")
  }
}
