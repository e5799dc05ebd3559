import Foundation
import TestHarness
import Testing

/// The libraries' catalogues for DocC, `Sources/LIBRARY/LIBRARY.docc`.
@Suite(.hangLimit) struct CatalogueTests {
  private static let names = [
    "RunLoopCore", "RunLoopDispatch", "RunLoopExecutors", "RunLoopNet", "RunLoopTesting", "StallMonitoring",
    "HIDEvents", "EventRouting", "ResponderKit", "UIKit", "DesktopWindows", "FoundationBridge",
    "BenchmarkKit",
  ]

  @Test(arguments: names)
  func aLibraryHasAPageWhoseArticlesAreThere(_ library: String) throws {
    let lines = try Documents.lines(of: "Sources/\(library)/\(library).docc/\(library).md")
    #expect(lines.first == "# ``\(library)``")
    for line in lines {
      guard let name = line.firstMatch(of: /<doc:([^>]+)>/)?.1 else { continue }
      let page = Documents.root.appending(path: "Docs/\(name).md").path
      #expect(FileManager.default.fileExists(atPath: page), "\(page)")
    }
    let built = try Documents.lines(of: ".spi.yml")
    #expect(built.contains { $0.hasSuffix("- \(library)") }, "the package index builds it")
  }

  @Test(.enabled(if: DocC.isPossible, "skipped: no docc, or no debug build of the modules"))
  func aCatalogueIsBuiltAndALinkToNothingIsRefused() throws {
    #expect(try DocC.run("HIDEvents").status == 0)
    // The same script in a copy of the folders that it reads.
    let copy = FileManager.default.temporaryDirectory.path + "/runloop-catalogue-\(getpid())"
    defer { try? FileManager.default.removeItem(atPath: copy) }
    let root = Documents.root.path
    let refused = try ChildProgram.shell(
      """
      set -e; mkdir -p '\(copy)/Sources' '\(copy)/.ci'; cd '\(copy)'
      ln -s '\(root)/.build' '\(root)/Docs' .; ln -s '\(root)/Sources/CLinux' '\(root)/Sources/CFoundationHooks' Sources
      cp '\(root)/.ci/documentation' .ci; cp -r '\(root)/Sources/RunLoopDispatch' Sources
      printf '# Nowhere\\n\\nSee ``NothingOfThatName``.\\n' >Sources/RunLoopDispatch/RunLoopDispatch.docc/Nowhere.md
      exec .ci/documentation RunLoopDispatch
      """)
    #expect(refused.status != 0 && refused.output.contains("NothingOfThatName"), "\(refused.output)")
  }
}

private enum DocC {
  static let isPossible: Bool = {
    let modules = Documents.root.appending(path: ".build/debug/Modules").path
    return ["HIDEvents", "RunLoopDispatch"].allSatisfy {
      FileManager.default.fileExists(atPath: "\(modules)/\($0).swiftmodule")
    } && (try? ChildProgram.shell("command -v docc"))?.status == 0
  }()

  static func run(_ library: String) throws -> ChildProgram.Outcome {
    try ChildProgram.shell("exec '\(Documents.root.path)/.ci/documentation' \(library)")
  }
}
