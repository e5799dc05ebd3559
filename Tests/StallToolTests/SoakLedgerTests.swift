import Foundation
import TestHarness
import Testing

import class RunLoopCore.RunLoop

@testable import StallMonitoring
@testable import runloop

/// The books of `runloop soak`, and the words of its call.
@Suite(.hangLimit) struct SoakLedgerTests {
  @Test func aShortRunHasFourChecksAndALongOneChecksEachMinute() throws {
    #expect(try SoakSettings(["--seconds", "100"]).check == 25)
    #expect(try SoakSettings(["--seconds", "241"]).check == 60)
    #expect(try SoakSettings(["--check", "7.5"]).check == 7.5)
    let long = try SoakSettings(["--hours", "2", "--seed", "9", "--break", "timer"])
    #expect(long.seconds == 7_200 && long.check == 60 && long.seed == 9 && long.defect == .timer)
  }

  @Test func whatGrowsIsNamed() {
    let account = SoakAccount("blocks posted", "run")
    var ledger = SoakLedger([account])
    let first = SoakResources(targets: ["pipe:": 2, "socket:": 1], heap: 1 << 20, resident: 64 << 20)
    #expect(ledger.problems(first).isEmpty)
    var now = first
    now.heap += SoakLedger.heapRoom
    now.resident += SoakLedger.residentRoom
    #expect(ledger.problems(now).isEmpty)
    now.resident += 1 << 20
    #expect(
      ledger.problems(now) == ["64 MiB of resident memory at the first check, and 97 MiB now"])
    now = first
    now.targets["pipe:"] = 4
    now.targets["/dev/null"] = 1
    account.begin()
    #expect(
      ledger.problems(now) == [
        "1 blocks posted, and 0 run",
        "3 descriptors at the first check, and 6 now, with more of /dev/null, pipe:",
      ])
    account.end()
    // What went and came is no leak.
    #expect(ledger.problems(first).isEmpty)
    now = first
    (now.targets["pipe:"], now.targets["socket:"]) = (3, nil)
    #expect(ledger.problems(now).isEmpty)
    now.targets["pipe:"] = nil
    #expect(
      ledger.problems(now) == [
        "3 descriptors at the first check, and 0 now, with fewer of pipe:, socket:"
      ])
  }

  @Test func descriptorsOfOneKindAreOneTarget() {
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let resources = SoakResources.current
    #expect(resources.targets["pipe:", default: 0] >= 2, "\(resources.targets)")
    #expect(!resources.targets.keys.contains { $0.hasPrefix("pipe:[") })
    #expect(resources.heap > 0 && resources.resident > 1 << 20)
  }

  /// A check while the monitor read the program's file had one descriptor more than all others.
  @Test func aFileThatTheMonitorReadsIsRecognized() {
    func reads(_ target: String) -> Bool {
      SoakResources(targets: ["pipe:": 2, target: 1], heap: 0, resident: 0).readsModules
    }
    #expect(reads("/usr/lib/x86_64-linux-gnu/libc.so.6") && reads("/opt/libapp.so"))
    #expect(!reads("/dev/null") && !reads("/tmp/page") && !reads("/home/me/my.software/log"))
    let program = open("/proc/self/exe", O_RDONLY)
    defer { close(program) }
    #expect(program >= 0 && SoakResources.current.readsModules)
  }

  /// A check while the monitor read a thread's name, or the machine's load, had one descriptor more, too.
  @Test func aCheckWaitsForFilesThatAreOpenForAMoment() {
    func resources(_ targets: [String: Int]) -> SoakResources {
      SoakResources(targets: targets, heap: 0, resident: 0)
    }
    let usual = resources(["pipe:": 2])
    let reading = resources(["pipe:": 2, "/proc/loadavg": 1])
    let naming = resources(["pipe:": 1, "/opt/libapp.so": 1])
    func settled(_ ledger: SoakLedger, _ snapshots: [SoakResources]) -> (taken: Int, SoakResources) {
      var taken = 0
      let last = ledger.settled(
        {
          taken += 1
          return snapshots[taken - 1]
        }, waiting: { taken + 1 < snapshots.count })
      return (taken, last)
    }
    var ledger = SoakLedger([])
    // The first check: two snapshots have the same files, not only as many, and no module is open.
    let other = resources(["pipe:": 2, "/proc/self/task": 1])
    let first = settled(ledger, [reading, other, naming, naming, usual, usual, usual])
    #expect(first.taken == 6 && first.1.targets == usual.targets)
    #expect(ledger.problems(usual).isEmpty)
    // A later one: as at the first.
    #expect(settled(ledger, [usual, reading]).taken == 1)
    let later = settled(ledger, [reading, reading, naming, usual, reading])
    #expect(later.taken == 4 && later.1.targets == usual.targets)
    // What stays open is a problem, in the end.
    let leak = settled(ledger, [usual, reading, reading].map { _ in reading })
    #expect(leak.taken == 3 && ledger.problems(leak.1).count == 1)
  }

  @Test func halfOfTheStallsMustBeFoundAndEachReportIsOnRecord() throws {
    let folder = try TestHarness.TemporaryFolder()
    mkdir(folder.path + "/reports", 0o700)
    let stalls = SoakStalls(in: folder.path)
    // They are only counted: the loop does not run.
    let loop = RunLoop.current
    for _ in 0..<10 { stalls.stall(loop, milliseconds: 1) }
    func find(_ id: UInt64) {
      stalls.stallWasFiltered(MadeReports.stall(id, label: SoakStalls.label))
    }
    for id in 1...4 { find(UInt64(id)) }
    find(4)
    #expect(stalls.problems == ["10 stalls made, and 4 found"])
    find(5)
    #expect(stalls.problems.isEmpty, "\(stalls.problems)")
    // A report comes several times.
    let reported = [6, 7].map { MadeReports.stall($0, label: "other") }
    for record in reported + reported.suffix(1) { stalls.stallBegan(record) }
    #expect(stalls.problems == ["2 stalls reported, and 0 on record"])
    try MadeReports.write(reported, in: folder.path + "/reports")
    #expect(stalls.problems.isEmpty && stalls.summary == "10 stalls (5 found, 2 reports)")
    for id in 8...13 { find(UInt64(id)) }
    #expect(stalls.problems == ["10 stalls made, and 11 found"])
  }
}
