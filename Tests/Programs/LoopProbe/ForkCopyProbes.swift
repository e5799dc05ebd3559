import LinuxSystem
import RunLoopCore
import Synchronization

/// What a copy leaves alone, and what it keeps.
enum ForkCopyProbes {
  static let all: [String: @Sendable () -> Void] = [
    "fork-rings-nothing": ringsNothing, "fork-takes-no-edge": takesNoEdge, "fork-after-stop": afterStop,
    "fork-on-a-thread": onAThread, "fork-hosted": hosted,
    "fork-after-post": afterPost,
  ]

  /// The counts of the process's eventfds, by descriptor.
  private static func counts() -> [Int32: String] {
    var counts: [Int32: String] = [:]
    for descriptor in 0..<256 as Range<Int32> {
      guard let file = fopen("/proc/self/fdinfo/\(descriptor)", "r") else { continue }
      defer { fclose(file) }
      var text = [CChar](repeating: 0, count: 256)
      while fgets(&text, Int32(text.count), file) != nil {
        let line = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        if line.hasPrefix("eventfd-count:") { counts[descriptor] = line }
      }
    }
    return counts
  }

  /// A child uses loops that sleep in the parent, and then its own.
  private static func ringsNothing() {
    let place = Mutex<RunLoop?>(nil)
    let worker = LoopProbe.onAnotherThread {
      let loop = RunLoop.current
      loop.add(RunLoop.Timer(at: .distantFuture) { _ in })
      place.withLock { $0 = loop }
      loop.run()
    }
    while place.withLock({ $0 == nil }) { sched_yield() }
    guard let other = place.withLock({ $0 }) else { return }
    let loop = RunLoop.main
    loop.add(RunLoop.Source {})
    // It has slept, and so has all its descriptors.
    loop.run(for: .milliseconds(1))
    LoopProbe.waitUntilAsleep(other)
    let before = counts()
    let result = ForkProbes.inChild {
      other.wakeUp()
      other.post {}
      other.add(RunLoop.Timer(after: .zero) { _ in })
      other.stop()
      loop.wakeUp()
      loop.post {}
      RunLoop.mainQueue.async {}
      do throws(RunLoop.PortError) { try RunLoop.reinitializeAfterFork() } catch { _exit(1) }
      let waker = LoopProbe.onAnotherThread {
        LoopProbe.waitUntilAsleep(loop)
        RunLoop.mainQueue.async {}
        LoopProbe.waitUntilAsleep(loop)
        loop.post { RunLoop.mainQueue.async { loop.stop() } }
      }
      say("child \(loop.run(for: .seconds(20)))")
      pthread_join(waker, nil)
    }
    say("child ended with \(result.status)\(result.error)")
    say("rung: \(before.isEmpty || before != counts())")
    other.post { other.stop() }
    pthread_join(worker, nil)
  }

  /// The child does not make its loop usable: the rest of its turn must not look for what is ready.
  private static func takesNoEdge() {
    guard let port = try? RunLoop.WakePort() else { return }
    let loop = RunLoop.current
    let process = getpid()
    let source = RunLoop.PortSource(port) {
      say(getpid() == process ? "parent port" : "child port")
      loop.stop()
    }
    _ = try? loop.add(source)
    loop.run(for: .milliseconds(1))
    // In a callout before the sleep.
    loop.perform {
      port.ring()
      var ends: [Int32] = [-1, -1]
      pipe(&ends)
      let child = linux_fork()
      if child == 0 {
        alarm(280)
        setenv("SWIFT_BACKTRACE", "enable=no", 1)
        dup2(ends[1], 2)
        return
      }
      close(ends[1])
      var status: Int32 = 0
      waitpid(child, &status, 0)
      say("child ended: \(status != 0)")
    }
    say("\(loop.run(for: .seconds(5)))")
  }

  /// Stopped before the fork: in both.
  private static func afterStop() {
    let loop = RunLoop.current
    loop.add(RunLoop.Source {})
    let process = getpid()
    loop.perform {
      loop.stop()
      let child = linux_fork()
      if child == 0 {
        alarm(280)
        do throws(RunLoop.PortError) { try RunLoop.reinitializeAfterFork() } catch { _exit(1) }
      } else {
        var status: Int32 = 0
        waitpid(child, &status, 0)
        say("child ended with \(status)")
      }
    }
    let first = loop.run(for: .seconds(2))
    // Once only.
    let second = loop.run(for: .milliseconds(1))
    say("\(getpid() == process ? "parent" : "child") \(first) \(second)")
    if getpid() != process { _exit(0) }
  }

  /// Another thread posts between the turn's look at blocks and its sleep, and then the loop's thread forks.
  private static func afterPost() {
    let loop = RunLoop.current
    let process = getpid()
    loop.add(RunLoop.Source {})
    loop.add(
      RunLoop.Observer(activities: .beforeWaiting, repeats: false) { _ in
        let poster = LoopProbe.onAnotherThread { loop.post { say("block") } }
        pthread_join(poster, nil)
        let child = linux_fork()
        if child == 0 {
          alarm(280)
          do throws(RunLoop.PortError) { try RunLoop.reinitializeAfterFork() } catch { _exit(1) }
          // One post more, which need not wake the loop behind the first.
          let poster = LoopProbe.onAnotherThread {
            LoopProbe.waitUntilAsleep(loop)
            loop.post { loop.stop() }
          }
          pthread_detach(poster)
        } else {
          var status: Int32 = 0
          waitpid(child, &status, 0)
          say("child ended with \(status)")
          loop.post { loop.stop() }
        }
      })
    let result = loop.run(mode: .default, for: .seconds(5))
    say("\(getpid() == process ? "parent" : "child") \(result)")
    if getpid() != process { _exit(0) }
  }

  /// The thread that forks is the only one of the child, and has another number there.
  private static func onAThread() {
    let thread = LoopProbe.onAnotherThread {
      let loop = RunLoop.current
      loop.post {}
      loop.run(for: .milliseconds(1))
      say("parent's: \(loop.threadNumber == linux_gettid())")
      let result = ForkProbes.inChild {
        do throws(RunLoop.PortError) { try RunLoop.reinitializeAfterFork() } catch { _exit(1) }
        say("child's: \(loop.threadNumber == linux_gettid()), own: \(loop.isOwnThread)")
        loop.post { loop.stop() }
        say("child \(loop.run(for: .seconds(5)))")
      }
      say("child ended with \(result.status)\(result.error)")
    }
    pthread_join(thread, nil)
  }

  /// As when a host comes: the descriptor is readable at first, then quiet.
  private static func hosted() {
    let loop = RunLoop.current
    loop.add(RunLoop.Timer(at: .distantFuture) { _ in })
    _ = try? loop.fileDescriptor()
    loop.dispatch()
    @Sendable func isReadable() -> Bool {
      guard let descriptor = try? loop.fileDescriptor() else { return false }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&entry, 1, 0) == 1
    }
    say("parent \(isReadable())")
    let result = ForkProbes.inChild {
      do throws(RunLoop.PortError) { try RunLoop.reinitializeAfterFork() } catch { _exit(1) }
      say("child \(isReadable())")
      say("child \(loop.dispatch())")
      say("child \(isReadable())")
    }
    say("child ended with \(result.status)\(result.error)")
    say("parent \(isReadable())")
  }
}
