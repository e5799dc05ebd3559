import Foundation
import TestHarness
import Testing

@testable import MutantKit

@Suite("A list of mutants", .hangLimit) struct ListTests {
  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func lists() throws -> [MutantList] {
    let folder = package.appendingPathComponent("Tests/Mutants/Lists")
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "mutants" }
      .map { try MutantList(name: $0.lastPathComponent, text: String(contentsOf: $0, encoding: .utf8)) }
  }

  /// A change of the product that a list does not follow would take its mutants away without a word.
  @Test func eachMutantOfTheProjectsListsFitsItsFile() throws {
    var texts: [String: [UInt8]] = [:]
    for mutant in try Self.lists().flatMap(\.mutants) {
      if texts[mutant.file] == nil {
        texts[mutant.file] = Array(try Data(contentsOf: Self.package.appendingPathComponent(mutant.file)))
      }
      #expect(throws: Never.self) { try Weaving.range(of: mutant, in: texts[mutant.file]!) }
      #expect(mutant.old != mutant.new, "\(mutant.name)")
    }
  }

  /// A list whose mutants are no Swift where they stand can not be tried, which shows on the day of its turn only. Types are not looked at.
  @Test func theFilesOfEachListAreSwiftWithTheirMutants() throws {
    let folder = try TemporaryFolder()
    var files: [String] = []
    for list in try Self.lists() {
      for (file, mutants) in Dictionary(grouping: list.numbered, by: \.mutant.file) {
        let text = try String(contentsOf: Self.package.appendingPathComponent(file), encoding: .utf8)
        files.append("\(folder.path)/\(list.name)-\(file.replacing("/", with: "-"))")
        try Weaving.weave(text, mutants).write(
          toFile: files[files.count - 1], atomically: false, encoding: .utf8)
      }
    }
    #expect(files.count > 300)
    let parser = try ChildProgram("swiftc", ["-frontend", "-parse"] + files)
    let status = parser.wait()
    #expect(status == 0, "\(parser.errors)")
  }

  @Test func mutantsHaveNamesOfTheirOwnAndFewAreEquivalent() throws {
    let mutants = try Self.lists().flatMap(\.mutants)
    #expect(Set(mutants.map(\.name)).count == mutants.count)
    #expect(mutants.count >= 150)
    #expect(mutants.filter { $0.equivalence != nil }.count * 20 <= mutants.count)
  }

  @Test func aListIsRead() throws {
    let list = try MutantList(
      name: "l",
      text: """
        # A comment.
        tests ATests BTests

        mutant one
          It is wrong.
          in Sources/A.swift
          after func f(
          run ATests|BTests
          expression
          - a < b
          + a <= b
        mutant two
          It is wrong as well.
          in Sources/A.swift
          run ATests
          statement
          - a()
          -   b()
          equivalent The result is the same.
        """)
    #expect(list.targets == ["ATests", "BTests"])
    #expect(
      list.mutants == [
        Mutant(
          name: "one", mistake: "It is wrong.", file: "Sources/A.swift", anchor: "func f(",
          filter: "ATests|BTests",
          kind: .expression, old: ["a < b"], new: ["a <= b"]),
        Mutant(
          name: "two", mistake: "It is wrong as well.", file: "Sources/A.swift", filter: "ATests",
          kind: .statement,
          old: ["a()", "b()"], new: [], equivalence: "The result is the same."),
      ])
  }

  @Test(arguments: [
    "mutant a\n it is wrong\n in F\n run T\n expression\n - a\n + b",
    "tests T\nmutant a\n it is wrong\n in F\n run T\n - a\n + b",
    "tests T\nmutant a\n it is wrong\n in F\n run T\n expression\n - a",
    "tests T\nmutant a\n it is wrong\n in F\n run T\n expression\n - a(b, c), d\n + e",
    "tests T\nmutant a\n it is wrong\n in F\n run T\n expression\n - a < b, c > d\n + e",
    "tests T\nmutant a\n it is wrong\n in F\n run T\n expression\n - e\n + a(\"\\\"\"), \"b\"",
    "tests T\nmutant a\n it is wrong\n in F\n run T\n expression\n - e\n + \"\\(b)\", c",
    "tests T\nmutant a\n it is wrong\n in F\n run T\n statement\n - a\n unknown b",
    "tests T\nmutant a\n w\n in F\n run T\n statement\n - a\nmutant a\n w\n in F\n run T\n statement\n - a",
  ])
  func aWrongListIsRefused(text: String) {
    #expect(throws: MutantError.self) { try MutantList(name: "l", text: text) }
  }

  /// Their commas are in brackets, quotes or generic arguments.
  @Test(arguments: [
    #"f("a, b", [1, 2]) { x, y in x }"#, #""a \", b""#, #""\(f("a, b", c)), d""#, #""\\" + "a, b""#,
    "Dictionary<A, B>()",
    "Array<(A, B) -> C>(d, e)",
  ])
  func anExpressionMayHaveCommas(_ text: String) throws {
    let list = "tests T\nmutant a\n it is wrong\n in F\n run T\n expression\n - \(text)\n + e"
    #expect(try MutantList(name: "l", text: list).mutants.map(\.old) == [[text]])
  }
}
