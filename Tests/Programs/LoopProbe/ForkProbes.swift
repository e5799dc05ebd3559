import LinuxSystem
import RunLoopCore

/// What becomes of a loop in a child that fork(2) made.
enum ForkProbes {
  static let all: [String: @Sendable () -> Void] = [
    "fork-refused": refused, "fork-in-callout": inCallout, "fork-reinitialized": reinitialized,
    "fork-reinitialized-in-callout": reinitializedInCallout, "fork-busy": busy,
    "fork-before-a-port": beforePort, "fork-busy-queue": busyQueue, "fork-recorded": recorded,
  ].merging(ForkCopyProbes.all) { $1 }

  /// Forks; the child does `body` and exits. How it ended, and what it wrote to standard error.
  static func inChild(_ body: () -> Void) -> (status: Int32, error: String) {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    let child = linux_fork()
    if child == 0 {
      alarm(280)
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
    // What a child does to items must not reach the parent. A second, so that the child is done before.
    let timer = RunLoop.Timer(after: .seconds(1)) { _ in
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
      // Not at once: it may be due before the port had its turn.
      loop.add(RunLoop.Timer(after: .milliseconds(300)) { _ in loop.stop() })
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

  /// Written by one thread only.
  private final class Name: @unchecked Sendable {
    var text = "parent"
    var ticks = 0
  }
}
