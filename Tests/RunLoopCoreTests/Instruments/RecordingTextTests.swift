import Foundation
import TestHarness
import TestSupport
import Testing

@testable import enum RunLoopCore.RecordingText
@testable import class RunLoopCore.RunLoop
@testable import class RunLoopCore.SimulatedClock

/// What stands in a recording, on a simulated clock.
@Suite(.hangLimit) struct RecordingTextTests {
  @Test(
    arguments: [
      (0, "0.000"), (1, "0.001"), (99, "0.099"), (100, "0.100"), (1_005, "1.005"), (999_999, "999.999"),
      (1_000_000_010, "1000000.010"), (-1, "-0.001"), (-12_345, "-12.345"),
      (.max, "9223372036854775.807"), (.min, "-9223372036854775.808"),
    ] as [(Int64, String)])
  func timesAreMicrosecondsWithThreeDecimals(nanoseconds: Int64, text: String) {
    var line: [UInt8] = []
    RecordingText.microseconds(nanoseconds, into: &line)
    #expect(String(decoding: line, as: UTF8.self) == text)
  }

  @Test func textIsEscapedAsJSONWantsIt() throws {
    let text = (0..<0x21).map { String(UnicodeScalar(UInt8($0))) }.joined() + "\"\\/é\u{7F}\u{1F600}"
    var line: [UInt8] = []
    RecordingText.escape(text, into: &line)
    let decoded = try JSONDecoder().decode([String].self, from: Data([0x5B, 0x22] + line + [0x22, 0x5D]))
    #expect(decoded == [text])
  }

  private func record(
    limit: Int = 1 << 20, _ body: @escaping @Sendable (RunLoop, SimulatedClock) -> Void
  ) throws -> [RecorderTests.Event] {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("recording-\(UUID()).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let clock = SimulatedClock(start: .init(nanoseconds: 0))
    try onFreshThread(clock) {
      let loop = RunLoop.current
      let recorder = try RunLoop.Recorder(path: path, limit: limit)
      recorder.record(loop)
      body(loop, clock)
      recorder.stop()
    }
    return try RecorderTests.events(at: path)
  }

  @Test func aTurnEndsWhereTheNextBegins() throws {
    let events = try record { loop, _ in
      loop.add(RunLoop.Timer(after: .seconds(1), repeating: .seconds(1)) { _ in loop.perform {} })
      loop.perform { loop.run(mode: "inner", for: .zero) }
      loop.add(RunLoop.Source {}, to: "inner")
      loop.run(for: .seconds(10))
    }
    var open: [String] = []
    var turns = 0
    for event in events where event.ph != "M" {
      if event.ph == "E" {
        open.removeLast()
        continue
      }
      if event.cat == "turn" {
        turns += 1
        #expect(open.last == "run", "inside \(open)")
      }
      open.append(event.cat ?? "")
    }
    #expect(open.isEmpty && turns >= 10)
  }

  /// Their numbers are the same, since they were made at one place.
  @Test func calloutsOfSeveralKindsOfOnePlaceHaveNamesOfTheirOwn() throws {
    let events = try record { loop, _ in
      func make(_ line: UInt = #line) {
        loop.add(RunLoop.Timer(after: .zero, label: "x", line: line) { _ in })
        let source = RunLoop.Source(label: "x", line: line) {}
        loop.add(source)
        source.signal()
        loop.add(RunLoop.Observer(activities: .entry, label: "x", line: line) { _ in })
      }
      make()
      loop.run(for: .seconds(1))
    }
    let names = Set(events.filter { $0.ph == "B" && $0.name?.hasSuffix(" x") == true }.map { $0.name })
    #expect(names == ["timer x", "source x", "observer x"])
  }

  /// What is left out has no end, and so ends nothing else.
  @Test func whatWasOpenWhenTheFileWasFullEndsWhenItEnds() throws {
    let events = try record(limit: 4_096) { loop, clock in
      let ticks = Counter()
      loop.add(
        RunLoop.Timer(after: .seconds(1), repeating: .seconds(1), label: "tick") { _ in
          if ticks.add() == 100 { loop.stop() }
        })
      loop.run()
      #expect(clock.now.nanoseconds == 100_000_000_000)
    }
    #expect(RecorderTests.isBalanced(events))
    #expect(events.count { $0.ph == "B" && $0.cat == "timer" } < 100, "it was full")
    #expect(events.last { $0.ph == "E" }?.ts == 100_000_000, "the run's end")
  }

  @Test func aRowHasItsLoopsNameAndAnObserversCalloutItsActivity() throws {
    let events = try record { loop, _ in
      loop.add(RunLoop.Source {})
      loop.add(RunLoop.Observer(activities: [.entry, .exit]) { _ in })
      loop.run(for: .seconds(1))
    }
    #expect(events.first?.args?["name"] == "loop of thread \(events[0].tid)", "it has no label")
    #expect(events.filter { $0.cat == "observer" }.map { $0.args?["for"] } == ["entry", "exit"])
  }
}
