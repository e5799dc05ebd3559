import LinuxSystem
import Synchronization
import TestHarness
import TestSupport
import Testing

@testable import RunLoopCore

extension Stress {
  /// A litmus test of the owner's lock: its bias is taken away while the owner's stores are slow to become visible.
  ///
  /// The owner takes the lock by a plain store and then looks whether its bias was taken away. What makes that enough is the
  /// barrier of the thread that takes the bias, made after it has said so. Without it the store may still be in the owner's
  /// store buffer when that thread looks whether the owner is inside. Stores to memory that no cache has keep it there.
  struct BiasLitmusTests {
    private static let locks = ThreadSanitizer.isOn ? 300 : 6_000

    /// A biased lock, and what it guards. Atomic, but read and written separately: an update in between is lost.
    private final class Guarded: @unchecked Sendable {
      let lock = OwnerLock(owner: 0)
      private let holder = Atomic<Int>(0)
      private let count = Atomic<Int>(0)
      private let meetings = Atomic<Int>(0)

      /// - Parameter pauses: how long to stay inside.
      @inline(__always)
      func step(as name: Int, pauses: Int) {
        lock.lock()
        if holder.load(ordering: .relaxed) != 0 { meetings.add(1, ordering: .relaxed) }
        holder.store(name, ordering: .relaxed)
        let old = count.load(ordering: .relaxed)
        for _ in 0..<pauses { linux_relax() }
        count.store(old + 1, ordering: .relaxed)
        if holder.load(ordering: .relaxed) != name { meetings.add(1, ordering: .relaxed) }
        holder.store(0, ordering: .relaxed)
        lock.unlock()
      }

      var total: Int { count.load(ordering: .relaxed) }
      var hasSeenTwo: Bool { meetings.load(ordering: .relaxed) != 0 }
    }

    /// Memory that is larger than the caches near a processor.
    private struct ColdMemory {
      private static let size = 32 << 20
      private let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
      private var random: UInt64 = 1

      init() { memory.initialize(repeating: 0, count: Self.size) }
      func free() { memory.deallocate() }

      /// Some stores that take long to leave the store buffer.
      @inline(__always)
      mutating func store() {
        for _ in 0..<4 {
          random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          memory[Int(random >> 33) & (Self.size - 1)] = 1
        }
      }
    }

    @Test func theOwnerIsNotInsideWithTheThreadThatTakesItsBias() {
      guard MemoryBarrier.isAsymmetric else {
        return print("skipped: the kernel has no barrier for other processors")
      }
      let locks = (0..<Self.locks).map { _ in Guarded() }
      /// Numbers of locks that the owner has begun to use, and whose bias it has lost.
      let begun = Atomic<Int>(0)
      let lost = Atomic<Int>(0)
      let steps = Box<Int>(0)
      let owner = FreshThread {
        var cold = ColdMemory()
        defer { cold.free() }
        var count = 0
        for (index, guarded) in locks.enumerated() {
          guarded.lock.adopt(by: linux_thread_pointer())
          begun.store(index + 1, ordering: .releasing)
          while lost.load(ordering: .relaxed) <= index {
            cold.store()
            guarded.step(as: 1, pauses: 1)
            count += 1
            // Where both share a processor.
            if count & 255 == 0 { sched_yield() }
          }
          guarded.lock.disown()
        }
        steps.value = count
      }
      let visitor = FreshThread {
        for (index, guarded) in locks.enumerated() {
          var looks = 0
          while begun.load(ordering: .acquiring) <= index {
            looks += 1
            if looks > 1_000 { sched_yield() }
          }
          // Not always at the same point of the owner's round.
          for _ in 0..<index % 61 { linux_relax() }
          guarded.step(as: 2, pauses: 20)
          lost.store(index + 1, ordering: .relaxed)
        }
      }
      owner.join()
      visitor.join()
      let meetings = locks.count { $0.hasSeenTwo }
      #expect(meetings == 0, "two threads were inside \(meetings) of \(locks.count) locks")
      let total = locks.reduce(0) { $0 + $1.total }
      #expect(total == (steps.value ?? 0) + locks.count)
    }
  }
}
