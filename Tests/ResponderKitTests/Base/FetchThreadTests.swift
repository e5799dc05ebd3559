import HIDEvents
import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import ResponderKit

/// The thread that reads a port when the queue is full: it sleeps, and nothing is lost.
@Suite(.hangLimit) struct FetchThreadTests {
  @Test func aFullQueueLetsTheThreadSleepUntilThereIsRoom() throws {
    try onFreshThread {
      let application = UIApplication()
      defer { application.terminate() }
      let window = UIWindow()
      let view = TouchTests.Recorder(frame: window.bounds)
      window.addSubview(view)
      window.makeKeyAndVisible()
      let (ours, theirs) = try RunLoop.MessagePort.pair()
      application.connectWithFetchThread(to: ours)
      let thread = try #require(application.input.fetchThreads.first)
      // Taps can not be dropped. The channel is full when the queue is, and then some.
      var (sent, full) = (0, 0)
      while sent < 20_000, full < 30_000 {
        // The channel may be full because the thread had no processor.
        if full >= 200, application.input.queue.isFull { break }
        let phase: HIDEvent.Contact.Phase = sent % 2 == 0 ? .began : .ended
        let event = HIDEvent(timestamp: UInt64(sent), .digitizer([.init(1, phase, x: 10, y: 10)]))
        do throws(RunLoop.MessagePort.Failure) {
          try theirs.send(event.packet())
          (sent, full) = (sent + 1, 0)
        } catch .full {
          full += 1
          usleep(1000)
        }
      }
      #expect(sent > EventQueue.capacity && application.input.queue.isFull)
      // The port is readable, and yet its thread sleeps.
      var asleep = 0
      for _ in 0..<5000 where asleep < 50 {
        asleep = thread.isAsleep ? asleep + 1 : 0
        usleep(1000)
      }
      #expect(asleep == 50)
      var heard = 0
      for _ in 0..<2000 where heard < sent {
        application.run(for: .milliseconds(10))
        heard += view.take().count
      }
      #expect(heard == sent)
      #expect(application.losses.total == 0, "\(application.losses)")
    }
  }

  @Test func whoWaitsForRoomIsCalledOnceWhenHalfOfTheQueueIsFree() {
    let queue = EventQueue()
    let calls = Guarded(0)
    for number in 0..<UInt64(EventQueue.capacity) {
      queue.append(HIDEvent(timestamp: number, .remoteControl(.play)))
    }
    #expect(queue.isFull)
    queue.whenThereIsRoom { calls.withLock { $0 += 1 } }
    for _ in 1..<EventQueue.capacity / 2 { _ = queue.take() }
    #expect(calls.withLock { $0 } == 0)
    _ = queue.take()
    _ = queue.take()
    #expect(calls.withLock { $0 } == 1)
    queue.whenThereIsRoom { calls.withLock { $0 += 1 } }
    #expect(calls.withLock { $0 } == 2)
  }
}
