import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Signals, in a child process whose threads are all known.
@Suite(.hangLimit) struct SignalSourceTests {
  @Test func signalsComeToTheLoopAndTheMaskIsRestored() throws {
    #expect(
      try loopProbe("signals") == [
        "blocked true true false", "USR1 from me", "TERM from me", "stopped", "blocked false true",
        "blocked false false", "blocked before true",
      ])
  }

  @Test func ofTwoLoopsOneGetsTheSignal() throws {
    #expect(
      try loopProbe("signals of two loops") == [
        "one", "stopped", "blocked false",
      ])
  }

  @Test func queuedSignalsAllCome() throws {
    #expect(try loopProbe("a thousand signals") == ["500500"])
  }

  /// The handler asks for no restart: each system call that can be interrupted is.
  @Test func aStormOfOtherSignalsLosesNothingAndEndsNoSleep() throws {
    #expect(
      try loopProbe("signal-storm") == [
        "stopped", "all came once", "early: 0", "timedOut, in time", "interrupted: true", "left out: 0",
        "rests: true",
      ])
  }

  @Test func aStormOfSignalsEndsNoSleepWithoutDescriptors() throws {
    #expect(
      try loopProbe("signal-storm-word") == [
        "stopped", "all came once", "timedOut, in time",
      ])
  }

  @Test func whatIsNoSignalIsRefused() {
    for number in [0, -1, 32, 65, SIGKILL, SIGSTOP] {
      #expect(throws: RunLoop.PortError.notASignal(number)) {
        _ = try RunLoop.SignalSource([number]) { _ in .rearm }
      }
    }
  }

  @Test func theFirstAndTheLastSignalAreSome() throws {
    try onFreshThread {
      for number: Int32 in [1, 64] {
        let received = Box<Int32>()
        let loop = RunLoop.current
        let source = try RunLoop.SignalSource([number]) {
          received.value = $0.number
          loop.stop()
          return .rearm
        }
        try loop.add(source)
        pthread_kill(pthread_self(), number)
        #expect(loop.run(for: patience) == .stopped && received.value == number)
        source.invalidate()
      }
    }
  }

  /// Runs `body` on a thread where no signal is blocked: its maker may have blocked some. Threads that it makes inherit this.
  private static func onUnblockedThread(_ body: @escaping @Sendable () throws -> Void) throws {
    try onFreshThread {
      unblockSignals()
      try body()
    }
  }

  @Test func signalMaskIsRestoredWhenTheSourceIsInvalidatedElsewhereOrForgotten() throws {
    try Self.onUnblockedThread {
      let loop = RunLoop.current
      let source = try RunLoop.SignalSource([SIGWINCH]) { _ in .rearm }
      try loop.add(source)
      #expect(isBlocked(SIGWINCH))
      onFreshThread { source.invalidate() }
      // The other thread has left a block for this one.
      loop.run(for: .zero)
      #expect(!isBlocked(SIGWINCH))
      do {
        let forgotten = try RunLoop.SignalSource([SIGWINCH]) { _ in .rearm }
        #expect(isBlocked(SIGWINCH))
        withExtendedLifetime(forgotten) {}
      }
      #expect(!isBlocked(SIGWINCH))
    }
  }

  @Test func aSignalThatTheProgramHasBlockedStaysBlocked() throws {
    try onFreshThread {
      var (own, none, mask) = (sigset_t(), sigset_t(), sigset_t())
      sigemptyset(&none)
      sigemptyset(&own)
      sigaddset(&own, SIGWINCH)
      pthread_sigmask(SIG_SETMASK, &own, nil)
      let source = try RunLoop.SignalSource([SIGWINCH, SIGURG]) { _ in .rearm }
      try RunLoop.current.add(source)
      source.invalidate()
      pthread_sigmask(SIG_SETMASK, &none, &mask)
      #expect(sigismember(&mask, SIGWINCH) == 1 && sigismember(&mask, SIGURG) == 0)
    }
  }

  /// Between its loops the signals must not end the process: they stay blocked where the source was made.
  @Test func signalsStayBlockedInTheMakersThreadUntilTheSourceIsInvalid() throws {
    try Self.onUnblockedThread {
      let loop = RunLoop.current
      let source = try RunLoop.SignalSource([SIGWINCH]) { _ in .rearm }
      try loop.add(source)
      loop.remove(source)
      #expect(isBlocked(SIGWINCH))
      try loop.add(source, to: "other")
      #expect(isBlocked(SIGWINCH))
      source.invalidate()
      #expect(!isBlocked(SIGWINCH))
    }
  }

  @Test func signalsAreBlockedInTheThreadsOfTheLoopsThatTheSourceIsIn() throws {
    try Self.onUnblockedThread {
      let worker = WorkerThread()
      let source = try RunLoop.SignalSource([SIGWINCH]) { _ in .rearm }
      func isBlockedThere() throws -> Bool { try worker.loop.performAndWait { isBlocked(SIGWINCH) } }
      #expect(try !isBlockedThere())
      try worker.loop.add(source)
      #expect(try isBlockedThere())
      worker.loop.remove(source)
      #expect(try !isBlockedThere())
      try worker.loop.add(source)
      #expect(try isBlockedThere())
      source.invalidate()
      #expect(try !isBlockedThere())
      worker.end()
    }
  }

  /// The kernel looks for pending signals of the watching thread, which is another one here.
  @Test func signalsOfTheLoopsThreadAreFoundWhenAnotherThreadSwitchesTheSourceOn() throws {
    let log = Log()
    try onFreshThread {
      try RunLoop.SignalSource.block([SIGWINCH])
      let loop = RunLoop.current
      let source = try RunLoop.SignalSource([SIGWINCH]) { signal in
        log("\(signal.number == SIGWINCH)")
        loop.stop()
        return .disarm
      }
      for round in 0..<2 {
        if round == 0 { source.disarm() }
        if round == 0 { try loop.add(source) }
        pthread_kill(pthread_self(), SIGWINCH)
        let other = FreshThread {
          if waitUntilAsleep(loop) { source.arm() }
        }
        #expect(loop.run(for: patience) == .stopped)
        other.join()
      }
    }
    #expect(log.lines == ["true", "true"])
  }

  @Test func signalsOfTheLoopsThreadAreFoundWhenAnotherThreadAddsTheSource() throws {
    try onFreshThread {
      try RunLoop.SignalSource.block([SIGWINCH])
      let loop = RunLoop.current
      let source = try RunLoop.SignalSource([SIGWINCH]) { _ in
        loop.stop()
        return .rearm
      }
      loop.add(RunLoop.Source {})
      pthread_kill(pthread_self(), SIGWINCH)
      let other = FreshThread {
        if waitUntilAsleep(loop) { try loop.add(source) }
      }
      #expect(loop.run(for: patience) == .stopped)
      other.join()
    }
  }

  @Test func aSignalHasItsSenderItsUserAndItsCause() throws {
    let received = Box<RunLoop.SignalSource.Signal>()
    try onFreshThread {
      let loop = RunLoop.current
      try loop.add(
        RunLoop.SignalSource([SIGWINCH]) {
          received.value = $0
          loop.stop()
          return .rearm
        })
      pthread_kill(pthread_self(), SIGWINCH)
      loop.run(for: patience)
    }
    let signal = try #require(received.value)
    #expect(signal.number == SIGWINCH && signal.sender == getpid() && signal.senderUser == getuid())
    // SI_TKILL
    #expect(signal.code == -6)
  }
}
