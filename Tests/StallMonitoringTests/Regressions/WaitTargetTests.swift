import LinuxSystem
import RunLoopCore
import TestHarness
import Testing

@testable import StallMonitoring

extension RealThreads {
  /// Was wrong: a thread that waits for itself was "held by" itself, readers of a lock and the end of a thread were "another
  /// thread to signal it".
  @Suite(.hangLimit, .serialized) struct WaitTargetTests {
    private func diagnosis(of waiter: TargetThread, in world: LinuxWorld) throws -> Diagnosis {
      let files = ThreadFiles(thread: waiter.thread)
      while true {
        if case .blocked(let call) = files.callState, call.number == Int(SYS_futex) { break }
        usleep(500)
      }
      let first = try #require(world.read(thread: waiter.thread, isBrief: false))
      let samples = (0..<3).map { _ in
        usleep(2_000)
        return world.sample(thread: waiter.thread)
      }
      let last = try #require(world.read(thread: waiter.thread, isBrief: false))
      return world.diagnose(thread: waiter.thread, readings: [first, last], samples: samples)
    }

    @Test func readersAreCounted() throws {
      let world = LinuxWorld()
      let lock = UnsafeMutablePointer<pthread_rwlock_t>.allocate(capacity: 1)
      pthread_rwlock_init(lock, nil)
      for _ in 0..<2 { pthread_rwlock_rdlock(lock) }
      nonisolated(unsafe) let shared = lock
      let waiter = TargetThread(world) {
        pthread_rwlock_wrlock(shared)
        pthread_rwlock_unlock(shared)
      }
      let found = try diagnosis(of: waiter, in: world)
      #expect(found.cause == .lock && found.lockOwner?.kind == .readWriteLock)
      #expect(found.lockOwner?.thread == 0 && found.lockOwner?.readers == 2)
      for _ in 0..<2 { pthread_rwlock_unlock(lock) }
      waiter.join()
      lock.deallocate()
    }

    @Test func theThreadThatIsJoinedIsNamed() throws {
      let world = LinuxWorld()
      let stop = Flag()
      let joined = Number()
      let waiter = TargetThread(world) {
        let sleeper = TargetThread {
          nameThisThread("slow worker")
          while !stop.isSet { usleep(1_000) }
        }
        joined.set(sleeper.thread)
        sleeper.join()
      }
      while joined.value == 0 { usleep(500) }
      let found = try diagnosis(of: waiter, in: world)
      #expect(found.cause == .wait && found.lockOwner?.kind == .join)
      #expect(found.lockOwner?.thread == joined.value && found.lockOwner?.threadName == "slow worker")
      stop.set()
      waiter.join()
    }

    @Test func aThreadThatWaitsForItselfIsInADeadlock() throws {
      let world = LinuxWorld()
      let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
      pthread_mutex_init(lock, nil)
      nonisolated(unsafe) let shared = lock
      let waiter = TargetThread(world) {
        pthread_mutex_lock(shared)
        pthread_mutex_lock(shared)
        pthread_mutex_unlock(shared)
      }
      let found = try diagnosis(of: waiter, in: world)
      #expect(found.cause == .lock && found.lockOwner?.thread == waiter.thread)
      #expect(found.lockOwner?.isDeadlock == true)
      // Not allowed, and what glibc does: the waiter has the lock from here on.
      pthread_mutex_unlock(lock)
      waiter.join()
    }

    @Test func twoThreadsThatWaitForEachOtherAreInADeadlock() throws {
      let world = LinuxWorld()
      let locks = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 2)
      for index in 0..<2 { pthread_mutex_init(locks + index, nil) }
      nonisolated(unsafe) let shared = locks
      let (first, second) = (Flag(), Flag())
      let one = TargetThread(world) {
        pthread_mutex_lock(shared)
        first.set()
        while !second.isSet { usleep(100) }
        pthread_mutex_lock(shared + 1)
      }
      let other = TargetThread(world) {
        pthread_mutex_lock(shared + 1)
        second.set()
        while !first.isSet { usleep(100) }
        pthread_mutex_lock(shared)
      }
      _ = try diagnosis(of: other, in: world)
      let found = try diagnosis(of: one, in: world)
      #expect(found.lockOwner?.thread == other.thread && found.lockOwner?.isDeadlock == true)
      #expect(found.lockOwner?.waitsFor == one.thread)
      pthread_mutex_unlock(locks + 1)
      pthread_mutex_unlock(locks)
      one.join()
      other.join()
    }

    private final class Number: @unchecked Sendable {
      private let lock = Guarded<Int32>(0)
      var value: Int32 { lock.withLock { $0 } }
      func set(_ number: Int32) { lock.withLock { $0 = number } }
    }
  }
}
