import StallMonitoring
import TestHarness
import Testing

@Suite(.hangLimit) struct RecordTests {
  @Test func frozenTimeIsNotTheStalls() {
    var record = StallRecord()
    record.started = 100
    record.lastSeen = 1_100
    record.frozenTime = 400
    #expect(record.duration == 600)
    record.frozenTime = 5_000
    #expect(record.duration == 0)
  }
}
