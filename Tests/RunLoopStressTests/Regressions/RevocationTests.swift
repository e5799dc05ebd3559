import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import RunLoopCore

extension Stress {
  /// Was wrong: nothing noticed when the owner's bias was revoked without a barrier, or when a lock kept its owner's word
  /// after that thread had ended.
  ///
  /// In processes of their own, where no other lock asks for barriers.
  struct RevocationTests {
    private final class Lock: @unchecked Sendable {
      let lock: OwnerLock
      init(asymmetric: Bool = true) {
        lock = OwnerLock(owner: linux_thread_pointer(), asymmetric: asymmetric && MemoryBarrier.isAsymmetric)
      }

      func take(_ times: Int = 1) { for _ in 0..<times { lock.withLock {} } }
      func visit() { onFreshThread { self.take() } }
      var isOwner: Bool { lock.isOwner }

      /// Whether the calling thread could take it by its bias.
      var isBiased: Bool { lock.hasBias }
    }

    private static var barriers: UInt64 { MemoryBarrier.count.load(ordering: .relaxed) }

    @Test func eachRevocationPassesOneBarrierAndAVisitWithoutOneNone() async {
      await #expect(processExitsWith: .success) {
        guard MemoryBarrier.isAsymmetric else { return }
        let lock = Lock()
        lock.take(100)
        #expect(Self.barriers == 0, "the owner alone needs none")
        lock.visit()
        #expect(Self.barriers == 1)
        for _ in 0..<10 { lock.visit() }
        #expect(Self.barriers == 1, "the bias was taken away already")
        // The owner takes it back after 32 undisturbed times, and each later time after twice as many.
        lock.take(31)
        lock.visit()
        lock.take(31)
        lock.visit()
        #expect(Self.barriers == 1, "it was disturbed")
        lock.take(32)
        lock.visit()
        #expect(Self.barriers == 2)
        lock.take(63)
        lock.visit()
        #expect(Self.barriers == 2, "it is more patient now")
        lock.take(64)
        lock.visit()
        #expect(Self.barriers == 3)
        lock.take(128)
        lock.visit()
        #expect(Self.barriers == 4)
      }
    }

    @Test func manyVisitsCostFewBarriers() async {
      await #expect(processExitsWith: .success) {
        guard MemoryBarrier.isAsymmetric else { return }
        let lock = Lock()
        for _ in 0..<200 {
          lock.take(40)
          lock.visit()
        }
        // After the second the owner would need 64 times without a visit.
        #expect(Self.barriers == 2)
      }
    }

    @Test func theOwnersPatienceEndsAtAMillion() async {
      await #expect(processExitsWith: .success) {
        guard MemoryBarrier.isAsymmetric else { return }
        let lock = Lock()
        lock.visit()
        var patience = 32
        // More often than it doubles.
        for revocation in 2...18 as ClosedRange<UInt64> {
          lock.take(patience)
          lock.visit()
          #expect(Self.barriers == revocation)
          patience = min(2 * patience, 1 << 20)
        }
      }
    }

    @Test func aLockThatIsAdoptedIsBiasedAndAsPatientAsANewOne() async {
      await #expect(processExitsWith: .success) {
        guard MemoryBarrier.isAsymmetric else { return }
        let lock = Lock()
        for times in [1, 32, 64] {
          lock.take(times)
          lock.visit()
        }
        #expect(Self.barriers == 3)
        lock.lock.disown()
        onFreshThread {
          lock.lock.adopt(by: linux_thread_pointer())
          #expect(lock.isBiased)
          lock.visit()
          lock.take(32)
          #expect(lock.isBiased)
          lock.visit()
        }
        #expect(Self.barriers == 5)
      }
    }

    @Test func aLockWithoutBiasNeedsNoBarrier() async {
      await #expect(processExitsWith: .success) {
        let lock = Lock(asymmetric: false)
        for _ in 0..<20 {
          lock.take(100)
          lock.visit()
        }
        #expect(!lock.isBiased)
        lock.lock.disown()
        lock.lock.adopt(by: linux_thread_pointer())
        #expect(lock.isOwner && !lock.isBiased)
        #expect(Self.barriers == 0)
      }
    }

    /// The same of a loop that another thread looks at.
    @Test func aLoopsFirstVisitorPassesABarrier() async {
      await #expect(processExitsWith: .success) {
        guard MemoryBarrier.isAsymmetric else { return }
        onFreshThread {
          let loop = RunLoop.current
          loop.add(RunLoop.Source {})
          loop.run(for: .zero)
          let before = Self.barriers
          onFreshThread { _ = loop.snapshot() }
          #expect(Self.barriers == before + 1)
          onFreshThread { _ = loop.snapshot() }
          #expect(Self.barriers == before + 1)
        }
      }
    }

    @Test func aDisownedLockHasNoOwnerAndStillAdmitsOneThread() {
      let lock = Lock()
      #expect(lock.isOwner && lock.isBiased == MemoryBarrier.isAsymmetric)
      #expect(onFreshThread { !lock.isOwner })
      lock.take()
      lock.lock.disown()
      #expect(!lock.isOwner, "not even this thread's, or a new one's at its address")
      #expect(!lock.isBiased)
      lock.take()
      let isInside = Flag()
      let visitor: FreshThread<Bool> = lock.lock.withLock {
        let visitor = FreshThread {
          lock.take()
          return isInside.isSet
        }
        usleep(2_000)
        isInside.set()
        return visitor
      }
      #expect((try? visitor.join().get()) == true)
    }

    @Test func anAdoptedLockIsItsNewOwners() {
      let lock = Lock()
      lock.take()
      lock.lock.disown()
      onFreshThread {
        lock.lock.adopt(by: linux_thread_pointer())
        #expect(lock.isOwner)
        lock.take(10)
        lock.lock.disown()
      }
      #expect(!lock.isOwner)
      lock.take()
    }

    /// The C library gives a new thread the stack of one that has ended, and so its thread pointer.
    @Test func aThreadAtTheAddressOfAnEndedOneDoesNotOwnItsLoop() {
      var wasSame = false
      for _ in 0..<1_000 where !wasSame {
        let (ended, pointer) = onFreshThread { (RunLoop.current, linux_thread_pointer()) }
        wasSame = onFreshThread {
          guard linux_thread_pointer() == pointer else { return false }
          #expect(!ended.isOwnThread)
          #expect(ended !== RunLoop.current)
          #expect(!ended.post {})
          #expect(!ended.add(RunLoop.Timer(after: .zero) { _ in }))
          return true
        }
      }
      if !wasSame { print("skipped: no thread came to be at another one's address") }
    }
  }
}
