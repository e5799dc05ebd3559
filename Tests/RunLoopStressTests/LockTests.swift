import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import RunLoopCore

extension Stress {
  /// The core's two locks alone.
  struct LockTests {
    private static let rounds = ThreadSanitizer.isOn ? 50_000 : 300_000

    /// What a lock guards: plain numbers, so that two threads inside at once are seen.
    private final class Guarded: @unchecked Sendable {
      let lock = FutexLock()
      var first = 0
      var second = 0

      func step() {
        lock.withLock {
          first += 1
          second += 1
        }
      }
    }

    @Test func aFutexLockLetsOneThreadIn() {
      let guarded = Guarded()
      let threads = (0..<4).map { _ in FreshThread { for _ in 0..<Self.rounds { guarded.step() } } }
      for thread in threads { thread.join() }
      #expect(guarded.first == 4 * Self.rounds)
      #expect(guarded.second == 4 * Self.rounds)
    }

    /// Who waits for long sleeps meanwhile, and is woken: each of several.
    @Test func threadsThatWaitForAFutexLockSleep() {
      let guarded = Guarded()
      let began = Counter()
      let waiters: [FreshThread<Double>] = guarded.lock.withLock {
        let waiters = (0..<3).map { _ in
          FreshThread {
            let before = threadTime()
            began.add()
            guarded.step()
            return threadTime() - before
          }
        }
        _ = began.reaches(3)
        usleep(500_000)
        return waiters
      }
      for waiter in waiters { #expect((try? waiter.join().get()) ?? 1 < 0.02, "seconds of processor time") }
      #expect(guarded.first == 3)
    }

    private final class OwnerGuarded: @unchecked Sendable {
      let lock: OwnerLock
      var first = 0
      var second = 0

      init(asymmetric: Bool) {
        lock = OwnerLock(owner: linux_thread_pointer(), asymmetric: asymmetric)
      }

      func step() {
        lock.withLock {
          first += 1
          second += 1
        }
      }
    }

    /// The owner works all the time, so that it takes its bias back whenever the others leave it alone.
    ///
    /// - Parameter pause: how many rounds the owner makes between the others' visits.
    private func hammer(asymmetric: Bool, others: Int, pause: Int) {
      let made = Box<OwnerGuarded>()
      let ready = Gate()
      let visits = pause == 0 ? Self.rounds : Self.rounds / 1_000
      let isOver = Flag()
      let ownerSteps = Counter()
      let owner = FreshThread {
        let guarded = OwnerGuarded(asymmetric: asymmetric)
        made.value = guarded
        ready.open()
        var steps = 0
        while !isOver.isSet {
          guarded.step()
          steps += 1
          if steps & 1023 == 0 { ownerSteps.add(1024) }
        }
        ownerSteps.add(steps & 1023)
        guarded.lock.disown()
      }
      #expect(ready.wait())
      guard let guarded = made.value else { return }
      let threads = (0..<others).map { _ in
        FreshThread {
          for _ in 0..<visits {
            guarded.step()
            let goal = ownerSteps.value + pause
            while ownerSteps.value < goal {}
          }
        }
      }
      for thread in threads { thread.join() }
      isOver.set()
      owner.join()
      // It has no owner any more.
      guarded.step()
      #expect(guarded.first == ownerSteps.value + others * visits + 1)
      #expect(guarded.second == guarded.first)
    }

    /// The owner is inside by its bias, without the word that the other takes.
    @Test(.enabled(if: MemoryBarrier.isAsymmetric, "no barrier of all processors"))
    func anotherThreadWaitsUntilTheOwnerIsOutside() {
      onFreshThread {
        let guarded = OwnerGuarded(asymmetric: true)
        guarded.lock.lock()
        let other = FreshThread { guarded.step() }
        usleep(50_000)
        #expect(guarded.first == 0)
        guarded.lock.unlock()
        other.join()
        #expect(guarded.first == 1)
        guarded.lock.disown()
      }
    }

    @Test(arguments: [true, false])
    func anOwnerLockLetsOneThreadIn(asymmetric: Bool) {
      hammer(asymmetric: asymmetric && MemoryBarrier.isAsymmetric, others: 3, pause: 0)
    }

    @Test(arguments: [true, false])
    func theOwnerLosesItsBiasAndTakesItBack(asymmetric: Bool) {
      hammer(asymmetric: asymmetric && MemoryBarrier.isAsymmetric, others: 1, pause: 2_000)
    }
  }
}
