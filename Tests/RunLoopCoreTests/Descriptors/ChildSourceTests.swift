import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Child processes: how they end, and that nothing of them is left.
@Suite(.hangLimit) struct ChildSourceTests {
  typealias Child = RunLoop.ChildSource

  /// Whether the process is there at all, also as a zombie.
  private static func exists(_ process: Int32) -> Bool { kill(process, 0) == 0 }

  @Test func statusOfAChildIsReported() throws {
    let log = Log()
    try onFreshThread {
      let loop = RunLoop.current
      let exits = try Child(spawning: ["sh", "-c", "exit 3"], label: "exits") { log("\($0)") }
      try loop.add(exits)
      #expect(loop.run(for: patience) == .finished)
      #expect(!exits.isValid)
      #expect(!Self.exists(exits.process))
      let killed = try Child(spawning: ["sleep", "100"]) { log("\($0)") }
      try loop.add(killed)
      loop.perform { #expect(killed.send(SIGTERM)) }
      #expect(loop.run(for: patience) == .finished)
      #expect(!killed.send(SIGTERM))
      let good = try Child(spawning: ["true"]) { log("\($0.isSuccess)") }
      try loop.add(good)
      loop.run(for: patience)
    }
    #expect(log.lines == ["exited with 3", "killed by signal 15", "true"])
  }

  @Test func childOfTwoLoopsIsReportedOnce() throws {
    let log = Log()
    let told = Gate()
    let child = try Child(spawning: ["cat", "/dev/null"]) {
      log("\($0)")
      told.open()
    }
    let workers = (0..<2).map { _ in WorkerThread { _ = try? $0.add(child) } }
    #expect(told.wait())
    for worker in workers { worker.end() }
    #expect(log.lines == ["exited with 0"])
    #expect(!Self.exists(child.process))
  }

  @Test func childOfAnInvalidatedSourceIsNoZombie() throws {
    let child = try Child(spawning: ["sleep", "100"]) { _ in }
    child.invalidate()
    #expect(Self.exists(child.process))
    kill(child.process, SIGKILL)
    #expect(waitUntil { !Self.exists(child.process) })
  }

  @Test func childOfAForgottenSourceIsNoZombie() throws {
    let process = try Child(spawning: ["true"]) { _ in }.process
    #expect(waitUntil { !Self.exists(process) })
  }

  @Test func childInheritsNoBlockedSignal() throws {
    let pipe = try Pipe()
    try onFreshThread {
      // As a signal source does.
      try RunLoop.SignalSource.block([SIGTERM, SIGUSR1])
      let child = try Child(
        spawning: ["sh", "-c", "grep SigBlk /proc/self/status"], descriptors: [1: pipe.writer]
      ) { _ in }
      try RunLoop.current.add(child)
      RunLoop.current.run(for: patience)
    }
    let text = pipe.text()
    #expect(text.hasSuffix("0000000000000000\n"), "\(text)")
  }

  /// What is ignored is inherited through an exec. In a child process: it is the whole process that ignores.
  @Test func childInheritsNoIgnoredSignal() async {
    await #expect(processExitsWith: .success) {
      for number in [SIGPIPE, SIGUSR1, SIGHUP] { signal(number, SIG_IGN) }
      let pipe = try Pipe()
      try onFreshThread {
        let child = try Child(
          spawning: ["sh", "-c", "grep SigIgn /proc/self/status"], descriptors: [1: pipe.writer]
        ) { _ in }
        try RunLoop.current.add(child)
        RunLoop.current.run(for: patience)
      }
      let text = pipe.text()
      // The C library has two signals of its own, 32 and 33, and ignores them.
      let ignored = text.split(separator: "\t").last.flatMap { UInt64($0.dropLast(), radix: 16) }
      #expect(ignored.map { $0 & ~0x1_8000_0000 } == 0, "\(text)")
    }
  }

  /// As after nohup(1), for programs that a tool starts in its own place.
  @Test func aChildMayKeepWhatIsIgnored() async {
    await #expect(processExitsWith: .success) {
      for number in [SIGHUP, SIGUSR1] { signal(number, SIG_IGN) }
      for keepsIgnored in [true, false] {
        let child = try Spawning.start(["sh", "-c", "kill -HUP $$; exit 3"], keepsIgnored: keepsIgnored)
        var status: Int32 = 0
        #expect(waitpid(child, &status, 0) == child && status == (keepsIgnored ? 3 << 8 : SIGHUP))
      }
    }
  }

  @Test func processThatIsNoChildCanBeWatched() throws {
    let log = Log()
    let pipe = try Pipe()
    try onFreshThread {
      let loop = RunLoop.current
      let parent = try Child(
        spawning: ["sh", "-c", "sleep 100 >/dev/null & echo $!"], descriptors: [1: pipe.writer]
      ) { _ in }
      try loop.add(parent)
      var number: Int32 = 0
      while case let byte = pipe.readByte(), byte != 10 { number = number * 10 + Int32(byte - 48) }
      let grandchild = try Child(number) { log("\($0)") }
      try loop.add(grandchild)
      loop.perform { grandchild.send(SIGKILL) }
      loop.run(for: patience)
    }
    #expect(log.lines == ["ended, status unknown"])
  }

  @Test func whatCanNotBeStartedOrIsNotThereIsRefused() {
    #expect(throws: RunLoop.PortError.notStarted(program: "no such program", code: ENOENT)) {
      _ = try Child(spawning: ["no such program"]) { _ in }
    }
    #expect(throws: RunLoop.PortError.self) { _ = try Child(spawning: []) { _ in } }
    #expect(throws: RunLoop.PortError.noSuchProcess(-1)) { _ = try Child(-1) { _ in } }
    #expect(throws: RunLoop.PortError.noSuchProcess(0)) { _ = try Child(0) { _ in } }
    #expect(throws: RunLoop.PortError.noSuchProcess(.max)) { _ = try Child(.max) { _ in } }
  }

  @Test func aChildHasTheEnvironmentThatItIsGiven() throws {
    let pipe = try Pipe()
    try onFreshThread {
      let loop = RunLoop.current
      let child = try Child(
        spawning: ["/bin/sh", "-c", "printf \"$MAINSPRING_TEST\""], environment: ["MAINSPRING_TEST=7"],
        descriptors: [1: pipe.writer]
      ) { _ in }
      try loop.add(child)
      loop.run(for: patience)
    }
    pipe.closeWriter()
    #expect(pipe.readByte() == Int(UInt8(ascii: "7")))
  }
}
