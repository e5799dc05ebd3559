import Foundation
import TestHarness
import Testing

/// Tests/Models: the models of the core's protocols hold, and find each rule that is broken.
@Suite(.hangLimit, .serialized) struct ModelTests {
  private static let folder = Documents.root.appending(path: "Tests/Models")

  private struct Outcome {
    let status: Int32
    let lines: [String]

    /// Without spin(1) or a C compiler: the script says so, and so does this.
    var wasSkipped: Bool {
      let skips = lines.filter { $0.hasPrefix("models: skipped") }
      for line in skips { print(line) }
      return !skips.isEmpty
    }
  }

  private func check(_ arguments: String..., path: String? = nil) throws -> Outcome {
    let script = Self.folder.appending(path: "check").path
    let words = ([script] + arguments).map { "'\($0)'" }.joined(separator: " ")
    let ran = try ChildProgram.shell("exec /bin/bash \(words)", environment: path.map { ["PATH": $0] } ?? [:])
    let lines = ran.output.split(separator: "\n").map(String.init)
    return Outcome(status: ran.status, lines: lines)
  }

  /// The names of what the models' first comments list under a word.
  private func names(_ word: String) throws -> [String] {
    let models = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    return try models.filter { $0.hasSuffix(".pml") }.sorted().flatMap { model in
      try Documents.lines(of: "Tests/Models/\(model)").filter { $0.hasPrefix(" * \(word) ") }.map { line in
        String(line.dropFirst(word.count + 4).prefix { $0 != ":" })
      }
    }
  }

  /// With `MAINSPRING_MODELS=1`, as in a group of `.ci/run`: ten seconds of a processor, for models that hardly ever change.
  @Test(.enabled(if: getenv("MAINSPRING_MODELS") != nil, "tried with MAINSPRING_MODELS=1"))
  func theModelsHold() throws {
    let outcome = try check()
    if outcome.wasSkipped { return }
    #expect(outcome.status == 0, "\(outcome.lines)")
    let names = try names("check")
    #expect(names.contains("waker") && names.contains("owner-lock"))
    #expect(
      outcome.lines.filter { $0.contains(": holds, ") }.map { String($0.prefix { $0 != ":" }) } == names)
  }

  /// Half a minute of two processors.
  @Test(.enabled(if: getenv("MAINSPRING_MODELS") != nil, "tried with MAINSPRING_MODELS=1"))
  func eachBrokenRuleIsFound() throws {
    let outcome = try check("--broken")
    if outcome.wasSkipped { return }
    #expect(outcome.status == 0, "\(outcome.lines)")
    let names = try names("broken")
    #expect(names.contains("no-second-look") && names.contains("no-barrier"))
    #expect(
      outcome.lines.filter { $0.contains(": found, ") }.map { String($0.prefix { $0 != ":" }) } == names)
  }

  /// Docs/concurrency.md names, for each rule, what breaks it.
  @Test func theDocumentNamesEachBrokenRule() throws {
    let text = try Documents.lines(of: "Docs/concurrency.md").joined(separator: " ")
    let named = Set(text.matches(of: /[^*]\*([a-z]+(-[a-z]+)+)\*[^*]/).map { String($0.output.1) })
    #expect(named == Set(try names("broken")))
  }

  /// The check itself can fail: a model that does not hold, a broken rule that is not found, and a model that lists nothing.
  @Test func aWrongModelFails() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "models-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let model = folder.appending(path: "wrong.pml")
    let wrong = """
      /* A model.
       *
       * check wrong: WRONG
       * check stuck: STUCK
       * broken unfound:
       */
      bit other;
      active proctype one() {
      #ifdef WRONG
        assert(other)
      #elif defined(STUCK)
        other
      #endif
        skip
      }

      """
    try wrong.write(to: model, atomically: true, encoding: .utf8)
    let checked = try check(folder.path)
    if checked.wasSkipped { return }
    #expect(checked.status == 1)
    #expect(checked.lines.count == 2)
    #expect(checked.lines.first?.hasPrefix("wrong: FAILED, assertion violated") ?? false, "\(checked.lines)")
    #expect(checked.lines.last?.hasPrefix("stuck: FAILED, invalid end state") ?? false, "\(checked.lines)")
    let broken = try check("--broken", folder.path)
    #expect(broken.status == 1)
    #expect(broken.lines.first?.hasPrefix("unfound: FAILED, nothing was found") ?? false, "\(broken.lines)")
    try "/* Nothing. */\nactive proctype one() { skip }\n".write(to: model, atomically: true, encoding: .utf8)
    let empty = try check(folder.path)
    #expect(empty.status == 1 && empty.lines.count == 1, "\(empty.lines)")
  }

  @Test func withoutToolsTheCheckSaysThatItIsSkipped() throws {
    let outcome = try check(path: "/nonexistent")
    #expect(outcome.status == 0)
    #expect(outcome.lines == ["models: skipped, spin(1) and a C compiler are needed"])
  }
}
