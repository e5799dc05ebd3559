import TestHarness
import Testing

/// Programs in C and Python on our loop.
@Suite(.hangLimit) struct CProgramTests {
  static let expected = ["tick 1", "tick 2", "tick 3", "read hello"]

  @Test(.enabled(if: Toolbox.hasCompiler, "skipped: no C compiler (cc), or the library was not built"))
  func theCExampleDoesWhatItsCommentsSay() throws {
    // Which number the pipe's end gets depends on what the program's parent has left open.
    let lines = try Toolbox.runC("Sources/Examples/CProgram/tick.c").map {
      $0.replacing(/descriptor \d+$/, with: "descriptor N")
    }
    #expect(
      lines == [
        "the run begins", "tick 1", "tick 2", "tick 3", "tick is not needed any more", "read hello",
        "the run ends", "timed out: yes", "the run begins", "posted by another thread", "the run ends",
        "stopped: yes", "run loop, not running",
        "└─ mode default (common): 2 keep it alive", "   ├─ ● port 'pipe', descriptor N",
        "   ├─ ● the main queue", "   └─ ○ observer 'ends', on entry,exit",
        "a freed handle: the handle was freed, or never was one",
      ])
  }

  @Test(.enabled(if: Toolbox.hasPython, "skipped: no python3 with ctypes, or the library was not built"))
  func thePythonExampleDoesTheSame() throws {
    let ran = try Toolbox.shell(
      "timeout 280 python3 '\(Toolbox.package)/Sources/Examples/PythonProgram/tick.py' '\(Toolbox.library)'")
    try #require(ran.status == 0, "\(ran.output)")
    #expect(
      ran.output.split(separator: "\n").map(String.init) == Self.expected + [
        "posted by another thread", "stopped",
      ])
  }

  @Test(.enabled(if: Toolbox.hasCompiler, "skipped: no C compiler (cc), or the library was not built"))
  func misuseGivesNumbersAndNoCrash() throws {
    #expect(try Toolbox.runC("Tests/RunLoopCTests/Programs/misuse.c") == ["0 failures"])
  }

  @Test(.enabled(if: Toolbox.hasCompiler, "skipped: no C compiler (cc), or the library was not built"))
  func theHeadersRulesHold() throws {
    #expect(try Toolbox.runC("Tests/RunLoopCTests/Programs/rules.c") == ["0 failures"])
  }

  @Test(.enabled(if: Toolbox.hasCompiler, "skipped: no C compiler (cc), or the library was not built"))
  func signalsChildrenFilesAndMetricsWorkInC() throws {
    #expect(try Toolbox.runC("Tests/RunLoopCTests/Programs/events.c") == ["0 failures"])
  }

  @Test(.enabled(if: Toolbox.hasCompiler, "skipped: no C compiler (cc), or the library was not built"))
  func theMonitorFindsStallsInC() throws {
    #expect(try Toolbox.runC("Tests/RunLoopCTests/Programs/monitor.c") == ["0 failures"])
  }

  @Test(.enabled(if: Toolbox.hasCompiler, "skipped: no C compiler (cc), or the library was not built"))
  func theHeartbeatsRulesHold() throws {
    #expect(try Toolbox.runC("Tests/RunLoopCTests/Programs/heartbeat.c") == ["0 failures"])
  }

  /// Both headers, in either order.
  @Test(.enabled(if: Toolbox.hasCompiler, "skipped: no C compiler (cc), or the library was not built"))
  func theHeartbeatsHeaderIsGoodInCAndCPlusPlus() throws {
    let languages = ["cc -x c -std=gnu99", "cc -x c -std=c11 -D_GNU_SOURCE", "c++ -x c++"]
    let hasCPlusPlus = try Toolbox.shell("c++ --version").status == 0
    for language in hasCPlusPlus ? languages : Array(languages.prefix(2)) {
      for order in ["runloop.h runloop_heartbeat.h", "runloop_heartbeat.h runloop.h", "runloop_heartbeat.h"] {
        let text =
          order.split(separator: " ").map { "#include <\($0)>\n" }.joined()
          + "rl_heartbeat *open_one(void) { return rl_heartbeat_open(RL_HERE); }\n"
        let ran = try Toolbox.shell(
          "printf '\(text.replacing("\n", with: "\\n"))' | \(language) -Wall -Wextra -pedantic -Werror -fsyntax-only"
            + " -I '\(Toolbox.package)/Sources/CRunLoop' -")
        #expect(ran.status == 0, "\(language), \(order): \(ran.output)")
      }
    }
  }

  @Test(.enabled(if: Toolbox.hasCompiler, "skipped: no C compiler (cc), or the library was not built"))
  func theHeaderIsGoodInCAndCPlusPlus() throws {
    let header = "\(Toolbox.package)/Sources/CRunLoop/runloop.h"
    for language in ["c -std=c99", "c -std=c11"] {
      let ran = try Toolbox.shell(
        "cc -x \(language) -Wall -Wextra -pedantic -Werror -fsyntax-only '\(header)'")
      #expect(ran.status == 0, "\(ran.output)")
    }
    guard try Toolbox.shell("c++ --version").status == 0 else {
      print("skipped: no C++ compiler")
      return
    }
    let ran = try Toolbox.shell("c++ -x c++ -Wall -Wextra -pedantic -Werror -fsyntax-only '\(header)'")
    #expect(ran.status == 0, "\(ran.output)")
  }

  /// Every function of the header is in the library, and has its name from nowhere else.
  @Test(.enabled(if: Toolbox.hasCompiler, "skipped: no C compiler (cc), or the library was not built"))
  func everyFunctionOfTheHeaderIsThere() throws {
    let declared = try Toolbox.shell(
      "cd '\(Toolbox.package)' && \(Toolbox.declaredFunctions)")
    let defined = try Toolbox.shell(
      "nm -D --defined-only '\(Toolbox.library)' | awk '$3 ~ /^rl_/ { print $3 }' | sort -u")
    #expect(declared.output == defined.output && declared.output.contains("rl_loop_run"))
  }
}

/// Our loop in other programs' loops, and GLib's in ours.
@Suite(.hangLimit) struct OtherLoopTests {
  private static let served = "posted 500, signalled 500, ticked 20, spin: no"

  private static func run(_ program: String, _ modules: [String] = []) throws -> [String] {
    try Toolbox.runC("Tests/RunLoopCTests/Programs/\(program).c", modules: modules)
  }

  @Test(.enabled(if: Toolbox.hasCompiler, "skipped: no C compiler (cc), or the library was not built"))
  func ourLoopLivesInAPollLoop() throws {
    #expect(try Self.run("in_poll") == ["the host's own", Self.served])
  }

  @Test(.enabled(if: Toolbox.has("glib-2.0"), "skipped: GLib is not there (libglib2.0-dev)"))
  func ourLoopLivesInGLibs() throws {
    #expect(try Self.run("in_glib", ["glib-2.0"]) == ["the host's own", Self.served])
  }

  @Test(.enabled(if: Toolbox.has("libuv"), "skipped: libuv is not there (libuv1-dev)"))
  func ourLoopLivesInLibuvs() throws {
    #expect(try Self.run("in_libuv", ["libuv"]) == ["the host's own", Self.served])
  }

  @Test(.enabled(if: Toolbox.has("glib-2.0"), "skipped: GLib is not there (libglib2.0-dev)"))
  func gLibsContextLivesInOurLoop() throws {
    let lines = try Self.run("around_glib", ["glib-2.0"])
    #expect(Set(lines) == ["idle", "invoked from another thread", "GLib ticked 20", "stopped", Self.served])
  }
}
