import LinuxSystem
import TestHarness
import Testing

@testable import BenchmarkKit

/// What a watch keeps of callouts, by times that the tests make up.
@Suite("A watch of late callouts", .hangLimit)
struct CauseWatchTests {
  /// A callout that begins now, so late.
  private static func call(_ watch: CauseWatch, late: UInt64) {
    let now = MonotonicTime.now
    watch.called(now, intended: now - late)
  }

  @Test("forgets the warm-up, and the causes of a late callout at the next one in time")
  func forgets() {
    let watch = CauseWatch(isPinned: false, recordsSwitches: false)
    // The first call begins the watch.
    for late: UInt64 in [0, 9_000_000, 3_000_000] { Self.call(watch, late: late) }
    #expect(watch.worst?.latency == 9_000_000 && watch.lastDiagnosis?.latency == 3_000_000)
    Self.call(watch, late: 0)
    #expect(watch.lastDiagnosis?.latency == nil)
    let notes = watch.table.notes
    watch.reset()
    #expect(watch.worst?.latency == nil && watch.table.count == 0)
    #expect(!notes.isEmpty && watch.table.notes == notes)
    Self.call(watch, late: 2_000_000)
    #expect(watch.worst?.latency == 2_000_000 && watch.table.count == 1)
  }

  @Test("notes that interrupts are not recorded where context switches are, and interrupts are not")
  func interrupts() {
    let reader = CounterReader(isPinned: false, recordsSwitches: true)
    guard let ring = reader.ring else { return print("not tried: no context switches are recorded here") }
    let isNoted = reader.notes.contains { $0.hasPrefix("not recorded: interrupts, ") }
    #expect(isNoted == !ring.seesInterrupts)
  }

  @Test("looks for the causes of what is later than most, whatever most are")
  func typical() {
    let watch = CauseWatch(isPinned: false, recordsSwitches: false)
    // It follows the median in steps of a twentieth.
    for _ in 0..<400 { Self.call(watch, late: 1_000_000) }
    Self.call(watch, late: 100_000)
    #expect(watch.lastDiagnosis?.latency == nil)
    Self.call(watch, late: 5_000_000)
    #expect(watch.lastDiagnosis?.latency == 5_000_000)
    for _ in 0..<400 { Self.call(watch, late: 1_000) }
    Self.call(watch, late: 100_000)
    #expect(watch.lastDiagnosis?.latency == 100_000)
  }

  /// It asks for the end of the run in the whole process: in one of its own.
  @Test("keeps the first callout beyond the limit that is not of the warm-up, and ends the run with it")
  func firstOutlier() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let watch = CauseWatch(breakAt: 5_000_000, isPinned: false, recordsSwitches: false)
      for late: UInt64 in [0, 9_000_000] { CauseWatchTests.call(watch, late: late) }
      precondition(watch.outlier == nil && !Interruption.isRequested, "of the warm-up")
      watch.reset()
      CauseWatchTests.call(watch, late: 5_000_000)
      precondition(watch.outlier == nil && !Interruption.isRequested, "not beyond the limit")
      for late: UInt64 in [6_000_000, 7_000_000] { CauseWatchTests.call(watch, late: late) }
      precondition(watch.outlier?.sample.latency == 6_000_000 && Interruption.isRequested)
    }
  }

  @Test("reads the wait for a processor and the stolen time where the kernel counts them")
  func counters() {
    let reader = CounterReader(isPinned: false, recordsSwitches: false)
    let schedule = KernelFile.readable("/proc/thread-self/schedstat")
    let statistics = KernelFile.readable("/proc/stat", capacity: 65_536)
    // So much that the kernel has counted some of it.
    let end = ProcessorTime.ofThread + 15_000_000
    while ProcessorTime.ofThread < end {}
    func delay() -> UInt64 { schedule?.bytes.numbers(from: 0)[1] ?? 0 }
    func ticks() -> UInt64 { statistics?.bytes.numbers(inLineOf: "cpu\(reader.processor)")?[7] ?? 0 }
    let before = (delay(), ticks())
    let (read, stolen) = (reader.threadCounters().runDelay, reader.processorCounters().stolen)
    let after = (delay(), ticks())
    #expect(before.0 <= read && read <= after.0)
    let tick = 1_000_000_000 / UInt64(sysconf(Int32(_SC_CLK_TCK)))
    #expect(before.1 * tick <= stolen && stolen <= after.1 * tick)
  }

  @Test("counts the processor time of its own thread, whatever others do")
  func ownTime() {
    let start = (ProcessorTime.ofThread, ProcessorTime.ofProcess)
    PinnedThread.run {
      while linux_time(CLOCK_THREAD_CPUTIME_ID) < 30_000_000 {}
    }
    let (mine, all) = (ProcessorTime.ofThread - start.0, ProcessorTime.ofProcess - start.1)
    #expect(mine < 15_000_000 && all >= 30_000_000)
  }
}
