import LinuxSystem
import RunLoopCore
import Synchronization

/// Signals that interrupt whatever the loop's thread is in: a handler that asks for no restart of system calls.
enum StormProbes {
  static let all: [String: @Sendable () -> Void] = [
    "signal-storm": everyKind, "signal-storm-word": onItsWord,
  ]

  private static let handled = Atomic<Int>(0)

  /// A thread that interrupts the calling one all the time.
  private final class Storm: Sendable {
    private let isOver = Atomic<Bool>(false)
    private let thread = Atomic<UInt>(0)

    init() {
      // Made before the handler can ask for it.
      _ = StormProbes.handled.load(ordering: .relaxed)
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { _ in
        StormProbes.handled.wrappingAdd(1, ordering: .relaxed)
      }
      sigaction(SIGUSR2, &action, nil)
      let target = pthread_self()
      let storm = LoopProbe.onAnotherThread {
        while !self.isOver.load(ordering: .relaxed) {
          pthread_kill(target, SIGUSR2)
          usleep(20)
        }
      }
      thread.store(UInt(storm), ordering: .relaxed)
    }

    func end() {
      isOver.store(true, ordering: .relaxed)
      pthread_join(pthread_t(thread.load(ordering: .relaxed)), nil)
    }
  }

  /// What has come, by kind. The loop's thread only.
  private final class Tally: @unchecked Sendable {
    private var counts: [String: Int] = [:]
    private let expected: [String: Int]

    init(_ expected: [String: Int]) { self.expected = expected }

    func add(_ kind: String, _ count: Int = 1) { counts[kind, default: 0] += count }

    var isComplete: Bool { expected.allSatisfy { counts[$0, default: 0] >= $1 } }

    var text: String {
      let wrong = expected.filter { counts[$0] != $1 }
      return wrong.isEmpty
        ? "all came once" : wrong.map { "\($0): \(counts[$0, default: 0]) of \($1)" }.description
    }
  }

  /// A number that any thread may change.
  private final class Count: Sendable {
    private let number = Atomic<Int>(0)

    func add() { number.wrappingAdd(1, ordering: .sequentiallyConsistent) }

    var value: Int { number.load(ordering: .sequentiallyConsistent) }
  }

  // MARK: Every kind of source

  private static let rounds = 300
  private static let children = 20

  private static func everyKind() {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    do { try everyKind(.current) } catch { say("failed: \(error)") }
  }

  private static func everyKind(_ loop: RunLoop) throws {
    let tally = Tally([
      "level": rounds, "edge": rounds, "one shot": rounds, "signal": rounds, "child": children,
      "file": rounds,
      "wake port": rounds, "timer port": rounds, "message": rounds, "timer": rounds, "post": rounds,
      "source": rounds, "main queue": rounds,
    ])
    let early = Count()
    // First of all: threads inherit what is blocked.
    let signals = try RunLoop.SignalSource([40]) { _ in
      tally.add("signal")
      return .rearm
    }
    try loop.add(signals)
    let pipes = try (0..<3).map { _ in try makePipe() }
    let triggers: [(String, RunLoop.DescriptorSource.Trigger)] = [
      ("level", .level), ("edge", .edge), ("one shot", .oneShot),
    ]
    for (pipe, (name, trigger)) in zip(pipes, triggers) {
      try loop.add(
        RunLoop.DescriptorSource(pipe.reader, trigger: trigger) { _ in
          tally.add(name, readAll(pipe.reader))
          return .rearm
        })
    }
    let folder = "/dev/shm/mainspring-storm-\(UInt64.random(in: 0...UInt64.max))"
    mkdir(folder, 0o700)
    defer { rmdir(folder) }
    let files = try RunLoop.FileWatchSource { changes in
      tally.add("file", changes.count { $0.changes.contains(.created) })
      return .rearm
    }
    try files.watch(folder, for: [.created])
    try loop.add(files)
    let (here, there) = try RunLoop.MessagePort.pair()
    try loop.add(
      RunLoop.PortSource(here) {
        while let message = try? here.receive() { tally.add("message", message.count) }
      })
    let recorder = try RunLoop.Recorder(path: folder + ".json")
    recorder.record(loop)
    defer { unlink(folder + ".json") }
    let wakePort = try RunLoop.WakePort()
    let timerPort = try RunLoop.TimerPort()
    let rung = Count()
    try loop.add(
      RunLoop.PortSource(wakePort) {
        tally.add("wake port")
        rung.add()
      })
    try loop.add(
      RunLoop.PortSource(timerPort) {
        tally.add("timer port")
        rung.add()
      })
    let source = RunLoop.Source {
      tally.add("source")
      rung.add()
    }
    loop.add(source)
    let target = linux_gettid()
    let other = LoopProbe.onAnotherThread {
      for round in 0..<rounds {
        var byte: UInt8 = 1
        for pipe in pipes { write(pipe.writer, &byte, 1) }
        _ = linux_signal_thread(getpid(), target, 40, 1)
        let path = folder + "/\(round)"
        close(open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
        unlink(path)
        try? there.send([1])
        loop.post { tally.add("post") }
        RunLoop.mainQueue.async { tally.add("main queue") }
        let due = RunLoop.Instant.now.advanced(by: .microseconds(round % 5 * 30))
        loop.add(
          RunLoop.Timer(at: due) { _ in
            tally.add("timer")
            if RunLoop.Instant.now < due { early.add() }
          })
        // Rings that come together are one: each waits for the last.
        wakePort.ring()
        timerPort.set(at: .now)
        source.signal()
        loop.wakeUp()
        while rung.value < 3 * (round + 1) { sched_yield() }
      }
    }
    for number in 0..<children {
      try loop.add(
        RunLoop.ChildSource(spawning: ["sh", "-c", "exit \(number)"]) { status in
          if status == .exited(Int32(number)) { tally.add("child") }
        })
    }
    let check = RunLoop.Timer(after: .zero, repeating: .milliseconds(1)) { _ in
      if tally.isComplete { loop.stop() }
    }
    loop.add(check)
    let storm = Storm()
    say("\(loop.run(for: .seconds(40)))")
    pthread_join(other, nil)
    say(tally.text)
    say("early: \(early.value)")
    // Nothing but interruptions now: the run lasts as long as it shall.
    check.invalidate()
    let (start, count) = (RunLoop.Instant.now, handled.load(ordering: .relaxed))
    let result = loop.run(for: .milliseconds(200))
    let took = start.duration(to: .now)
    storm.end()
    say("\(result), \(took >= .milliseconds(200) ? "in time" : "too early: \(took)")")
    say("interrupted: \(handled.load(ordering: .relaxed) > count)")
    recorder.stop()
    say("left out: \(recorder.leftOut)")
    // And when the storm is over the loop rests.
    let used = threadTime()
    loop.run(for: .milliseconds(200))
    say("rests: \(threadTime() - used < 0.1)")
  }

  // MARK: Without descriptors

  /// No descriptor is left, so the loop sleeps on a word.
  private static func onItsWord() {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = 3
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    // The main thread's loop has descriptors already, for its queue.
    let thread = LoopProbe.onAnotherThread {
      let loop = RunLoop.current
      let tally = Tally(["timer": 100, "post": 100])
      // Either may be the last.
      @Sendable func add(_ kind: String) {
        tally.add(kind)
        if tally.isComplete { loop.stop() }
      }
      let storm = Storm()
      let other = LoopProbe.onAnotherThread {
        for round in 0..<100 {
          LoopProbe.waitUntilAsleep(loop)
          loop.post { add("post") }
          let due = RunLoop.Instant.now.advanced(by: .microseconds(round * 10))
          loop.add(
            RunLoop.Timer(at: due) { _ in
              add(RunLoop.Instant.now < due ? "early" : "timer")
            })
        }
      }
      loop.add(RunLoop.Timer(at: .distantFuture) { _ in })
      say("\(loop.run(for: .seconds(40)))")
      pthread_join(other, nil)
      say(tally.text)
      let start = RunLoop.Instant.now
      let result = loop.run(for: .milliseconds(100))
      let took = start.duration(to: .now)
      storm.end()
      say("\(result), \(took >= .milliseconds(100) ? "in time" : "too early: \(took)")")
    }
    pthread_join(thread, nil)
  }

  // MARK: Helpers

  private struct Ends: Sendable {
    var reader: Int32
    var writer: Int32
  }

  private struct NoPipe: Error {}

  private static func makePipe() throws -> Ends {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0, fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0 else { throw NoPipe() }
    return Ends(reader: ends[0], writer: ends[1])
  }

  private static func readAll(_ descriptor: Int32) -> Int {
    var (sum, buffer) = (0, [UInt8](repeating: 0, count: 64))
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 { sum += count }
    return sum
  }

  private static func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
