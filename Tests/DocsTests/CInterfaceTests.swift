import Foundation
import TestHarness
import Testing

/// Docs/interface/CRunLoop.txt: the interface that C programs were compiled against.
@Suite(.hangLimit) struct CInterfaceTests {
  private static let path = "Docs/interface/CRunLoop.txt"
  private static let hasCompiler = (try? ChildProgram.shell("command -v cc"))?.status == 0
  private static let heading = [
    "# The interface of runloop.h: declarations, then values, sizes and offsets on 64-bit Linux. After an intended change:",
    "# MAINSPRING_WRITE_INTERFACE=1 swift test --filter CInterfaceTests",
  ]

  @Test(.enabled(if: hasCompiler, "skipped: no C compiler (cc)"))
  func declarationsValuesAndLayoutAreThoseOfTheText() throws {
    let interface = try CInterface()
    let lines = interface.declarations + (try interface.compiled())
    if ProcessInfo.processInfo.environment["MAINSPRING_WRITE_INTERFACE"] == "1" {
      try ((Self.heading + lines).joined(separator: "\n") + "\n")
        .write(to: Documents.root.appending(path: Self.path), atomically: true, encoding: .utf8)
    }
    let known = try Documents.lines(of: Self.path).filter { !$0.hasPrefix("# ") && !$0.isEmpty }
    let (found, stored) = (Set(lines), Set(known))
    #expect(stored.subtracting(found).sorted() == [], "removed or changed: existing programs no longer work")
    #expect(found.subtracting(stored).sorted() == [], "new: write the text anew (its first lines say how)")
    #expect(lines == known, "the same order, each line once")
  }

  /// Each kind of line is found, so that a change of it is seen.
  @Test func eachKindOfDeclarationIsRead() throws {
    let lines = try CInterface().declarations
    for wanted in [
      "#define RL_DEFAULT_MODE \"default\"", "typedef struct rl_loop rl_loop;", "int64_t rl_now(void);",
      "typedef void (*rl_release)(void *context);", "int rl_monitor_free(rl_monitor *monitor);",
    ] {
      #expect(lines.contains(wanted), "\(wanted)")
    }
    #expect(lines.contains { $0.hasPrefix("typedef struct rl_stall { uint64_t id; int phase;") })
    #expect(lines.count { $0.contains(" rl_loop_") || $0.contains("*rl_loop_") } >= 20, "\(lines)")
  }
}
