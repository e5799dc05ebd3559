import Foundation
import TestHarness
import Testing

@testable import StallMonitoring

/// What exported stacks say of times and places.
@Suite("Exported stacks", .hangLimit)
struct ExportedStackTests {
  /// Samples at the given times, with stacks leaf first.
  private func tree(_ samples: [(time: UInt64, addresses: [UInt], means: StackSample.Means)], to end: UInt64)
    -> CallTree
  {
    var record = StallRecord()
    record.lastSeen = end
    record.samples = samples.map { sample in
      var stack = StackSample()
      (stack.time, stack.addresses, stack.means) = (sample.time, sample.addresses, sample.means)
      return stack
    }
    return CallTree(record, named: SymbolNames(images: []))
  }

  private func stacks(of tree: CallTree) -> [ExportedStack] {
    var stacks: [ExportedStack] = []
    ExportedStack.each(of: tree) { stacks.append($0) }
    return stacks
  }

  @Test("have the time in which their last function itself was blocked, not what it called")
  func blocked() {
    let found = stacks(
      of: tree(
        [(10, [3, 1], .procfs), (30, [3, 1], .signal), (50, [4, 1], .procfs), (70, [1], .signal)], to: 80))
    #expect(found.map { $0.frames.map(\.name) } == [["0x1"], ["0x1", "0x3"], ["0x1", "0x4"]])
    #expect(found.map(\.time) == [20, 40, 20] && found.map(\.blockedTime) == [0, 20, 20])
    #expect(found.map(\.count) == [1, 2, 1])
  }

  @Test("of a forged record are as many as a genuine one may have")
  func most() {
    let samples = (1...4_200 as ClosedRange<UInt>).map {
      (time: UInt64($0) * 10, addresses: [$0], means: StackSample.Means.signal)
    }
    #expect(stacks(of: tree(samples, to: 42_010)).count == 4_096)
  }

  @Test("name the source file of a function where it is known")
  func sourceFile() throws {
    let place = CodeFrame.firstPythonAddress + 0x10
    let report = StallReport.sample(modules: []) { record in
      record.names = RecordedNames([(place, place, "serve (/app/server.py:12)", 1)], room: 1_000)
      var stack = StackSample()
      (stack.time, stack.addresses) = (record.started + 5, [place])
      record.samples = [stack]
    }
    let data = Data(StallExport.speedscope.data(of: [report]))
    let file = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let frames = try #require((file["shared"] as? [String: Any])?["frames"] as? [[String: Any]])
    #expect(frames.map { $0["name"] as? String } == ["serve"])
    #expect(frames.map { $0["file"] as? String } == ["/app/server.py"])
    #expect(frames.map { $0["line"] as? Int } == [12])
  }
}
