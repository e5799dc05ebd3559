import Foundation
import TestHarness
import Testing

/// Programs in other languages, built against the library that is built with the tests.
enum Toolbox {
  /// A command, in the package's root, that prints the names of the functions that runloop.h declares.
  static let declaredFunctions = """
    grep -ohE '\\brl_[a-z_]+\\(' Sources/CRunLoop/runloop.h Sources/CRunLoop/runloop_monitor.h | tr -d '(' | sort -u
    """

  /// Where the tests' programs and libraries are.
  static var products: String { ChildProgram.productFolder }

  static var library: String { products + "/libRunLoopC.so" }

  /// The package's folder.
  static let package = #filePath.split(separator: "/").dropLast(3).reduce(into: "") { $0 += "/" + $1 }

  static var hasCompiler: Bool { runs("cc --version") && access(library, F_OK) == 0 }
  static var hasPython: Bool { runs("python3 -c 'import ctypes'") && access(library, F_OK) == 0 }
  static var hasAsyncioTests: Bool { hasPython && runs("python3 -c 'import test.test_asyncio'") }

  static func has(_ module: String) -> Bool { hasCompiler && runs("pkg-config --exists \(module)") }

  private static func runs(_ command: String) -> Bool {
    (try? shell(command)).map { $0.status == 0 } ?? false
  }

  /// What a shell command printed, both ways, and how it ended.
  static func shell(_ command: String) throws -> (output: String, status: Int32) {
    let outcome = try ChildProgram.shell(command)
    return (outcome.output, outcome.status)
  }

  /// Compiles a C program with every warning an error, runs it, behind `prefix`, and gives the lines it printed.
  static func runC(_ source: String, modules: [String] = [], prefix: String = "") throws -> [String] {
    let name = source.split(separator: "/").last.map(String.init) ?? source
    let program = FileManager.default.temporaryDirectory.path + "/runloop-c-\(getpid())-\(name).out"
    defer { unlink(program) }
    let flags = modules.isEmpty ? "" : "$(pkg-config --cflags --libs \(modules.joined(separator: " ")))"
    // Other people's headers are not held to it.
    let systemFlags =
      flags.isEmpty ? "" : "$(pkg-config --cflags \(modules.joined(separator: " ")) | sed 's/-I/-isystem /g')"
    let built = try shell(
      "cc -std=gnu11 -O1 -Wall -Wextra -pedantic -Werror -I '\(package)/Sources/CRunLoop' \(systemFlags)"
        + " '\(package)/\(source)' -o \(program) -L '\(products)' -lRunLoopC -lpthread"
        + " -Wl,-rpath,'\(products)' \(flags)")
    try #require(built.status == 0, "\(built.output)")
    let ran = try shell("timeout 280 \(prefix)\(program)")
    try #require(ran.status == 0, "\(ran.output)")
    return ran.output.split(separator: "\n").map(String.init)
  }
}
