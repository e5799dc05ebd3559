import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// A monitor that reported a number in a futex word, which is no thread of this process, as the holder of the lock passed all tests.
@Suite("The holder of a lock", .hangLimit)
struct LockHolderIsNoThreadTests {
  @Test("The holder of a lock is a thread of this process, or is not reported")
  func lockHolderIsAThread() {
    // A number that the owner of a mutex had, which has ended since; or what looks like a mutex and is none.
    let words: [UInt32] = [2, 1, 4711, 1, 0, 0, 0, 0]
    let memory = ProcessMemory()
    words.withUnsafeBytes { bytes in
      let arguments: [UInt] = [UInt(bitPattern: bytes.baseAddress), UInt(FUTEX_WAIT), 2, 0, 0, 0]
      #expect(FutexWait.holder(arguments: arguments, memory: memory) { _ in false } == nil)
      #expect(
        FutexWait.holder(arguments: arguments, memory: memory) { $0 == 4711 }
          == FutexWait.Holder(kind: .pthreadMutex, thread: 4711))
    }
    let inheriting: [UInt32] = [0x8000_0000 | 4711, 0, 0]
    inheriting.withUnsafeBytes { bytes in
      let arguments: [UInt] = [UInt(bitPattern: bytes.baseAddress), UInt(FUTEX_LOCK_PI), 0, 0, 0, 0]
      #expect(FutexWait.holder(arguments: arguments, memory: memory) { _ in false } == nil)
    }
  }
}
