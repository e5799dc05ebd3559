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

  @Test("A repeating timer that is fired by hand is called at once, and at its dates as before")
  func firedByHand() {
    onStage { stage in
      var calls = 0
      let timer = UIKitTimer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in calls += 1 }
      timer.fire()
      #expect(calls == 1 && timer.isValid)
      stage.wait(250)
      #expect(calls == 3)
      timer.invalidate()
      timer.fire()
      #expect(calls == 3)
    }
  }

  @Test("A repeating timer without an interval has the least that there is")
  func withoutAnInterval() {
    onStage { stage in
      for seconds in [0, -1, 0.00001] {
        let timer = UIKitTimer(timeInterval: seconds, repeats: true) { _ in }
        #expect(timer.timeInterval == 0.0001)
      }
      var calls = 0
      let timer = UIKitTimer.scheduledTimer(withTimeInterval: 0, repeats: true) { _ in calls += 1 }
      stage.wait(10)
      #expect((90...110).contains(calls), "\(calls)")
      timer.invalidate()
    }
  }

  @Test("An invalid timer that is added to a loop is not kept")
  func invalid() {
    onStage { stage in
      weak var lost: UIKitTimer?
      do {
        let timer = UIKitTimer(timeInterval: 0.1, repeats: true) { _ in }
        lost = timer
        timer.invalidate()
        RunLoop.current.add(timer, forMode: .default)
      }
      stage.wait(300)
      #expect(lost == nil)
    }
  }
}
