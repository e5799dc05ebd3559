import Foundation
import TestHarness
import TestSupport
import Testing

@testable import class RunLoopCore.RunLoop

/// Recordings that other programs can open.
@Suite(.hangLimit) struct RecorderTests {
  struct Event: Decodable {
    let ph: String
    let name: String?
    let cat: String?
    let ts: Double?
    let tid: Int
    let args: [String: String]?
  }

  private static func withFile<Value>(_ body: (String) throws -> Value) rethrows -> Value {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("recording-\(UUID()).json").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }

  /// - Parameter isWhole: the recording was ended.
  static func events(at path: String, isWhole: Bool = true) throws -> [Event] {
    var text = try String(contentsOfFile: path, encoding: .utf8)
    if !isWhole { text += "]" }
    return try JSONDecoder().decode([Event].self, from: Data(text.utf8))
  }

  /// Every begin has its end, per row, and time does not go back.
  static func isBalanced(_ events: [Event]) -> Bool {
    var depth: [Int: Int] = [:]
    var last: [Int: Double] = [:]
    for event in events where event.ph != "M" {
      depth[event.tid, default: 0] += event.ph == "B" ? 1 : -1
      guard depth[event.tid, default: 0] >= 0, let time = event.ts, time >= last[event.tid, default: 0] else {
        return false
      }
      last[event.tid] = time
    }
    return depth.values.allSatisfy { $0 == 0 }
  }

  private static func workALittle(_ loop: RunLoop, _ rounds: Int = 20) {
    let count = Counter()
    loop.add(
      RunLoop.Timer(after: .zero, repeating: .microseconds(50), label: "tick \"\\\n\u{1}é") { timer in
        loop.perform {}
        if count.value == 3 { loop.run(mode: "inner", for: .zero) }
        if count.add() == rounds {
          timer.invalidate()
          loop.stop()
        }
      })
    loop.add(RunLoop.Timer(at: .distantFuture) { _ in }, to: "inner")
    loop.run()
    // Nothing is due for long enough that it sleeps, however busy the machine is.
    loop.add(RunLoop.Timer(at: .distantFuture) { _ in })
    loop.run(for: .milliseconds(200))
  }

  @Test func aRecordingIsJSONWithEveryCalloutInItsTurn() throws {
    try Self.withFile { path in
      try onFreshThread {
        let loop = RunLoop.current
        loop.label = "worker"
        let recorder = try RunLoop.Recorder(path: path)
        recorder.record(loop)
        recorder.record(loop)
        Self.workALittle(loop)
        recorder.stop()
        recorder.stop()
        #expect(recorder.leftOut == 0)
        Self.workALittle(loop)
      }
      let events = try Self.events(at: path)
      #expect(Self.isBalanced(events))
      #expect(events.count { $0.ph == "B" && $0.name == "timer tick \"\\\n\u{1}é" } == 20)
      #expect(events.count { $0.ph == "B" && $0.cat == "block" } >= 19)
      // A block has no number for its place.
      #expect(events.allSatisfy { $0.cat != "block" || $0.name == "block" })
      #expect(events.contains { $0.name == "run in inner" } && events.contains { $0.cat == "sleep" })
      #expect(events.first?.ph == "M" && events.first?.name == "thread_name")
    }
  }

  @Test func aRecordingBeginsAndEndsInTheMiddleOfThings() throws {
    try Self.withFile { path in
      try onFreshThread {
        let loop = RunLoop.current
        let recorder = try RunLoop.Recorder(path: path)
        let count = Counter()
        loop.add(
          RunLoop.Timer(after: .zero, repeating: .microseconds(50)) { timer in
            switch count.add() {
            case 3: recorder.record(loop)
            case 6:
              recorder.stop()
              loop.stop()
            default: break
            }
          })
        loop.run()
      }
      let events = try Self.events(at: path)
      #expect(Self.isBalanced(events))
      #expect(events.count { $0.ph == "B" && $0.cat == "timer" && $0.name == "timer" } == 3)
    }
  }

  @Test func aRecordingNeverGrowsBeyondItsLimit() throws {
    try Self.withFile { path in
      let leftOut = try onFreshThread {
        let loop = RunLoop.current
        let recorder = try RunLoop.Recorder(path: path, limit: 10_000)
        recorder.record(loop)
        Self.workALittle(loop, 300)
        recorder.stop()
        return recorder.leftOut
      }
      #expect(leftOut > 100)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)).count <= 10_000)
      let events = try Self.events(at: path)
      #expect(Self.isBalanced(events) && events.count > 20)
    }
  }

  @Test func severalLoopsHaveARowEach() throws {
    try Self.withFile { path in
      let recorder = try RunLoop.Recorder(path: path)
      let workers = (0..<3).map { number in WorkerThread { $0.label = "worker \(number)" } }
      for worker in workers { recorder.record(worker.loop) }
      for worker in workers {
        for _ in 0..<50 { worker.loop.post {} }
        worker.end()
      }
      recorder.stop()
      let events = try Self.events(at: path)
      #expect(Set(events.map(\.tid)).count == 3 && Self.isBalanced(events))
    }
  }

  @Test func eventsAreInTheFileThoughTheProgramIsKilled() throws {
    try Self.withFile { path in
      // Ends itself by SIGKILL inside a callout.
      let outcome = try ChildProgram.run(
        ChildProgram.product("loopprobe"), ["record-and-die"], environment: ["RECORDING": path])
      #expect(outcome.status == -SIGKILL, "\(outcome)")
      let events = try Self.events(at: path, isWhole: false)
      #expect(events.last?.ph == "B" && events.last?.name == "timer the last one")
      #expect(events.count { $0.ph == "B" && $0.cat == "block" } == 5_000, "more than one piece of the file")
    }
  }

  @Test func aForkedChildHasNoPartInItsParentsRecording() throws {
    try Self.withFile { path in
      let lines = try ChildProgram.lines(
        of: ChildProgram.product("loopprobe"), ["record-and-fork"], environment: ["RECORDING": path])
      #expect(lines == ["child ended with 0", "the child wrote: no"])
      let events = try Self.events(at: path)
      #expect(Self.isBalanced(events))
      #expect(events.count { $0.name == "timer before" } == 10)
      #expect(events.count { $0.name == "timer after" } == 10)
      #expect(!events.contains { $0.name?.contains("child") ?? false })
    }
  }

  @Test func aFileThatCanNotBeMadeIsAnError() {
    #expect(throws: RunLoop.Recorder.Failure.self) { try RunLoop.Recorder(path: "/nowhere/at/all.json") }
    #expect(throws: RunLoop.Recorder.Failure.file(path: "/dev/full", call: "posix_fallocate", code: ENODEV)) {
      try RunLoop.Recorder(path: "/dev/full")
    }
  }
}
