import LinuxSystem
import RunLoopCore

/// Signals are the whole process's, and which thread gets them depends on all of its threads.
enum SignalProbes {
  static let all: [String: @Sendable () -> Void] = [
    "signals": {
      unblockAll(); signals()
    },
    "signals of two loops": {
      unblockAll(); signalsOfTwoLoops()
    },
    "a thousand signals": {
      unblockAll(); aThousandSignals()
    },
  ]

  /// Who starts this may have blocked some, and that is inherited.
  private static func unblockAll() {
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  private static func isBlocked(_ signal: Int32) -> Bool {
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    return sigismember(&mask, signal) == 1
  }

  /// What comes, who sent it, and that everything is as it was afterwards.
  private static func signals() {
    let loop = RunLoop.current
    do {
      let source = try RunLoop.SignalSource([SIGTERM, SIGUSR1], label: "signals") { signal in
        say(
          "\(signal.number == SIGTERM ? "TERM" : "USR1") from \(signal.sender == getpid() ? "me" : "another")"
        )
        if signal.number == SIGTERM { loop.stop() }
        return .rearm
      }
      let other = try RunLoop.SignalSource([SIGUSR1]) { _ in .rearm }
      say("blocked \(isBlocked(SIGTERM)) \(isBlocked(SIGUSR1)) \(isBlocked(SIGUSR2))")
      try loop.add(source)
      kill(getpid(), SIGUSR1)
      kill(getpid(), SIGUSR1)
      loop.add(RunLoop.Timer(after: .milliseconds(5)) { _ in kill(getpid(), SIGTERM) })
      say("\(loop.run(for: .seconds(30)))")
      source.invalidate()
      say("blocked \(isBlocked(SIGTERM)) \(isBlocked(SIGUSR1))")
      other.invalidate()
      say("blocked \(isBlocked(SIGTERM)) \(isBlocked(SIGUSR1))")
      try RunLoop.SignalSource.block([SIGUSR2])
      let third = try RunLoop.SignalSource([SIGUSR2]) { _ in .rearm }
      third.invalidate()
      say("blocked before \(isBlocked(SIGUSR2))")
    } catch {
      say("failed: \(error)")
    }
  }

  /// Two loops share a source: each signal comes once, and the other thread's mask is as it was afterwards.
  private static func signalsOfTwoLoops() {
    let main = RunLoop.current
    guard
      let source = try? RunLoop.SignalSource(
        [SIGUSR1],
        perform: { _ in
          say("one")
          main.post { main.stop() }
          return .rearm
        })
    else { return say("failed") }
    // It inherits what is blocked here.
    let thread = LoopProbe.onAnotherThread {
      let loop = RunLoop.current
      _ = try? loop.add(source)
      main.post {
        LoopProbe.waitUntilAsleep(loop)
        _ = try? main.add(source)
        kill(getpid(), SIGUSR1)
      }
      // It ends when the source leaves it, which wakes it; the limit is for a source that does not notice.
      loop.run(for: .seconds(30))
    }
    main.add(RunLoop.Timer(at: .distantFuture) { _ in })
    say("\(main.run(for: .seconds(30)))")
    source.invalidate()
    pthread_join(thread, nil)
    say("blocked \(isBlocked(SIGUSR1))")
  }

  /// Queued signals, none of which gets lost; no descriptor stays.
  private static func aThousandSignals() {
    let loop = RunLoop.current
    var sum = 0
    nonisolated(unsafe) let sums = withUnsafeMutablePointer(to: &sum) { $0 }
    guard
      let source = try? RunLoop.SignalSource(
        [40],
        perform: {
          sums.pointee += Int($0.value)
          if $0.value == 1000 { loop.stop() }
          return .rearm
        })
    else { return say("failed") }
    _ = try? loop.add(source)
    for number in 1...1000 {
      loop.perform { sigqueue(getpid(), 40, sigval(carrying: Int32(number))) }
    }
    loop.run(for: .seconds(30))
    source.invalidate()
    say("\(sums.pointee)")
  }

  private static func sigval(carrying number: Int32) -> LinuxSystem.sigval {
    var value = LinuxSystem.sigval()
    value.sival_int = number
    return value
  }
}
