import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

/// Foundation's `Timer` in the module UIKit.
@Suite("Foundation's timer", .hangLimit) struct TimerNameTests {
  private final class Target: NSObject {
    var calls = 0
    func tick() { calls += 1 }
  }

  @Test(
    "A repeating timer is called at each interval in its mode until it is invalidated, and is kept until then"
  )
  func repeating() {
    onStage { stage in
      var calls: [Bool] = []
      weak var timer: UIKitTimer?
      timer = UIKitTimer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { timer in
        calls.append(timer.isValid)
        if calls.count == 3 { timer.invalidate() }
      }
      #expect(timer?.isValid == true && timer?.timeInterval == 0.1)
      stage.wait(250)
      #expect(calls == [true, true] && timer != nil)
      stage.wait(1000)
      #expect(calls == [true, true, true])
      #expect(timer == nil, "nothing keeps it any more")
    }
  }

  @Test("A timer that does not repeat is called once, and is not kept afterwards")
  func once() {
    onStage { stage in
      let target = Target()
      let tick = Selector("tick") { (target: Target) in target.tick() }
      weak var timer: UIKitTimer?
      timer = UIKitTimer.scheduledTimer(
        timeInterval: 0.05, target: target, selector: tick, userInfo: 7, repeats: false)
      #expect(timer?.userInfo as? Int == 7 && timer?.timeInterval == 0)
      stage.wait(300)
      #expect(target.calls == 1 && timer == nil)
    }
  }

  @Test("A timer of no loop is not kept, and one that is never due does not hold the thread up")
  func unscheduled() {
    onStage { stage in
      weak var lost: UIKitTimer?
      do {
        let timer = UIKitTimer(timeInterval: 1, repeats: true) { _ in }
        lost = timer
        #expect(timer.isValid)
      }
      #expect(lost == nil)
      var calls = 0
      for seconds in [Double.nan, .infinity, 1e300] {
        UIKitTimer.scheduledTimer(withTimeInterval: seconds, repeats: true) { _ in calls += 1 }
      }
      stage.wait(1000)
      #expect(calls <= 1)
      let timer = UIKitTimer(timeInterval: 0.1, repeats: false) { _ in calls += 10 }
      RunLoop.current.add(timer, forMode: .common)
      timer.fire()
      stage.wait(1000)
      #expect(calls >= 10 && calls < 20 && !timer.isValid)
    }
  }
}
