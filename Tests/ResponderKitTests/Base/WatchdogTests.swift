import HIDEvents
import LinuxSystem
import ResponderKit
import RunLoopCore
import Synchronization
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// What the articles build on a loop: a watchdog that looks at an observer's last note, and a thread that stays.
@Suite(.hangLimit) struct WatchdogTests {
  /// What the watchdog and the loop's thread share.
  private final class Notes: Sendable {
    let activity = Atomic<UInt>(0)
    let count = Atomic<Int>(0)
    let isBlocking = Atomic<Bool>(false)
    let mayGoOn = Atomic<Bool>(false)
  }

  private final class BlockingView: UIView {
    var notes: Notes?
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      guard let notes else { return }
      notes.isBlocking.store(true, ordering: .releasing)
      while !notes.mayGoOn.load(ordering: .acquiring) { usleep(500) }
    }
  }

  @Test("S000-9: by an observer and a thread") func aWatchdogSeesThatATouchHandlerBlocksAmongTheSources() {
    let notes = Notes()
    let application = FreshThread {
      let application = UIApplication()
      defer { application.terminate() }
      let window = UIWindow()
      let view = BlockingView(frame: window.bounds)
      view.notes = notes
      window.addSubview(view)
      window.makeKeyAndVisible()
      application.run(for: .milliseconds(1))
      application.loop.add(
        RunLoop.Observer(activities: .all, order: .min) { activity in
          notes.activity.store(UInt(activity.rawValue), ordering: .relaxed)
          notes.count.add(1, ordering: .releasing)
        }, to: .common)
      application.post(HIDEvent(timestamp: 1, .digitizer([.init(1, .began, x: 1, y: 1)])))
      application.run(for: .milliseconds(20))
    }
    while !notes.isBlocking.load(ordering: .acquiring) { usleep(500) }
    let (count, activity) = (
      notes.count.load(ordering: .acquiring), notes.activity.load(ordering: .relaxed)
    )
    usleep(30_000)
    // Nothing was noted since, and the last thing was that sources are about to be performed: that is where it hangs.
    #expect(notes.count.load(ordering: .acquiring) == count)
    #expect(RunLoop.Activity(rawValue: UInt32(activity)) == .beforeSources)
    notes.mayGoOn.store(true, ordering: .releasing)
    #expect(throws: Never.self) { try application.join().get() }
    #expect(notes.count.load(ordering: .acquiring) > count)
  }

  @Test("S001-5: a permanent thread") func aThreadStaysWhileItsLoopHasAPortAndDoesWhatItIsGiven() throws {
    let box = LoopBox()
    let results = FreshThread { () -> [RunLoop.RunResult] in
      // Without anything in it the loop ends at once.
      let first = RunLoop.current.run(mode: .default)
      let (here, there) = try RunLoop.MessagePort.pair()
      try RunLoop.current.add(RunLoop.PortSource(here) {})
      box.home.store(UInt(pthread_self()), ordering: .relaxed)
      box.loop.withLock { $0 = RunLoop.current }
      let second = RunLoop.current.run(mode: .default)
      withExtendedLifetime(there) {}
      return [first, second]
    }
    while box.loop.withLock({ $0 == nil }) { usleep(500) }
    let permanent = try #require(box.loop.withLock { $0 })
    for number in 1...3 {
      permanent.post {
        box.thread.store(UInt(pthread_self()), ordering: .relaxed)
        box.done.add(1, ordering: .releasing)
      }
      while box.done.load(ordering: .acquiring) < number { usleep(200) }
      #expect(box.thread.load(ordering: .relaxed) == box.home.load(ordering: .relaxed))
    }
    permanent.post { RunLoop.current.stop() }
    #expect(try results.join().get() == [.finished, .stopped])
  }

  private final class LoopBox: Sendable {
    let loop = Mutex<RunLoop?>(nil)
    let done = Atomic<Int>(0)
    /// The thread, and the one where a block ran last.
    let home = Atomic<UInt>(0)
    let thread = Atomic<UInt>(0)
  }
}
