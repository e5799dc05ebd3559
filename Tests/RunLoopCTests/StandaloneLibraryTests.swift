import Foundation
import TestHarness
import Testing

/// The library for programs that know nothing of Swift, made by the commands of `Docs/embedding.md`, word for word.
///
/// Normally the objects of the tests' own build are linked that way, which takes seconds. With MAINSPRING_STANDALONE in the
/// environment the first command, the release build, is run too.
@Suite(
  .hangLimit,
  .enabled(if: Standalone.isPossible, "skipped: no swiftc with static libraries, C compiler or binutils"))
struct StandaloneLibraryTests {
  @Test func theDocumentedCommandsMakeALibraryThatNeedsNoSwift() throws {
    let folder = try Standalone.folder()
    defer { folder.remove() }
    try folder.build()
    // What it needs.
    let needed = try folder.run("readelf -d librunloop.so | sed -n 's/.*(NEEDED).*\\[\\(.*\\)\\].*/\\1/p'")
    let known = ["libc.so", "libm.so", "libstdc++.so", "libgcc_s.so", "ld-linux"]
    #expect(!needed.isEmpty)
    #expect(needed.allSatisfy { name in known.contains { name.hasPrefix($0) } }, "\(needed)")
    let found = try folder.run("ldd librunloop.so").filter {
      $0.contains("not found") || $0.contains("swift")
    }
    #expect(found == [], "nothing that comes with those needs Swift either")
    let name = try folder.run("readelf -d librunloop.so | sed -n 's/.*(SONAME).*\\[\\(.*\\)\\].*/\\1/p'")
    #expect(name == ["librunloop.so"])
    // What it shows: the header's functions, and nothing else.
    let shown = try folder.run("nm -D --defined-only librunloop.so | awk '{ print $3 }' | sort -u")
    let declared = try folder.run(Toolbox.declaredFunctions)
    #expect(shown == declared && shown.contains("rl_loop_run"))
    #expect(folder.documented.contains { $0.contains("\(shown.count) functions") }, "the page says how many")

    // Programs of other languages, with no path to anything of Swift's.
    try folder.compile("Sources/Examples/CProgram/tick.c")
    let ticked = try folder.run("env -i timeout 280 ./a.out")
    #expect(ticked.starts(with: ["the run begins", "tick 1", "tick 2", "tick 3"]), "\(ticked)")
    #expect(ticked.last == "a freed handle: the handle was freed, or never was one")
    try folder.compile("Tests/RunLoopCTests/Programs/misuse.c")
    #expect(try folder.run("env -i timeout 280 ./a.out") == ["0 failures"])
    guard Toolbox.hasPython else { return print("skipped: no python3 with ctypes") }
    let python = try folder.run(
      "env -i \"$(command -v python3)\" Sources/Examples/PythonProgram/tick.py ./librunloop.so")
    #expect(python == CProgramTests.expected + ["posted by another thread", "stopped"])
  }

  /// Was wrong: the commands took all objects in the modules' folders, also those of sources that had been renamed.
  @Test("The linked objects are those of the present sources, here and in the Debian package")
  func objects() throws {
    let folder = try Standalone.folder()
    defer { folder.remove() }
    let list = "RunLoopC.product/Objects.LinkFileList"
    #expect(try folder.command("swiftc -emit-library").contains("@.build/release/\(list) "))
    let packaging = try String(contentsOfFile: Toolbox.package + "/Packaging/debian", encoding: .utf8)
    #expect(packaging.contains("@\"$products/\(list)\""))
    // Without the modules' own objects, which a debug build has.
    let linked = try folder.run(
      "sed -n 's|.*/\\([A-Za-z]*\\)\\.build/\\(.*\\.swift\\)\\.o$|\\1 \\2|p' '\(Toolbox.products)/\(list)' | LC_ALL=C sort"
    )
    let modules = "LinuxSystem PlainText Packing RunLoopCore StallMonitoring RunLoopC"
    let sources = try folder.run(
      "for m in \(modules); do find Sources/$m/ -name '*.swift' | sed \"s|.*/|$m |\"; done | LC_ALL=C sort")
    #expect(linked == sources)
  }
}

/// A folder in which the page's commands find what they find in the package's.
private struct Standalone {
  let path: String
  /// The lines of the page.
  let documented: [String]

  static var isPossible: Bool {
    // The sanitizer's functions are in no library that could be linked so.
    guard Toolbox.hasCompiler, !ThreadSanitizer.isOn else { return false }
    let tools = "command -v swiftc && command -v readelf && command -v nm && command -v ldd"
    let libraries = "test -d \"$(dirname \"$(readlink -f \"$(command -v swiftc)\")\")/../lib/swift_static\""
    return (try? Toolbox.shell("\(tools) && \(libraries)"))?.status == 0
  }

  static func folder() throws -> Standalone {
    let path = FileManager.default.temporaryDirectory.path + "/runloop-standalone-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path + "/.build", withIntermediateDirectories: true)
    for name in ["Sources", "Tests"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(path)/\(name)", withDestinationPath: "\(Toolbox.package)/\(name)")
    }
    let page = try String(contentsOfFile: Toolbox.package + "/Docs/embedding.md", encoding: .utf8)
    return Standalone(path: path, documented: page.components(separatedBy: "\n"))
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// The lines that a command printed; it must succeed.
  func run(_ command: String) throws -> [String] {
    let ran = try Toolbox.shell("cd '\(path)' && \(command)")
    try #require(ran.status == 0, "\(command): \(ran.output)")
    return ran.output.split(separator: "\n").map(String.init)
  }

  /// The page's command with this beginning, with its continuation lines.
  func command(_ beginning: String) throws -> String {
    let first = try #require(documented.firstIndex { $0.hasPrefix(beginning) }, "\(beginning) is in the page")
    var lines = [documented[first]]
    while let last = lines.last, last.hasSuffix("\\") { lines.append(documented[first + lines.count]) }
    return lines.joined(separator: "\n")
  }

  func build() throws {
    let release = try command("swift build -c release --product RunLoopC")
    if ProcessInfo.processInfo.environment["MAINSPRING_STANDALONE"] != nil {
      _ = try run("\(release) --package-path '\(Toolbox.package)' --scratch-path '\(path)/.build'")
    } else {
      try FileManager.default.createSymbolicLink(
        atPath: path + "/.build/release", withDestinationPath: Toolbox.products)
    }
    _ = try run(command("swiftc -emit-library"))
  }

  /// With every warning an error.
  func compile(_ source: String) throws {
    _ = try run("cp \(source) program.c && cp Tests/RunLoopCTests/Programs/support.h .")
    _ = try run(command("cc -I Sources/CRunLoop") + " -Wall -Wextra -pedantic -Werror -lpthread")
  }
}
