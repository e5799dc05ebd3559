import Foundation
import ScenarioModel
import Scenarios
import TestHarness
import Testing

extension CFComparison {
  /// Where Mainspring is meant to differ from CFRunLoop.
  @Suite(.hangLimit) struct IntendedDifferences {
    /// Each in its scenarios: CFRunLoop's trace is another one, and Mainspring's is the one that is stored.
    @Test func showInTheirScenarios() async throws {
      let files = Dictionary(uniqueKeysWithValues: try ScenarioFile.all().map { ($0.name, $0) })
      let cases = try IntendedDifference.all.flatMap { difference in
        try difference.scenarios.map { (difference, try #require(files[$0])) }
      }
      let complaints = try await Workers.map(cases) { entry, machines in
        Self.complaint(about: entry.0, in: entry.1, machines)
      }
      for case let complaint?? in complaints { Issue.record(Comment(rawValue: complaint)) }
      #expect(complaints.count == cases.count)
    }

    private static func complaint(
      about difference: IntendedDifference, in file: ScenarioFile, _ machines: Machines
    ) -> String? {
      do {
        let theirs = try machines.cfRunLoop.trace(file.text)
        let ours = try machines.mainspring.trace(file.text, armsAllPorts: difference.needsArmedPorts)
        if TraceComparison().difference(expected: theirs, actual: ours) == nil {
          return "\(difference.name), \(file.name): no difference from CFRunLoop"
        }
        guard let expected = file.expectedTrace else {
          return "\(file.name).ours.trace is missing. Is this right?\n\(ours)"
        }
        return TraceComparison(late: 0, early: 0).difference(expected: expected, actual: ours)
          .map { "\(file.name): \($0)" }
      } catch {
        return "\(file.name): \(error)"
      }
    }

    /// A stored trace belongs to a difference.
    @Test func haveNoOtherTraces() throws {
      let traces = try FileManager.default.contentsOfDirectory(atPath: ScenarioFile.folder.path)
        .filter { $0.hasSuffix(".trace") }
      let expected = Set(IntendedDifference.all.flatMap(\.scenarios)).map { $0 + ".ours.trace" }
      #expect(Set(traces) == Set(expected))
    }

    @Test func areThoseOfTheModel() {
      let modelled = Set(Fixes.named.map(\.name) + ["other-mode-port"])
      #expect(Set(IntendedDifference.all.map(\.name)) == modelled)
      let together = IntendedDifference.all.reduce(into: Fixes()) { $0.formUnion($1.fix) }
      #expect(together == [.all, .otherModePort])
    }

    @Test func coverRulesThatExist() {
      for difference in IntendedDifference.all { #expect(RuleCoverage.rules[difference.rule] != nil) }
    }

    /// `Docs/differences.md` has a section for each of them and for no other, with its rule, scenarios and test.
    @Test func areDocumented() throws {
      let url = ScenarioFile.repository.appending(path: "Docs/differences.md")
      let text = try String(contentsOf: url, encoding: .utf8)
      let sections = text.components(separatedBy: "\n## ").dropFirst().map { section in
        (title: section.prefix { $0 != "\n" }, text: section)
      }
      let last = try #require(sections.last)
      #expect(last.title == "Free choices")
      #expect(
        sections.dropLast().map { String($0.title) }
          == IntendedDifference.all.map { "\($0.name) (\($0.rule))" })
      for (difference, section) in zip(IntendedDifference.all, sections) {
        // Lines are broken anywhere.
        let words = section.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for part in difference.scenarios + [difference.reason, IntendedDifference.test] {
          #expect(words.contains(part), "\(difference.name)")
        }
      }
    }
  }
}
