import Foundation
import LinuxSystem
import StallMonitoring
import Synchronization
import TestHarness
import Testing

import class RunLoopCore.RunLoop

private let shed = Mutex<[String]>([])
private func shedLoad(_ loop: String) { shed.withLock { $0.append(loop) } }

/// The program of "Acting on it" in Docs/stalls.md, and the example of Docs/heartbeat.md.
@Suite(.hangLimit) struct StallActingTests {
  @Test func theProgramActsOnAStall() throws {
    let port: UInt16 = 0
    var settings = StallMonitor.Settings()
    settings.patience = .seconds(10)
    settings.notifiesWatchdog = true  // systemd's, where the unit has WatchdogSec=
    settings.journal = .standard  // each stall as an entry of systemd's journal
    settings.actions = [
      .log(after: .seconds(2)),
      .call(after: .seconds(5)) { stall in shedLoad(stall.loop) },
      .abort(after: .seconds(60)),  // a core, of the thread that is held up
    ]
    // The page's times are a service's, and so is its journal.
    settings.threshold = .milliseconds(50)
    settings.patience = .milliseconds(100)
    settings.actions[1].after = .milliseconds(100)
    settings.actions.remove(at: 0)
    // It would end all tests.
    settings.actions.removeLast()
    settings.journal = nil
    settings.reports = nil
    let monitor = try StallMonitor(settings)
    monitor.watch(.main)
    monitor.start()
    let server = try MetricsServer(monitor.metrics, liveness: monitor.liveness, port: port)
    try server.start()
    ServiceManager.current?.notify(.ready)  // Type=notify
    let isDone = DispatchSemaphore(value: 0)
    let seen = Mutex<[String]>([])
    Thread.detachNewThread {
      let loop = RunLoop.current
      loop.label = "feed"
      monitor.watch(loop)
      loop.add(
        RunLoop.Timer(after: .milliseconds(50), label: "refresh") { _ in
          for _ in 0..<20_000 where shed.withLock({ $0.isEmpty }) || seen.withLock({ $0.isEmpty }) {
            usleep(1_000)
            if case .held(let loops) = monitor.liveness.verdict {
              seen.withLock { $0 = loops.map { "\($0.loop) \($0.callout.label)" } }
            }
          }
        })
      _ = loop.run(until: { seen.withLock { !$0.isEmpty } }, timeout: .seconds(30))
      isDone.signal()
    }
    isDone.wait()
    #expect(shed.withLock { $0 } == ["feed"] && seen.withLock { $0 } == ["feed refresh"])
    for _ in 0..<5_000 where monitor.liveness.verdict != .live(loops: 1) { usleep(1_000) }
    #expect(monitor.liveness.verdict == .live(loops: 1), "the thread has ended, and its loop with it")
    server.stop()
    monitor.stop()
    #expect(monitor.liveness.verdict == .unknown)
  }

  /// Compiled as it stands, with what it calls around it.
  @Test func theExampleInCCompilesAndItsPageIsAsLargeAsThePageSays() throws {
    guard let compiler = Self.output("command -v cc"), !compiler.isEmpty else {
      return print("skipped: no C compiler")
    }
    let lines = try Documents.lines(of: "Docs/heartbeat.md")
    let begin = try #require(lines.firstIndex(of: "```c"))
    let end = try #require(lines[begin...].firstIndex(of: "```"))
    let example = lines[(begin + 1)..<end]
    let folder = FileManager.default.temporaryDirectory.appending(path: "heartbeat-page-\(getpid())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let source =
      ([
        "#include <poll.h>", "#include \"runloop_heartbeat.h\"", "static void parse_all(void) {}",
        "int main(void) {",
      ]
        + ["struct pollfd *entries = NULL; nfds_t count = 0;"]
        + example.filter { !$0.hasPrefix("#include") }.map { $0.replacing("count, -1)", with: "count, 0)") }
        + ["printf(\"%d %d\\n\", RL_BEAT_SIZE, beat != NULL); return 0; }"])
    try source.joined(separator: "\n").write(toFile: "\(folder)/page.c", atomically: true, encoding: .utf8)
    let output = Self.output(
      "cd '\(folder)' && cc -std=gnu11 -Wall -Wextra -pedantic -Werror -I '\(Documents.root.path)/Sources/CRunLoop' page.c -o page"
        + " && ./page")
    #expect(output == "157696 1\n")
    #expect(lines.contains { $0.contains("157,696 bytes") })
  }

  private static func output(_ command: String) -> String? {
    try? ChildProgram.shell(command).output
  }
}
