import Foundation
import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring
@testable import runloop

/// `runloop stalls watch`: what it makes of a page, and how that fits on a terminal.
@Suite(.hangLimit) struct LiveViewTests {
  private static func loop(_ label: String, outer: [String] = [], callout: String? = nil)
    -> HeartbeatReader.Loop
  {
    func made(_ label: String) -> Callout {
      Callout(kind: .timer, label: label, site: "", code: 0, loop: "main", mode: "default")
    }
    let none = Callout(kind: .none, label: "", site: "", code: 0, loop: "", mode: "")
    return HeartbeatReader.Loop(
      index: 0, label: label, thread: 1, isMain: true, isForeign: false, activity: .running, depth: 1,
      mode: "default", sequence: 1, waits: 0, callout: callout.map(made) ?? none,
      outerCallouts: outer.map(made), lastTime: 0, lateness: 0)
  }

  private static func view(_ loops: [HeartbeatReader.Loop]) -> LiveView {
    let rows = loops.map {
      LiveView.Row(
        loop: $0, calloutsPerSecond: 0, waitsPerSecond: 0, duration: 1_000_000, isAtLeast: false,
        isStalled: false)
    }
    return LiveView(
      process: 1, executable: "/bin/program", isAlive: true, rows: rows, threshold: 0, lookedAgo: nil,
      stalls: [])
  }

  @Test func theInnermostCalloutIsNamedFirst() {
    let inner = Self.view([Self.loop("main", outer: ["first", "second"], callout: "third")])
    #expect(inner.rows[0].doing == "timer 'third', in timer 'second', in timer 'first'")
    let between = Self.view([Self.loop("main", outer: ["first"])])
    #expect(between.rows[0].doing == "between callouts, in timer 'first'")
  }

  @Test func theViewFitsOnTheTerminal() {
    let view = Self.view((0..<30).map { Self.loop("a loop with a long name, number \($0)") })
    let size = TerminalSize(columns: 20, rows: 6)
    let text = view.screen(size, colours: false)
    let lines = text.dropFirst(3).components(separatedBy: "\u{1B}[K\n")
    // The last part is what clears the rest.
    #expect(lines.count == size.rows && lines.last == "\u{1B}[J", "\(lines)")
    #expect(lines.dropLast().allSatisfy { $0.count <= size.columns }, "\(lines)")
    #expect(lines.contains { $0.count == size.columns && $0.hasSuffix("…") })
    #expect(size.clipped(String(repeating: "x", count: 20)) == String(repeating: "x", count: 20))
  }

  /// It may be removed between two looks: the process has ended.
  @Test func aPageThatIsGoneIsNoneAndADamagedOneIsAnError() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/page"
    #expect(try ToldThreads(path) == nil)
    try "no page".write(toFile: path, atomically: false, encoding: .utf8)
    #expect(throws: StallMonitorError.self) { try ToldThreads(path) }
    let run = try Tool.run(["watch", "2147483646"])
    #expect(run.status == 1 && run.errors == "there is no process 2147483646, and it left no page\n")
  }

  /// Its page is in a folder of the container's, or has the number that the process has in there.
  @Test(.enabled(if: geteuid() == 0, "a container takes a privilege"))
  func aProcessOfAContainerIsToBeWatchedInThere() throws {
    let program = try ChildProgram("unshare", ["--pid", "--fork", "cat"], hasInput: true)
    defer {
      program.endInput()
      program.wait()
    }
    try program.write("x\n")
    guard program.line() == "x" else {
      print("not tried: no container can be made here")
      return
    }
    let children = KernelFile.line("/proc/\(program.process)/task/\(program.process)/children") ?? ""
    let inside = try #require(children.split(separator: " ").first)
    let run = try Tool.run(["watch", "\(inside)"])
    #expect(
      run.status == 1 && run.errors.hasSuffix("run 'runloop stalls watch 1' in there\n"), "\(run.errors)")
    let outside = try Tool.run(["watch", "\(program.process)"])
    #expect(outside.status == 1 && outside.errors.hasSuffix("it has no monitor that watches a loop\n"))
  }

  /// Of a work that a thread of this process reports itself.
  @Test func ratesAreOfTheTimeSinceTheLastViewAndOnlyWorkCanStall() throws {
    let folder = try TemporaryFolder()
    var settings = StallMonitor.Settings()
    settings.threshold = .milliseconds(20)
    settings.reports = nil
    let monitor = try StallMonitor(settings)
    let heartbeat = Heartbeat("live view")
    monitor.watch(heartbeat)
    monitor.start()
    defer { monitor.stop() }
    func look(_ watch: inout LiveWatch) -> (row: LiveView.Row, threshold: UInt64)? {
      watch.look()
      let view = watch.view()
      return view.rows.first { $0.loop.label == "live view" }.map { ($0, view.threshold) }
    }
    /// Looks until it is so.
    func row(_ watch: inout LiveWatch, _ isMeant: (LiveView.Row, UInt64) -> Bool = { _, _ in true })
      -> LiveView.Row
    {
      while true {
        if let (row, threshold) = look(&watch), isMeant(row, threshold) { return row }
        usleep(2_000)
      }
    }
    func watched() throws -> LiveWatch {
      LiveWatch(
        reader: try HeartbeatReader(path: HeartbeatReader.path(of: getpid())), told: nil,
        reports: ReportFolder(folder.path))
    }
    // The monitor takes its time to have it on the page.
    heartbeat.begin(Heartbeat.Work("first"))
    var first = try watched()
    _ = row(&first) { row, _ in row.doing.contains("'first'") }
    heartbeat.end()
    let before = ContinuousClock.now
    var watch = try watched()
    let after = ContinuousClock.now
    watch.look()
    for _ in 0..<10 {
      heartbeat.begin(Heartbeat.Work("short"))
      heartbeat.end()
    }
    usleep(100_000)
    let least = after.duration(to: .now) / .seconds(1)
    let rate = row(&watch).calloutsPerSecond
    let most = before.duration(to: .now) / .seconds(1)
    #expect(rate * least < 10.001 && rate * most > 9.999, "\(rate) a second in \(least) to \(most) s")

    // It has done nothing since, for longer than the threshold, and is not stalled.
    let idle = row(&watch) { row, threshold in threshold > 0 && row.duration > threshold }
    #expect(idle.calloutsPerSecond == 0 && !idle.isStalled)
    // The time of new work is not that of the first look.
    heartbeat.begin(Heartbeat.Work("long"))
    #expect(!row(&watch) { row, _ in row.doing.contains("'long'") }.isAtLeast)
    let work = row(&watch) { row, _ in row.isStalled }
    #expect(work.duration >= 20_000_000)
    // Nor is that of work inside it the time of the work around it.
    let begun = ContinuousClock.now
    heartbeat.begin(Heartbeat.Work("inner"))
    let inner = row(&watch) { row, _ in row.doing.contains("'inner'") }
    #expect(.nanoseconds(inner.duration) <= begun.duration(to: .now))
    heartbeat.end()
    heartbeat.end()
  }

  @Test func theLastStallsOnRecordAreShownNewestFirst() throws {
    let folder = try TemporaryFolder()
    try MadeReports.write((1...4).map { MadeReports.stall($0) }, in: folder.path)
    var recent = RecentStalls(folder: ReportFolder(folder.path), process: getpid())
    #expect(recent.entries(2).map(\.id) == ["\(getpid()).4", "\(getpid()).3"])
  }
}
