import TestHarness
import Testing

@testable import StallMonitoring

/// What looks at a thread of another process show.
@Suite(.hangLimit) struct ForeignRulesTests {
  private func look(
    _ time: UInt64, _ doing: ThreadLook.Doing, switches: UInt64 = 0, worked: UInt64 = 0
  ) -> ThreadLook {
    ThreadLook(time: time, doing: doing, switches: switches, worked: worked)
  }

  private func wait(_ call: Int) -> ThreadLook.Doing {
    .waiting(EventWait(kind: .set, returnAddress: 0x1000, call: call))
  }

  @Test func theCallsThatALoopWaitsInMostComeFirst() {
    var thread = ForeignThread(isNamed: false, isMain: true)
    #expect(thread.passCalls.isEmpty)
    for (time, call) in [7, 232, 23, 232, 23, 281, 232].enumerated() {
      _ = thread.look(look(UInt64(time), wait(call)))
    }
    // Of equals the lower number.
    #expect(thread.passCalls == [232, 23, 7, 281])
  }

  @Test(
    "Work ends where it was last seen if the thread has waited once since, and half way between the looks otherwise",
    arguments: [(1, 130), (2, 150)] as [(UInt64, UInt64)])
  func ends(_ waits: UInt64, _ end: UInt64) {
    var thread = ForeignThread(isNamed: true, isMain: true)
    #expect(thread.look(look(50, wait(232), switches: 5, worked: 10)) == .none)
    // With an unchanged count it has worked since.
    #expect(thread.look(look(100, .running, switches: 5, worked: 40)) == .began(70))
    #expect(thread.look(look(200, wait(232), switches: 5 + waits, worked: 70)) == .ended(end))
  }
}
