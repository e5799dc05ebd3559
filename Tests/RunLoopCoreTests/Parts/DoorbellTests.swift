import LinuxSystem
import Synchronization
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import RunLoopCore

/// The doorbell of a loop that ends, without its loop.
@Suite(.hangLimit) struct DoorbellTests {
  private let waker = Waker(LoopClock(simulation: nil))

  private static func isOpen(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD, 0) >= 0 }

  @Test func itIsOpenedOnce() throws {
    let descriptor = try waker.openDoorbell()
    #expect(try waker.openDoorbell() == descriptor && Self.isOpen(descriptor))
    waker.ringDoorbell()
    #expect(SystemCall.takeCount(descriptor) && !SystemCall.takeCount(descriptor))
  }

  @Test func theEndClosesItAndNoThreadRingsWhatGetsItsNumber() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      waitForDispatch()
      let waker = Waker(LoopClock(simulation: nil))
      let descriptor = try waker.openDoorbell()
      // Asleep, so that a wake-up rings.
      _ = waker.announceSleep(0)
      waker.end()
      precondition(!Self.isOpen(descriptor) && waker.doorbell.load(ordering: .relaxed) == -1)
      let other = try SystemCall.eventDescriptor()
      if other != descriptor { precondition(dup2(other, descriptor) == descriptor) }
      waker.wake()
      waker.ringDoorbell()
      waker.ringAnnounced()
      precondition(!SystemCall.takeCount(descriptor), "another file was written to")
      waker.end()
      precondition(Self.isOpen(descriptor), "another file was closed")
    }
  }

  @Test func aWakerThatIsAsleepRings() throws {
    let descriptor = try waker.openDoorbell()
    waker.wake()
    #expect(!SystemCall.takeCount(descriptor))
    _ = waker.endSleep()
    _ = waker.announceSleep(0)
    waker.wake()
    #expect(SystemCall.takeCount(descriptor))
  }

  /// The child has inherited the descriptor, and does not ring it; threads of the parent may have been ringing it.
  @Test func aCopyThatWasNotReinitializedClosesWhatItInherited() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      waitForDispatch()
      let waker = Waker(LoopClock(simulation: nil))
      let descriptor = try waker.openDoorbell()
      waker.becameCopy(isRunning: false)
      waker.ringDoorbell()
      precondition(!SystemCall.takeCount(descriptor) && Self.isOpen(descriptor))
      waker.end()
      precondition(!Self.isOpen(descriptor))
    }
  }

  @Test func noneIsOpenedAfterTheEnd() {
    waker.end()
    #expect(throws: SystemError.self) { try waker.openDoorbell() }
  }

  /// Each of them has begun before the end or finds that it has come; the last one closes.
  @Test func threadsThatRingAtTheEndWriteToNothingElse() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      waitForDispatch()
      for _ in 0..<(ThreadSanitizer.isOn ? 50 : 400) {
        nonisolated(unsafe) let waker = Waker(LoopClock(simulation: nil))
        let descriptor = try waker.openDoorbell()
        let isReady = Atomic<Int>(0)
        let threads = (0..<3).map { _ in
          FreshThread {
            isReady.wrappingAdd(1, ordering: .sequentiallyConsistent)
            for _ in 0..<20 { waker.ringDoorbell() }
          }
        }
        while isReady.load(ordering: .sequentiallyConsistent) < 1 { sched_yield() }
        waker.end()
        threads.forEach { $0.join() }
        precondition(!Self.isOpen(descriptor) && waker.doorbell.load(ordering: .relaxed) == -1)
        // A ring on a closed descriptor would have ended the process.
      }
    }
  }
}
