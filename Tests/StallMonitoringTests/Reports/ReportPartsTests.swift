import Foundation
import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

/// What a report says of functions, and where reports are.
@Suite(.hangLimit) struct ReportPartsTests {
  /// A number at the beginning of each page, with which its code begins; a library's code is above.
  private static let library: UInt = 0x10_0000

  private static let modules =
    StallReport.sampleModules + [
      LoadedImage(
        path: "/usr/lib/libc.so.6", start: library, end: library + 0x10_0000, bias: library, buildID: [])
    ]

  /// A report of stacks, leaf first, with names of the functions by their starts.
  private func report(
    _ stacks: [[UInt]], _ names: [UInt: String], _ change: (inout StallRecord) -> Void = { _ in }
  ) -> StallReport {
    StallReport.sample(modules: Self.modules) { record in
      record.names = RecordedNames(names.map { ($0.key + 0x100, $0.key, $0.value, 1) }, room: 4_096)
      record.samples = stacks.enumerated().map { index, addresses in
        var stack = StackSample()
        stack.time = record.started + UInt64(index) * 100_000_000
        (stack.addresses, stack.means) = (addresses, .procfs)
        return stack
      }
      record.repeatCounts = stacks.map { _ in 0 }
      change(&record)
    }
  }

  @Test func aFunctionThatOnlySomeStacksCalledIsNotWhatWasCalled() {
    let calls: [UInt: String] = [Self.library: "sem_wait", Self.library + 0x1000: "pthread_cond_wait"]
    func sentence(_ places: [UInt]) -> String {
      report(places.map { [Self.library + $0 + 8, 0x4001] }, calls) { record in
        record.diagnosis.cause = .wait
        record.diagnosis.shares.blocked = 1
        record.diagnosis.systemCall = "futex"
        for index in record.samples.indices { record.samples[index].found = .wait }
      }.sentence
    }
    #expect(sentence([0, 0]).hasSuffix("it waited for a semaphore (sem_wait), called from feed+0x4000."))
    #expect(
      sentence([0, 0x1000]).hasSuffix(
        "it waited for another thread or for an event (futex), called from feed+0x4000."))
  }

  @Test func aBlockOfTheCoresOwnIsNamedAfterTheClosureThatItCalls() {
    let names: [UInt: String] = [
      0x2000: "compute", 0x3000: "closure", 0x4000: "RunLoopCore.perform",
      0x5000: "RunLoopCore.callOutToBlock", 0x6000: "main",
    ]
    let report = report([[0x2010, 0x3010, 0x4010, 0x5010, 0x6010]], names) {
      $0.callout = Callout(kind: .block, label: "", site: "", code: 0x4000, loop: "main", mode: "")
    }
    #expect(report.closure == "closure")
  }

  @Test func aStallIsOverWithItsProcess() {
    var run = report([], [:]).run
    func goesOn(_ kind: RecordKind = .stall, hasEnded: Bool = false) -> Bool {
      let record = report([], [:]) { ($0.kind, $0.hasEnded) = (kind, hasEnded) }.record
      return StallReport(record, of: run).goesOn
    }
    #expect(goesOn() && !goesOn(hasEnded: true) && !goesOn(.stalledAndKilled))
    run.end = .crash(signal: SIGSEGV, address: nil, thread: 1)
    #expect(!goesOn())
  }

  @Test func onlyAModuleOfAKnownBuildCanBeAnotherOne() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/feed"
    try FileBytes.replace(path, with: TinyElf.program([], build: [1, 2, 3, 4]))
    func remarks(_ build: [UInt8]) -> [String] {
      let image = LoadedImage(path: path, start: 0x1000, end: 0x9000, bias: 0, buildID: build)
      let record = report([[0x4001]], [:]).record
      return StallReport.of(record, modules: [image]).remarks
    }
    #expect(remarks([]).isEmpty && remarks([1, 2, 3, 4]).isEmpty)
    #expect(
      remarks([9]) == [
        "\(path) is another build than the one that ran: its functions have no names here; "
          + "--symbols takes a folder with the file of build 09"
      ])
  }

  @Test func aFunctionHasTheLineThatItWasAtForLongest() {
    let base = CodeFrame.firstPythonAddress
    // First where no line is known, then briefly at a later line.
    let names: [UInt: String] = [
      base: "load", base + 0x1000: "load (/app/feed.py:9)", base + 0x2000: "load (/app/feed.py:3)",
    ]
    let report = report(
      [[base], [base + 0x1000], [base + 0x2000], [base + 0x2000], [base + 0x2000]], names)
    #expect(report.tree.root.children.map(\.frame.place) == ["feed.py:3"])
    #expect(report.tree.root.children.map(\.sampleCount) == [5])
  }

  @Test func theLoopsFunctionsAreDistinguishedFromTheSystemsInAFlameGraph() throws {
    let names: [UInt: String] = [
      Self.library: "start_thread", 0x4000: "RunLoopCore.run", 0x3000: "load",
    ]
    let page = report([[0x3010, 0x4010, Self.library + 0x10]], names).flamePage
    let start = try #require(page.range(of: "id=\"data\">")).upperBound
    let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)).lowerBound
    var node = try JSONSerialization.jsonObject(with: Data(page[start..<end].utf8)) as? [Any]
    var groups: [Int?] = []
    while let entry = node {
      groups.append(entry[3] as? Int)
      node = (entry[7] as? [[Any]])?.first
    }
    // A heading, the system's, the loop's, the program's.
    #expect(groups == [3, 2, 1, 0])
  }

  // MARK: Files

  @Test("Checksums are those of every version, or files of earlier ones could not be read")
  func checksums() {
    for (count, checksum) in [
      (0, 0xdaa6_6d2c_7ddf_743f), (7, 0x0f17_be22_16e2_9638), (8, 0x2a80_3fd8_4e9e_0ee6),
      (17, 0xe553_94fe_2efb_aaca),
    ] as [(UInt8, UInt64)] {
      let bytes = (0..<count).map { $0 + 1 }
      #expect(bytes.withUnsafeBytes { ReportLayout.checksum($0, seed: 3) } == checksum, "\(count)")
    }
  }

  @Test func foldersAreForTheirOwnerOnly() throws {
    let folder = try TemporaryFolder()
    try FileBytes.makeFolder(folder.path + "/state/stalls")
    for path in ["/state", "/state/stalls"] {
      var status = stat()
      #expect(stat(folder.path + path, &status) == 0 && status.st_mode & 0o777 == 0o700, "\(path)")
    }
  }

  @Test func theStandardFolderIsAbsolute() async {
    await #expect(processExitsWith: .success) {
      setenv("HOME", "/home/feed", 1)
      setenv("XDG_STATE_HOME", "state", 1)
      precondition(ReportFolder.standard == "/home/feed/.local/state/mainspring/stalls")
      setenv("XDG_STATE_HOME", "/var/state", 1)
      precondition(ReportFolder.standard == "/var/state/mainspring/stalls")
      unsetenv("XDG_STATE_HOME")
      setenv("HOME", "feed", 1)
      precondition(ReportFolder.standard == "/tmp/mainspring-\(getuid())/stalls")
    }
  }
}
