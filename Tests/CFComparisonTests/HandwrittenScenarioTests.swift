import ScenarioModel
import Scenarios
import Synchronization
import TestHarness
import Testing

extension CFComparison {
  /// The scenarios of `Scenarios/`, which cover the rules one by one.
  @Suite(.hangLimit) struct HandwrittenScenarios {
    /// CFRunLoop does what the model without fixes says, Mainspring what it says with them, and the two loops the
    /// same, but for the differences that the scenario declares.
    @Test func areAsTheModelsSay() async throws {
      let files = try ScenarioFile.all()
      #expect(files.count >= 200)
      let complaints = try await Workers.map(files) { file, machines in Self.complaints(about: file, machines)
      }
      for complaint in complaints.flatMap({ $0 ?? ["not tried"] }) {
        Issue.record(Comment(rawValue: complaint))
      }
    }

    @Test func haveTheNamesOfTheirFiles() throws {
      for file in try ScenarioFile.all() { #expect(file.scenario.name == file.name) }
    }

    private static func complaints(about file: ScenarioFile, _ machines: Machines) -> [String] {
      var complaints: [String] = []
      for comparison in Comparison.allCases {
        switch comparison.verdict(on: file.scenario, machines) {
        case .equal: break
        case .tie: complaints.append("\(comparison.rawValue): moments too near each other")
        case .different(let difference): complaints.append(difference)
        }
      }
      do {
        let theirs = try machines.cfRunLoop.trace(file.text)
        let ours = try machines.mainspring.trace(file.text)
        let armed = try machines.mainspring.trace(file.text, armsAllPorts: true)
        complaints += self.complaints(about: file, theirs: theirs, ours: ours, armed: armed)
      } catch {
        complaints.append("\(error)")
      }
      return complaints.map { "\(file.name): \($0)" }
    }

    private static func complaints(
      about file: ScenarioFile, theirs: String, ours: String, armed: String
    ) -> [String] {
      var quirks = LoopModel.quirks(of: file.scenario)
      let usual = LoopModel.play(file.scenario, fixes: .all).lines
      if LoopModel.play(file.scenario, fixes: [.all, .otherModePort]).lines != usual {
        quirks.append("other-mode-port")
      }
      var complaints: [String] = []
      if Set(quirks) != Set(file.intendedQuirks) {
        complaints.append("depends on the differences \(quirks), declares \(file.intendedQuirks)")
      }
      let comparison = TraceComparison(context: 10)
      if quirks.allSatisfy({ $0 == "other-mode-port" }),
        let difference = comparison.difference(expected: theirs, actual: ours)
      {
        complaints.append("Mainspring differs from CFRunLoop (-), \(difference)")
      }
      if !quirks.contains("other-mode-port"), armed != ours {
        complaints.append("--arm-all-ports changes the trace, and should not")
      }
      return complaints
    }
  }
}
