import CLinux
import Glibc
import RunLoopCore
import Synchronization

/// What becomes of a loop in a child that fork(2) made.
enum ForkProbes {
  static let all: [String: @Sendable () -> Void] = [
    "fork-refused": refused, "fork-in-callout": inCallout, "fork-reinitialized": reinitialized,
    "fork-reinitialized-in-callout": reinitializedInCallout, "fork-busy": busy,
    "fork-before-a-port": beforePort, "fork-busy-queue": busyQueue, "fork-recorded": recorded,
  ]

  /// Forks; the child does `body` and exits. How it ended, and what it wrote to standard error.
  static func inChild(_ body: () -> Void) -> (status: Int32, error: String) {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    let child = linux_fork()
    if child == 0 {
      alarm(30)
      // The message, without a stack: printing one takes seconds.
      setenv("SWIFT_BACKTRACE", "enable=no", 1)
      dup2(ends[1], 2)
      body()
      _exit(0)
    }
    close(ends[1])
    var output: [UInt8] = []
    var byte: UInt8 = 0
    while read(ends[0], &byte, 1) == 1 { output.append(byte) }
    close(ends[0])
    var status: Int32 = 0
    waitpid(child, &status, 0)
    return (status, String(decoding: output, as: UTF8.self))
  }

  private static func tell(_ name: String, _ result: (status: Int32, error: String)) {
    let isClear = result.error.contains("call RunLoop.reinitializeAfterFork() first")
    say(
      "\(name): \(result.status == 0 ? "went on" : "ended"), \(isClear ? "told why" : "silent: \(result.error)")"
    )
  }

  /// A loop that has run and has descriptors of every kind.
  private static func loopWithItems(_ port: RunLoop.WakePort) -> RunLoop {
    let loop = RunLoop.current
    loop.label = "parent"
    _ = try? loop.add(RunLoop.PortSource(port, label: "port") { say("port") })
    loop.run(for: .milliseconds(1))
    return loop
  }

  private static func refused() {
    guard let port = try? RunLoop.WakePort() else { return }
    let loop = loopWithItems(port)
    tell("run", inChild { loop.run(for: .milliseconds(1)) })
    tell("descriptor", inChild { _ = try? loop.fileDescriptor() })
    tell("new mode", inChild { _ = try? loop.add(RunLoop.PortSource(port) {}, to: "other") })
    say("copy: \(inChild { _exit(loop.isCopyOfAnotherProcess ? 3 : 0) }.status == 3 << 8)")
    // What a child does to items must not reach the parent.
    let timer = RunLoop.Timer(after: .milliseconds(20)) { _ in
      say("timer")
      loop.stop()
    }
    loop.add(timer)
    let other = LoopProbe.onAnotherThread {
      LoopProbe.waitUntilAsleep(loop)
      _ = inChild {
        // On a thread that is not the loop's, and that sleeps in the parent.
        timer.fireDate = .distantFuture
        timer.invalidate()
        loop.wakeUp()
        for item in [RunLoop.PortSource(port) {}] { item.invalidate() }
      }
      port.ring()
    }
    say("\(loop.run(for: .seconds(20)))")
    pthread_join(other, nil)
  }

  private static func inCallout() {
    guard let port = try? RunLoop.WakePort() else { return }
    let loop = loopWithItems(port)
    loop.post {
      let result = inChild {
        // The child goes on as if nothing had happened: its run ends by itself, with a message.
        loop.perform { say("never in the child") }
        let inner = RunLoop.Observer(activities: .beforeWaiting) { _ in }
        loop.add(inner)
        let outcome = loop.run(for: .milliseconds(1))
        say("never: \(outcome)")
      }
      tell("inner run", result)
      loop.stop()
    }
    say("\(loop.run(for: .seconds(20)))")
    // The callout returns in the child.
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    let (reader, writer) = (ends[0], ends[1])
    loop.post {
      let child = linux_fork()
      if child == 0 {
        setenv("SWIFT_BACKTRACE", "enable=no", 1)
        dup2(writer, 2)
        close(writer)
        close(reader)
        return
      }
      close(writer)
      var output: [UInt8] = []
      var byte: UInt8 = 0
      while read(reader, &byte, 1) == 1 { output.append(byte) }
      var status: Int32 = 0
      waitpid(child, &status, 0)
      tell("outer run", (status, String(decoding: output, as: UTF8.self)))
      port.ring()
      loop.add(RunLoop.Timer(after: .milliseconds(5)) { _ in loop.stop() })
    }
    say("\(loop.run(for: .seconds(20)))")
  }

  /// Everything that a loop has works in the child, and in the parent as if there were no child.
  private static func reinitialized() {
    guard let port = try? RunLoop.WakePort() else { return }
    let loop = loopWithItems(port)
    let name = Name()
    let source = RunLoop.Source { say("\(name.text) source") }
    loop.add(source)
    source.signal()
    loop.perform { say("\(name.text) block") }
    RunLoop.mainQueue.async { say("\(name.text) queue") }
    loop.add(
      RunLoop.Timer(after: .milliseconds(30)) { _ in
        say("\(name.text) timer")
        // Not at once: it may be due before the queue had its turn.
        loop.add(RunLoop.Timer(after: .milliseconds(10)) { _ in loop.stop() })
      })
    let descriptor = (try? loop.fileDescriptor()) ?? -1
    let result = inChild {
      name.text = "child"
      do throws(RunLoop.PortError) { try RunLoop.reinitializeAfterFork() } catch { say("\(error)") }
      say("other descriptor: \((try? loop.fileDescriptor()) != descriptor || !loop.isCopyOfAnotherProcess)")
      say("child \(loop.run(for: .seconds(20)))")
      let other = LoopProbe.onAnotherThread {
        LoopProbe.waitUntilAsleep(loop)
        loop.post {
          say("child posted")
          loop.stop()
        }
      }
      say("child \(loop.run(for: .seconds(20)))")
      pthread_join(other, nil)
    }
    say("child ended with \(result.status)\(result.error)")
    say("parent \(loop.run(for: .seconds(20)))")
  }

  private static func reinitializedInCallout() {
    guard let port = try? RunLoop.WakePort() else { return }
    let loop = loopWithItems(port)
    let name = Name()
    loop.add(
      RunLoop.Timer(after: .milliseconds(10), repeating: .milliseconds(10)) { timer in
        if name.ticks == 0 {
          let child = linux_fork()
          if child == 0 {
            name.text = "child"
            do throws(RunLoop.PortError) { try RunLoop.reinitializeAfterFork() } catch { say("\(error)") }
          } else {
            var status: Int32 = 0
            waitpid(child, &status, 0)
            say("child ended with \(status)")
          }
        }
        name.ticks += 1
        say("\(name.text) tick \(name.ticks)")
        if name.ticks == 3 { loop.stop() }
      })
    let result = loop.run(for: .seconds(20))
    say("\(name.text) \(result)")
    if name.text == "child" { _exit(0) }
  }

  /// The fork comes between the sleep that a port ended and the call of its source; the first place is free.
  private static func beforePort() {
    let ports = (0..<3).compactMap { _ in try? RunLoop.WakePort() }
    let loop = RunLoop.current
    let name = Name()
    let sources = zip(ports, ["first", "second", "third"]).map { port, label in
      RunLoop.PortSource(port) {
        say("\(name.text) \(label)")
        loop.stop()
      }
    }
    for source in sources { _ = try? loop.add(source) }
    loop.remove(sources[0])
    let forks = RunLoop.Observer(activities: .afterWaiting, repeats: false) { _ in
      let child = linux_fork()
      if child == 0 {
        name.text = "child"
        do throws(RunLoop.PortError) { try RunLoop.reinitializeAfterFork() } catch { say("\(error)") }
      } else {
        var status: Int32 = 0
        waitpid(child, &status, 0)
        say("child ended with \(status)")
      }
    }
    loop.add(forks)
    ports[2].ring()
    let result = loop.run(for: .seconds(20))
    say("\(name.text) \(result)")
    if name.text == "child" { _exit(0) }
  }

  /// Threads that hold and take the main queue's locks all the time. Under a simulated clock each block rings.
  private static func busyQueue() {
    SimulatedClock().install()
    let loop = RunLoop.current
    let waiting = Count()
    let warm = Count()
    let threads = (0..<3).map { _ in
      LoopProbe.onAnotherThread {
        var laps = 0
        while loop.label.isEmpty {
          laps += 1
          if laps == warmLaps { warm.value.wrappingAdd(1, ordering: .relaxed) }
          // Not more than the loop can run.
          if waiting.value.load(ordering: .relaxed) > 1_000 { continue }
          waiting.value.wrappingAdd(1, ordering: .relaxed)
          RunLoop.mainQueue.async { waiting.value.wrappingSubtract(1, ordering: .relaxed) }
        }
      }
    }
    warmUp(loop, warm, 3)
    forkOften(loop) {
      for _ in 0..<100 { RunLoop.mainQueue.async {} }
      RunLoop.mainQueue.async { _exit(0) }
    }
    loop.label = "over"
    for thread in threads { pthread_join(thread, nil) }
  }

  /// A child has no part in a recording, and does not wait for those who write it.
  private static func recorded() {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? P_tmpdir
    let path = "\(folder)/mainspring-recording-\(getpid())"
    guard let recorder = try? RunLoop.Recorder(path: path, limit: 1 << 20) else { return }
    let loop = RunLoop.current
    let warm = Count()
    let threads = (0..<3).map { _ in
      LoopProbe.onAnotherThread {
        let mine = RunLoop.current
        recorder.record(mine)
        let source = RunLoop.Source {}
        mine.add(source)
        var laps = 0
        while loop.label.isEmpty {
          mine.run(for: .zero)
          laps += 1
          if laps == warmLaps { warm.value.wrappingAdd(1, ordering: .relaxed) }
        }
      }
    }
    recorder.record(loop)
    warmUp(loop, warm, 3)
    forkOften(loop) { loop.post { _exit(0) } }
    loop.label = "over"
    for thread in threads { pthread_join(thread, nil) }
    recorder.stop()
    unlink(path)
  }

  private static let warmLaps = 20

  /// Runs the loop until each of the threads has gone round some times. The Swift runtime looks up a type with a lock held
  /// when it is used first, and a child whose parent forked at that moment waits for it for ever: not the loop's fault.
  private static func warmUp(_ loop: RunLoop, _ warm: Count, _ threads: Int) {
    while warm.value.load(ordering: .relaxed) < threads {
      loop.post {}
      RunLoop.mainQueue.async {}
      loop.run(for: .zero)
    }
  }

  /// Forks sixty times; in each child the loop goes on with what `body` gives it, which must end the child.
  private static func forkOften(_ loop: RunLoop, _ body: () -> Void) {
    var good = 0
    for _ in 0..<60 {
      loop.run(for: .zero)
      let child = linux_fork()
      if child == 0 {
        alarm(5)
        do throws(RunLoop.PortError) { try RunLoop.reinitializeAfterFork() } catch { _exit(1) }
        body()
        loop.run(for: .seconds(10))
        _exit(2)
      }
      var status: Int32 = 0
      waitpid(child, &status, 0)
      // One is enough to know.
      if status != 0 { break }
      good += 1
    }
    say("\(good) of 60")
  }

  /// Threads that hold and take the loop's locks all the time must not leave them locked in the child.
  private static func busy() {
    let loop = RunLoop.current
    loop.label = "busy"
    let warm = Count()
    let threads = (0..<3).map { number in
      LoopProbe.onAnotherThread {
        var made = 0
        var laps = 0
        while !loop.label.isEmpty {
          laps += 1
          if laps == warmLaps { warm.value.wrappingAdd(1, ordering: .relaxed) }
          loop.post {}
          _ = loop.snapshot()
          let timer = RunLoop.Timer(after: .milliseconds(number), label: "timer") { _ in }
          loop.add(timer)
          // A new mode gets its number under the loop's lock.
          if made < 300 {
            made += 1
            loop.add(timer, to: RunLoop.Mode(rawValue: "\(number) \(made)"))
          }
          timer.invalidate()
        }
      }
    }
    warmUp(loop, warm, 3)
    var good = 0
    for _ in 0..<60 {
      loop.run(for: .milliseconds(1))
      let child = linux_fork()
      if child == 0 {
        alarm(20)
        do throws(RunLoop.PortError) { try RunLoop.reinitializeAfterFork() } catch { _exit(1) }
        loop.post { _exit(0) }
        loop.run(for: .seconds(10))
        _exit(2)
      }
      var status: Int32 = 0
      waitpid(child, &status, 0)
      if status == 0 { good += 1 }
    }
    loop.label = ""
    for thread in threads { pthread_join(thread, nil) }
    say("\(good) of 60")
  }

  private final class Count: Sendable {
    let value = Atomic<Int>(0)
  }

  /// Written by one thread only.
  private final class Name: @unchecked Sendable {
    var text = "parent"
    var ticks = 0
  }
}
