import Foundation
import StallMonitoring
import Synchronization
import TestHarness
import Testing

import class RunLoopCore.RunLoop
import class RunLoopCore.SimulatedClock

/// The README's programs, as they stand there: they compile and do what it says.
@Suite(.hangLimit) struct ReadmeTests {
  @Test func theFirstProgramRuns() {
    let printed = Printed()
    let print = printed.print
    onFreshThread {
      let clock = SimulatedClock()
      clock.install()
      let loop = RunLoop.current
      loop.add(RunLoop.Timer(after: .milliseconds(250), repeating: .seconds(1)) { _ in print("tick") })
      loop.add(RunLoop.Observer(activities: .beforeWaiting) { _ in print("about to sleep") })
      let source = RunLoop.Source { print("signalled") }
      loop.add(source)
      source.signal()
      loop.post { print("posted; from any thread, too") }
      loop.run(for: .seconds(3))
    }
    #expect(
      printed.lines == [
        "posted; from any thread, too", "signalled", "about to sleep", "tick", "about to sleep", "tick",
        "about to sleep", "tick", "about to sleep",
      ])
  }

  @Test func simulatedTimePassesAtOnce() {
    let printed = Printed()
    let print = printed.print
    onFreshThread {
      let clock = SimulatedClock()
      clock.install()  // before the thread's loop is made
      let loop = RunLoop.current
      let start = clock.now
      loop.add(RunLoop.Timer(after: .seconds(3600)) { _ in print("an hour later") })
      loop.run(for: .seconds(7200))  // returns at once
      print("\(start.duration(to: clock.now))")
    }
    #expect(printed.lines == ["an hour later", "3600.0 seconds"])
  }

  @Test func threeLinesTurnTheMonitorOn() async {
    await #expect(processExitsWith: .success) {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("readme-\(getpid())")
      defer { try? FileManager.default.removeItem(at: folder) }
      setenv("XDG_STATE_HOME", folder.path, 1)
      let monitor = try StallMonitor()
      monitor.watch(.main)
      monitor.start()
      let reports = folder.appendingPathComponent("mainspring/stalls").path
      #expect(try !FileManager.default.contentsOfDirectory(atPath: reports).isEmpty)
      monitor.stop()
    }
  }

  @Test func theProgramsOfTheReadmeAreTheOnesTested() throws {
    let tested = Set(try Documents.lines(of: "Tests/DocsTests/ReadmeTests.swift").map(Documents.statement))
    let known = [
      "import RunLoopCore", "import StallMonitoring", "print(start.duration(to: clock.now))",
      ".package(url: \"https://…/mainspring.git\", branch: \"main\"),", "// and in the target:",
      ".product(name: \"RunLoopCore\", package: \"mainspring\"),",
    ]
    for line in try Documents.examples(in: "README.md") where !known.contains(line) {
      #expect(tested.contains(line), "the README has a line that no test compiles: \(line)")
    }
  }

  private final class Printed: Sendable {
    private let storage = Mutex<[String]>([])
    var lines: [String] { storage.withLock { $0 } }
    var print: @Sendable (String) -> Void { { line in self.storage.withLock { $0.append(line) } } }
  }

  /// A thread without a loop, gone when this returns.
  private func onFreshThread(_ body: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      body()
      done.signal()
    }
    done.wait()
  }
}
