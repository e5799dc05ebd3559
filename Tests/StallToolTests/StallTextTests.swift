import TestHarness
import Testing

@testable import StallMonitoring
@testable import runloop

/// A stall as `show` prints it.
@Suite(.hangLimit) struct StallTextTests {
  @Test func eachFactIsThereWhenItIsOne() {
    let plain = MadeReports.text(of: MadeReports.stall(1))
    for name in ["frozen", "before it", "faults", "verdict", "Thread "] {
      #expect(!plain.contains(name), "\(name): \(plain)")
    }
    let text = MadeReports.text(
      of: MadeReports.stall(1) { record in
        record.frozenTime = 5_000_000
        record.suppressed = 1
        (record.diagnosis.majorFaults, record.diagnosis.minorFaults) = (3, 7)
      })
    for part in [
      "  frozen      5.0 ms, in which the whole process was frozen, subtracted\n",
      "  before it   1 of the same kind were not reported\n",
      "  faults      3 from the disk, 7 for memory\n",
    ] { #expect(text.contains(part), "\(part): \(text)") }
  }

  @Test func theHolderOfALockIsAThreadOfThisProcessOrNoThread() {
    func text(_ process: Int32) -> String {
      MadeReports.text(
        of: MadeReports.stall(1) { record in
          var owner = LockOwner(kind: .file, thread: 4713, threadName: "keeper", stack: StackSample())
          owner.process = process
          record.diagnosis.lockOwner = owner
        })
    }
    #expect(text(0).contains("\nThread 4713 'keeper' held the lock, at:\n"))
    #expect(!text(4713).contains("\nThread 4713"), "\(text(4713))")
  }

  @Test func aThreadThatHoldsItsLockItselfIsNotShownTwice() {
    func text(_ thread: Int32) -> String {
      MadeReports.text(
        of: MadeReports.stall(1) { record in
          record.diagnosis.cause = .lock
          record.diagnosis.lockOwner = LockOwner(
            kind: .mutex, thread: thread, threadName: "main", stack: StackSample())
        })
    }
    // The stall's thread; another one; one that is not known.
    #expect(
      text(4711).contains("that it holds\nitself") && !text(4711).contains("\nThread 4711"), "\(text(4711))")
    #expect(text(4712).contains("\nThread 4712 'main' held the lock, at:\n"))
    #expect(!text(0).contains("\nThread "), "\(text(0))")
  }

  @Test func manyThreadsOfOneStackAreShownAsMany() {
    func text(_ count: Int32, name: String = "pool") -> String {
      MadeReports.text(
        of: MadeReports.stall(1) { record in
          var stack = StackSample()
          stack.reason = "it had ended"
          record.threadStacks = [ThreadStack(threads: Array(1...count), name: name, stack: stack)]
        })
    }
    #expect(text(9).contains("9 threads 'pool' (1, 2, 3, 4, 5, 6, 7, 8, …), when all"), "\(text(9))")
    #expect(text(8).contains("8 threads 'pool' (1, 2, 3, 4, 5, 6, 7, 8), when all"), "\(text(8))")
    #expect(text(1).contains("\nThread 1 'pool', when all"), "\(text(1))")
    // A thread's name is any text of the program's.
    #expect(text(1, name: "a\u{1B}[2J").contains("\nThread 1 'a\u{FFFD}[2J', when all"))
  }

  @Test func stacksWithoutACalloutAreShownFromTheThreadsStart() {
    let text = MadeReports.text(
      of: MadeReports.stall(1) { record in
        var sample = StackSample()
        (sample.time, sample.isComplete, sample.means) = (1_100_000_000, true, .procfs)
        // Code of no library.
        sample.addresses = [0x1001, 0x2001]
        record.samples = [sample]
        record.pointSample = 0
      })
    #expect(text.contains("Where the time went, by 1 stack:\n\n 100 %"), "\(text)")
  }

  @Test func aFunctionThatCallsItselfIsShownOnceForEachCall() {
    let text = MadeReports.text(
      of: MadeReports.stall(1) { record in
        var sample = StackSample()
        (sample.time, sample.isComplete, sample.means) = (1_100_000_000, true, .procfs)
        sample.addresses = [0x3005, 0x2005, 0x2009, 0x1005]
        record.samples = [sample]
        record.pointSample = 0
        record.names = RecordedNames(
          [(0x1004, 0x1000, "main", 1), (0x2008, 0x2000, "search", 2), (0x3005, 0x3000, "compare", 1)],
          room: 4_096)
      })
    #expect(text.split(separator: "\n").count { $0.hasSuffix("  search") } == 2, "\(text)")
  }

  @Test func linesAreAsWideAsIsAllowedAndNoWider() {
    #expect(StallText.wrapped("aaa bbb cc", width: 7) == "aaa bbb\ncc")
    #expect(StallText.wrapped("aaa bbb cc", width: 6) == "aaa\nbbb cc")
    #expect(StallText.wrapped("aaaaaaaa b", width: 3) == "aaaaaaaa\nb")
  }
}
