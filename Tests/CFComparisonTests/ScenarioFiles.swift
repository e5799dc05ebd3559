import Foundation
import Scenarios
import TestHarness

/// A handwritten scenario of `Scenarios/`.
///
/// Its `tags` line names the rules that it covers (`R-6`), and `quirk-NAME` for each of CFRunLoop's oddities that
/// its trace depends on.
struct ScenarioFile: Sendable, CustomStringConvertible {
  let name: String
  let text: String
  let scenario: Scenario

  var description: String { name }

  /// The numbers of rules that it covers.
  var rules: [String] { scenario.tags.filter { $0.wholeMatch(of: /[A-Z]-[0-9]+/) != nil } }
  var quirks: [String] { scenario.tags.filter { $0.hasPrefix("quirk-") }.map { String($0.dropFirst(6)) } }
  /// The intended differences that it declares.
  var intendedQuirks: [String] {
    quirks.filter { name in IntendedDifference.all.contains { $0.name == name } }
  }

  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Scenarios")
  static let repository = folder.appending(path: "../../..").standardized

  static func all() throws -> [ScenarioFile] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return try names.filter { $0.hasSuffix(".txt") }.sorted().map { name in
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      let scenario: Scenario
      do { scenario = try ScenarioParser.parse(text) } catch {
        throw ChildProgram.Failure("\(name): \(error)")
      }
      return ScenarioFile(name: String(name.dropLast(4)), text: text, scenario: scenario)
    }
  }

  /// What Mainspring's trace must be to the letter; only where it is better than CFRunLoop's.
  var expectedTrace: String? {
    try? String(contentsOf: Self.folder.appending(path: "\(name).ours.trace"), encoding: .utf8)
  }
}
