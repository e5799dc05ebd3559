import LinuxSystem
import TestHarness
import TestSupport
import Testing

/// Threads of the C library, and the signals that they take.
@Suite(.hangLimit) struct SystemThreadTests {
  private static let signals = [SIGWINCH, SIGUSR1, SIGUSR2]

  /// Which of the signals the calling thread blocks.
  private static var blocked: [Int32] {
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    return signals.filter { sigismember(&mask, $0) == 1 }
  }

  private static func block(_ signals: [Int32]) {
    var mask = sigset_t()
    sigemptyset(&mask)
    for signal in signals { sigaddset(&mask, signal) }
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }

  @Test(arguments: [true, false])
  func aThreadBlocksAllSignalsOrThoseOfItsMakerWhoseOwnDoNotChange(all: Bool) throws {
    let found = try onFreshThread {
      Self.block([SIGUSR1])
      let there = Box<[Int32]>()
      let thread = try SystemThread.start(blocksSignals: all) { there.value = Self.blocked }
      pthread_join(thread, nil)
      return [there.value ?? [], Self.blocked]
    }
    #expect(found == [all ? Self.signals : [SIGUSR1], [SIGUSR1]])
  }

  @Test func aThreadTakesTheSignalsThatItsMakerExcepts() throws {
    let found = try onFreshThread {
      Self.block([])
      let there = Box<[Int32]>()
      let thread = try SystemThread.start(blocksSignals: true, except: [SIGUSR1]) {
        there.value = Self.blocked
      }
      pthread_join(thread, nil)
      return there.value
    }
    #expect(found == [SIGWINCH, SIGUSR2])
  }
}
