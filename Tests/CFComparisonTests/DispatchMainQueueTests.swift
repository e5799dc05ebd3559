import ScenarioModel
import Scenarios
import TestHarness
import Testing

extension CFComparison {
  /// The main queue of a scenario is `DispatchQueue.main` on both sides: CFRunLoop serves it by itself, our main loop
  /// by `RunLoopDispatch`.
  @Suite(.hangLimit) struct DispatchMainQueue {
    /// Scenarios that send blocks to the main queue, and all others of the main thread: those must not notice.
    @Test func isServedAsByCFRunLoop() async throws {
      let files = try ScenarioFile.all().filter { $0.scenario.thread == .main && $0.intendedQuirks.isEmpty }
      #expect(files.count { $0.text.contains("dispatch ") } >= 10)
      let complaints = try await Workers.map(files) { file, machines in
        Self.difference(file.name, machines) {
          (
            try machines.cfRunLoop.trace(file.text),
            try machines.mainspring.trace(file.text, usesDispatch: true)
          )
        }
      }
      for complaint in complaints.compactMap({ $0 ?? nil }) { Issue.record(Comment(rawValue: complaint)) }
    }

    /// Where our two main queues are not mixed, which of them is used does not show: blocks sent from blocks, timers,
    /// sources, observers, ports, other threads and inner runs, in common modes and others.
    @Test func isServedAsTheOwnQueueInRandomScenarios() async throws {
      let kinds: [ScenarioGenerator.Options] = [
        .main, [.main, .threads], [.main, .ports, .dense], [.coarse, .dense, .main],
      ]
      let complaints = try await Workers.map(Array(UInt64(1)...120)) { seed, machines in
        let options = kinds[Int(seed) % kinds.count]
        let text = ScenarioGenerator.generate(seed: seed, options: options, size: 0).description
        return Self.difference("seed \(seed)", machines) {
          (try machines.mainspring.trace(text), try machines.mainspring.trace(text, usesDispatch: true))
        }
      }
      for complaint in complaints.compactMap({ $0 ?? nil }) { Issue.record(Comment(rawValue: complaint)) }
    }

    private static func difference(
      _ name: String, _ machines: Machines, _ traces: () throws -> (String, String)
    ) -> String? {
      do {
        let (expected, actual) = try traces()
        let difference = TraceComparison(context: 10).difference(expected: expected, actual: actual)
        return difference.map { "\(name): \($0)" }
      } catch {
        return "\(name): \(error)"
      }
    }
  }
}
