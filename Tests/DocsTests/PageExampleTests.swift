import Foundation
import TestHarness
import Testing

/// The examples in Swift of pages and of public comments compile as they are written; those of a page with its own imports.
@Suite(.hangLimit) struct PageExampleTests {
  /// What the examples of a page have around them.
  private static let surroundings = [
    "README.md": "",
    "Docs/descriptors.md": """
    import Glibc
    import RunLoopCore
    import RunLoopNet
    nonisolated(unsafe) let loop = RunLoop.current
    let socket: Int32 = 0
    func readAsMuchAsThereIs() {}
    """,
    "Docs/embedding.md": """
    import Glibc
    import RunLoopCore
    import Testing
    nonisolated(unsafe) let loop = RunLoop.current
    let received: [Int] = []
    """,
    "Docs/foundation.md": "",
    "Docs/input.md": "nonisolated(unsafe) let application = UIApplication(screen: Size(400, 300), scale: 1)",
    "Docs/main-actor.md": """
    import Glibc
    let socket: Int32 = 0
    struct Guest {
      let descriptor: Int32
      let prepare: @convention(c) () -> Int32, dispatch: @convention(c) () -> Void
    }
    """,
    "Docs/responder.md": """
    import ResponderKit
    struct Item {}
    """,
    "Docs/windows.md": """
    nonisolated(unsafe) let application = UIApplication(screen: Size(400, 300), scale: 1)
    nonisolated(unsafe) let window = UIWindow()
    """,
    "Sources/RunLoopCore/RunLoopCore.docc/RunLoopCore.md": "",
    "Sources/RunLoopTesting/RunLoopTesting.docc/RunLoopTesting.md": """
    import RunLoopCore
    import RunLoopTesting
    import Testing
    """,
    "Sources/StallMonitoring/StallMonitoring.docc/StallMonitoring.md": "",
  ]
  private static let pages = surroundings.keys.sorted()

  private static let areModulesThere = [
    "RunLoopDispatch", "RunLoopExecutors", "RunLoopNet", "RunLoopTesting", "StallMonitoring",
    "FoundationBridge", "HIDEvents", "EventRouting", "ResponderKit", "DesktopWindows",
  ].allSatisfy(PublicInterface.isThere)

  @Test(.enabled(if: areModulesThere, "skipped: not all modules were built"), arguments: pages)
  func theExamplesOfAPageCompile(_ page: String) throws {
    let lines = try Documents.lines(of: page)
    #expect(try Self.errors(of: lines, with: try #require(Self.surroundings[page])) == [])
  }

  @Test(
    .enabled(if: areModulesThere, "skipped: not all modules were built"),
    arguments: ["RunLoopCore", "RunLoopNet", "RunLoopExecutors", "RunLoopDispatch", "StallMonitoring"])
  func theExamplesOfCommentsCompile(_ module: String) throws {
    let files = try #require(FileManager.default.subpaths(atPath: "Sources/\(module)"))
    let lines = try files.filter { $0.hasSuffix(".swift") }.sorted().flatMap {
      Self.comments(try Documents.lines(of: "Sources/\(module)/\($0)"))
    }
    #expect(lines.contains("```swift"))
    let surroundings = """
      import Glibc
      import RunLoopCore
      import RunLoopDispatch
      import RunLoopExecutors
      import RunLoopNet
      import StallMonitoring
      import Testing
      nonisolated(unsafe) let loop = RunLoop.current
      let socket: Int32 = 0, received = 0
      func readAsMuchAsThereIs() {}
      func parse() {}
      let monitor = try! StallMonitor()
      """
    #expect(try Self.errors(of: lines, with: surroundings) == [])
  }

  @Test(.enabled(if: areModulesThere, "skipped: not all modules were built"))
  func anExampleThatLacksAnImportIsRefused() throws {
    let example = ["```swift", "let loop = RunLoop.current", "```"]
    let errors = try Self.errors(of: example, with: "")
    #expect(errors.count == 1 && errors[0].hasPrefix("example:2:"), "\(errors)")
    #expect(try Self.errors(of: example, with: "import RunLoopCore") == [])
  }

  /// Those of stalls.md are in `StallsTests` and `StallActingTests`, which run them.
  @Test func noPageWithExamplesIsSkipped() throws {
    for folder in ["Docs", "Sources"] {
      let files = try #require(FileManager.default.subpaths(atPath: folder))
      for file in files where file.hasSuffix(".md") && file != "stalls.md" {
        let page = "\(folder)/\(file)"
        let hasExamples = try Documents.lines(of: page).contains("```swift")
        #expect(!hasExamples || Self.pages.contains(page), "\(page)")
      }
    }
  }

  /// The compiler's errors for a page, each with its line.
  private static func errors(of lines: [String], with surroundings: String) throws -> [String] {
    var imports: Set<String> = []
    var source = surroundings + "\n"
    for (start, lines) in examples(in: lines) {
      // A test or a method is a member; everything else may be statements.
      let isMember = lines.contains { $0.hasPrefix("@Test") || $0.hasPrefix("static func") }
      let (head, tail) = isMember ? ("", "") : ("func run() async throws {", "}")
      source += "struct Example\(start) { \(head)\n#sourceLocation(file: \"example\", line: \(start))\n"
      for line in lines {
        if line.hasPrefix("import ") { imports.insert(line) }
        source += (line.hasPrefix("import ") ? "" : code(line)) + "\n"
      }
      source += "#sourceLocation()\n\(tail) }\n"
    }
    source = imports.sorted().joined(separator: "\n") + "\n" + source
    let folder = try TemporaryFolder()
    let path = folder.path + "/Examples.swift"
    try source.write(toFile: path, atomically: true, encoding: .utf8)
    let sources = Documents.root.appending(path: "Sources").path
    let outcome = try ChildProgram.run(
      "swiftc",
      [
        "-typecheck", "-swift-version", "6", "-diagnostic-style", "llvm", "-plugin-path", try plugins,
        "-I", PublicInterface.modules.path, "-I", "\(sources)/CLinux", "-I", "\(sources)/CFoundationHooks",
        path,
      ], mergesErrors: true)
    let errors = outcome.lines.filter { $0.contains(": error: ") }.map { error in
      let line = error.firstMatch(of: /^example:(\d+)/).flatMap { Int($0.1) } ?? 1
      return "\(error): \(lines[line - 1])"
    }
    return outcome.status == 0 || !errors.isEmpty ? errors : outcome.lines
  }

  /// The lines of comments for documentation as those of a page: what is indented, or between fences, is an example.
  private static func comments(_ lines: [String]) -> [String] {
    var page: [String] = []
    var isInside = false
    for line in lines {
      let text = line.trimmingCharacters(in: .whitespaces)
      let comment = text.hasPrefix("///") ? String(text.dropFirst(text.hasPrefix("/// ") ? 4 : 3)) : nil
      let isIndented = comment?.hasPrefix("    ") == true || isInside && comment == ""
      if isIndented, !isInside, page.last == "" { page.append("```swift") }
      if isInside, !isIndented { page.append("```") }
      isInside = isIndented && (isInside || page.last == "```swift")
      page.append(isInside ? String((comment ?? "").dropFirst(4)) : comment ?? "code")
    }
    return page
  }

  /// Each example's first line, counted from 1, and its lines; not excerpts of a manifest.
  private static func examples(in lines: [String]) -> [(start: Int, lines: ArraySlice<String>)] {
    let fences = lines.indices.filter { lines[$0].hasPrefix("```") }
    return stride(from: 0, to: fences.count - 1, by: 2).compactMap { place in
      let example = lines[(fences[place] + 1)..<fences[place + 1]]
      guard lines[fences[place]] == "```swift", example.first?.hasPrefix(".package(") == false else {
        return nil
      }
      return (fences[place] + 2, example)
    }
  }

  /// What is left out in an example ends the program, which needs no value.
  private static func code(_ line: String) -> String {
    line.replacing("@main ", with: "").replacing("…", with: "fatalError()")
  }

  /// Where the macros of Swift Testing are.
  private static var plugins: String {
    get throws {
      let paths = try ChildProgram.lines(of: "swiftc", ["-print-target-info"]).joined()
      let library = try #require(paths.firstMatch(of: /"runtimeResourcePath": "([^"]+)"/)?.1)
      return library + "/host/plugins/testing"
    }
  }
}
