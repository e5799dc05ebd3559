import CoreFoundation
import Foundation
import LinuxSystem
import StallMonitoring
import Synchronization
import TestHarness
import Testing

import class RunLoopCore.RunLoop

/// The programs of Docs/stalls.md, as they stand there: they compile, and stalls are found as the page says.
@Suite(.hangLimit, .serialized) struct StallsTests {
  @Test func theProgramsOfThePageAreTheOnesTested() throws {
    let tested = Set(
      try ["StallsTests", "StallActingTests"].flatMap {
        try Documents.lines(of: "Tests/DocsTests/\($0).swift")
      }
      .map(Documents.statement))
    let known = ["import StallMonitoring", "let monitor = try StallMonitor()", "monitor.watch(.main)"]
    for line in try Documents.examples(in: "Docs/stalls.md") where !known.contains(line) {
      #expect(tested.contains(line), "Docs/stalls.md has a line that no test compiles: \(line)")
    }
  }

  // MARK: Hooks and limits

  final class Screens: StallMonitorDelegate {
    func shouldReport(_ record: inout StallRecord) -> Bool {
      record.notes["screen"] = currentScreen()  // in the report from then on
      return record.callout.label != "import"  // known to take long
    }

    func stallEnded(_ record: StallRecord) {
      log("\(record.loop) was held up by \(record.callout.label): \(record.diagnosis.cause)")
    }
  }

  @Test func reportsAreEnrichedHeldBackLimitedAndRead() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stalls-page-\(getpid())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    Printed.lines.withLock { $0 = [] }
    var limits = ReportSettings()
    limits.folder = folder
    limits.maximumFiles = 5
    limits.recordCount = 20
    var settings = StallMonitor.Settings()
    settings.threshold = .milliseconds(100)
    settings.reports = .limited(limits)
    settings.dailyLimit = 50
    let monitor = try StallMonitor(settings, delegate: Screens())
    let thread = WatchedThread()
    monitor.watch(thread.loop)
    monitor.start()
    usleep(100_000)
    thread.hold(up: "import", milliseconds: 400)
    func isTold() -> Bool {
      Printed.lines.withLock { $0.contains { $0.hasPrefix("worker was held up by refresh: ") } }
    }
    // On a busy machine the monitor may be held up longer than the loop: then it is held up again.
    for _ in 0..<10 where !isTold() {
      thread.hold(up: "refresh", milliseconds: 400)
      for _ in 0..<1000 where !isTold() { usleep(1000) }
    }
    monitor.stop()
    thread.end()
    for run in try ReportFolder(folder).contents().runs {
      for record in run.records { print(StallReport(record, of: run, lines: true).json) }
    }
    let lines = Printed.lines.withLock { $0 }
    #expect(isTold(), "\(lines)")
    let line = try #require(lines.last { $0.hasPrefix("{") && $0.contains("\"refresh\"") }, "\(lines)")
    let report = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(report["schema"] as? Int == 2)
    #expect((report["notes"] as? [String: Any])?["screen"] as? String == "list")
    #expect((report["callout"] as? [String: Any])?["label"] as? String == "refresh")
    #expect(!lines.contains { $0.contains("\"import\"") })
  }

  // MARK: Metrics

  @Test func metricsAreWrittenAndServed() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("stalls-\(getpid()).prom").path
    defer { unlink(path) }
    let port: UInt16 = 0
    func serve() throws -> UInt16 {
      var settings = StallMonitor.Settings()
      settings.reports = nil
      let metrics = StallMetrics()
      let monitor = try StallMonitor(settings, metrics: metrics)
      try metrics.write(to: path)  // at once, as often as you like
      let server = try MetricsServer(metrics, port: port)  // 127.0.0.1 only
      try server.start()  // on a loop and a thread of its own
      defer { server.stop() }
      #expect(try ask(server.port).contains("# TYPE"))
      withExtendedLifetime(monitor) {}
      return server.port
    }
    #expect(try serve() > 0)
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("# TYPE"))
  }

  private func ask(_ port: UInt16) throws -> String {
    let socket = try Socket.connected(.stream, to: .loopback(port: port), isBlocking: true)
    defer { socket.close() }
    socket.send(Array("GET /metrics HTTP/1.0\r\n\r\n".utf8))
    var answer: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    while case let count = socket.receive(into: &part), count > 0 { answer += part[..<count] }
    return String(decoding: answer, as: UTF8.self)
  }

  // MARK: Loops that are not ours

  final class Findings: StallMonitorDelegate {
    let found = Mutex<[StallRecord]>([])
    func stallEnded(_ record: StallRecord) { found.withLock { $0.append(record) } }
    /// One that took long; on a busy machine there may be short ones, too.
    func stall(_ label: String) -> StallRecord? {
      found.withLock { $0.first { $0.callout.label == label && $0.duration > 200_000_000 } }
    }
    /// Does what takes long, again should the monitor be held up as long.
    func hold(up label: String, _ body: () -> Void) {
      for _ in 0..<5 where stall(label) == nil {
        body()
        for _ in 0..<500 where stall(label) == nil { usleep(1000) }
      }
    }
    var durations: [UInt64] { found.withLock { $0.map(\.duration) } }
  }

  private func monitor(_ findings: Findings) throws -> StallMonitor {
    var settings = StallMonitor.Settings()
    settings.threshold = .milliseconds(100)
    settings.reports = nil
    let monitor = try StallMonitor(settings, delegate: findings)
    monitor.start()
    return monitor
  }

  @Test func aThreadOfAPoolIsWatched() throws {
    let findings = Findings()
    let monitor = try monitor(findings)
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let heartbeat = Heartbeat("pool")  // on the thread that it is about
      let crunch = Heartbeat.Work("crunch")
      monitor.watch(heartbeat)
      usleep(50_000)
      findings.hold(up: "crunch") {
        heartbeat.begin(crunch)
        usleep(400_000)
        heartbeat.end()
      }
      monitor.unwatch(heartbeat)
      done.signal()
    }
    done.wait()
    monitor.stop()
    let stall = findings.stall("crunch")
    #expect(stall?.loop == "pool" && stall?.callout.kind == .foreign)
  }

  @Test func aCFRunLoopIsWatchedByItsObservers() throws {
    let findings = Findings()
    let monitor = try monitor(findings)
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let heartbeat = Heartbeat("CFRunLoop")
      let turn = Heartbeat.Work("turn")
      monitor.watch(heartbeat)
      let wakes: CFOptionFlags = 1 << 6  // kCFRunLoopAfterWaiting
      let sleeps: CFOptionFlags = 1 << 5  // kCFRunLoopBeforeWaiting
      let observer = CFRunLoopObserverCreateWithHandler(nil, wakes | sleeps, true, 0) { _, activity in
        if CFOptionFlags(activity.rawValue) == wakes { heartbeat.begin(turn) } else { heartbeat.end() }
      }
      CFRunLoopAddObserver(CFRunLoopGetCurrent(), observer, kCFRunLoopCommonModes)
      findings.hold(up: "turn") {
        // The last one keeps the run going, asleep.
        for delay in [0.05, 0.1, 3600] {
          let timer = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent() + delay, 0, 0, 0) { _ in
            if delay > 0.05 { usleep(400_000) }
          }
          CFRunLoopAddTimer(CFRunLoopGetCurrent(), timer, kCFRunLoopDefaultMode)
        }
        CFRunLoopRunInMode(kCFRunLoopDefaultMode, 1.8, false)
        heartbeat.end()  // a run that returns does not sleep before
      }
      monitor.unwatch(heartbeat)
      done.signal()
    }
    done.wait()
    monitor.stop()
    #expect(findings.stall("turn")?.loop == "CFRunLoop", "\(findings.durations)")
    // It slept most of the time, at the end for 1.3 s, and that is no stall.
    #expect(findings.durations.allSatisfy { $0 < 1_000_000_000 }, "\(findings.durations)")
  }

  /// What a C function needs to find: it can not capture.
  enum GLibLoop {
    nonisolated(unsafe) static var heartbeat = Heartbeat("GLib")
    static let work = Heartbeat.Work("dispatch")
    static let wait: PollFunction = { entries, count, timeout in
      heartbeat.end()  // what comes now is a wait
      defer { heartbeat.begin(work) }
      return poll(entries, nfds_t(count), timeout)
    }
  }
  typealias PollFunction = @convention(c) (UnsafeMutablePointer<pollfd>?, UInt32, Int32) -> Int32

  nonisolated(unsafe) private static let glib = dlopen("libglib-2.0.so.0", RTLD_NOW)

  @Test(.enabled(if: glib != nil, "GLib is not installed"))
  func aGLibLoopIsWatchedByItsPollFunction() throws {
    typealias SetPoll = @convention(c) (OpaquePointer?, PollFunction?) -> Void
    typealias Add =
      @convention(c) (UInt32, @convention(c) (UnsafeRawPointer?) -> Int32, UnsafeRawPointer?) -> UInt32
    typealias Iterate = @convention(c) (OpaquePointer?, Int32) -> Int32
    func function<Function>(_ name: String, _: Function.Type) throws -> Function {
      unsafeBitCast(try #require(dlsym(Self.glib, name)), to: Function.self)
    }
    // swift-format-ignore: AlwaysUseLowerCamelCase
    let g_main_context_set_poll_func = try function("g_main_context_set_poll_func", SetPoll.self)
    // swift-format-ignore: AlwaysUseLowerCamelCase
    let g_timeout_add = try function("g_timeout_add", Add.self)
    // swift-format-ignore: AlwaysUseLowerCamelCase
    let g_main_context_iteration = try function("g_main_context_iteration", Iterate.self)
    let findings = Findings()
    let monitor = try monitor(findings)
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      GLibLoop.heartbeat = Heartbeat("GLib")
      monitor.watch(GLibLoop.heartbeat)
      g_main_context_set_poll_func(nil, GLibLoop.wait)
      findings.hold(up: "dispatch") {
        _ = g_timeout_add(1000, { _ in usleep(400_000) == 0 ? 0 : 0 }, nil)
        GLibLoop.heartbeat.begin(GLibLoop.work)
        // A sleep of 1000 ms, and the callback.
        _ = g_main_context_iteration(nil, 1)
        GLibLoop.heartbeat.end()
      }
      g_main_context_set_poll_func(nil, nil)
      monitor.unwatch(GLibLoop.heartbeat)
      done.signal()
    }
    done.wait()
    monitor.stop()
    #expect(findings.stall("dispatch")?.loop == "GLib", "\(findings.durations)")
    // The sleep is no stall.
    #expect(findings.durations.allSatisfy { $0 < 900_000_000 }, "\(findings.durations)")
  }
}

// MARK: What the programs call

private func currentScreen() -> String { "list" }
private func log(_ line: String) { Printed.lines.withLock { $0.append(line) } }
private func print(_ line: String) { log(line) }

private enum Printed {
  static let lines = Mutex<[String]>([])
}

/// A thread with a loop that runs.
private final class WatchedThread: Sendable {
  let loop: RunLoop

  init() {
    let ready = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let loop = RunLoop.current
      loop.label = "worker"
      loop.add(RunLoop.Timer(at: .distantFuture) { _ in })
      Self.last.withLock { $0 = loop }
      ready.signal()
      loop.run()
    }
    ready.wait()
    loop = Self.last.withLock { $0! }
  }

  private static let last = Mutex<RunLoop?>(nil)

  func hold(up label: String, milliseconds: UInt32) {
    let done = DispatchSemaphore(value: 0)
    loop.add(
      RunLoop.Timer(after: .zero, label: label) { _ in
        usleep(milliseconds * 1000)
        done.signal()
      })
    loop.wakeUp()
    done.wait()
    usleep(100_000)
  }

  func end() { loop.post { RunLoop.current.stop() } }
}
