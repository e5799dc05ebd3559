import Foundation
import Scenarios
import TestHarness
import Testing

/// Each rule is covered in the way that `RuleCoverage` says.
@Suite(.hangLimit) struct RuleCoverageTests {
  @Test func scenariosCoverTheRulesThatTheyShall() throws {
    var scenarios: [String: [String]] = [:]
    for file in try ScenarioFile.all() {
      for rule in file.rules { scenarios[rule, default: []].append(file.name) }
    }
    for (rule, coverage) in RuleCoverage.rules {
      let names = scenarios[rule] ?? []
      if coverage == .scenarios {
        #expect(!names.isEmpty, "no scenario covers \(rule)")
      } else {
        #expect(names.isEmpty, "\(rule) is said to be covered otherwise: \(coverage)")
      }
    }
  }

  @Test func scenariosNameKnownRulesOnly() throws {
    for file in try ScenarioFile.all() {
      #expect(!file.rules.isEmpty, "\(file.name) covers no rule")
      for rule in file.rules { #expect(RuleCoverage.rules[rule] != nil, "\(file.name) covers \(rule)") }
      #expect(Set(file.rules).count == file.rules.count, "\(file.name) names a rule twice")
    }
  }

  @Test func scenariosNameKnownQuirksOnly() throws {
    // Oddities of CFRunLoop that Mainspring shares.
    let shared = ["block-no-poll", "late-finish", "private-blocks", "other-mode-sibling"]
    let known = Set(IntendedDifference.all.map(\.name) + shared)
    for file in try ScenarioFile.all() { #expect(known.isSuperset(of: file.quirks), "\(file.name)") }
  }

  /// How many rules each section has: none was forgotten.
  @Test func allRulesAreListed() {
    let sections = Dictionary(grouping: RuleCoverage.rules.keys) { $0.prefix(1) }.mapValues(\.count)
    let expected: [Substring: Int] = [
      "L": 6, "M": 12, "R": 18, "W": 15, "S": 6, "O": 10, "Z": 11, "V": 7, "B": 8, "T": 24, "Q": 8, "C": 6,
      "X": 7, "F": 9,
    ]
    #expect(sections == expected)
  }

  /// Tests that are named exist, as far as their target does.
  @Test func namedTestsExist() throws {
    let tests = ScenarioFile.repository.appending(path: "Tests")
    for (rule, coverage) in RuleCoverage.rules {
      guard case .test(let name) = coverage else { continue }
      let parts = try #require(
        name.wholeMatch(of: /([A-Za-z]+)\.([A-Za-z]+)\/([A-Za-z]+)/), "\(rule): \(name)")
      let folder = tests.appending(path: String(parts.1))
      guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else { continue }
      let hasTest = names.contains { file in
        let text = (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)) ?? ""
        return text.contains("struct \(parts.2) ") && text.contains("func \(parts.3)(")
      }
      #expect(hasTest, "\(rule): there is no \(name)")
    }
  }
}
