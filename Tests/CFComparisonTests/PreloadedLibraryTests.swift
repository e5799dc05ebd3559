import Foundation
import TestHarness
import Testing

extension CFComparison {
  /// Which libFoundation is served, when it is opened, and what stays of a program's objects.
  @Suite(.hangLimit, .enabled(if: Preloaded.hasProgram)) struct PreloadedLibraries {
    /// A copy of the libFoundation in use, whose build id was never tried.
    final class UnknownFoundation {
      let folder = FileManager.default.temporaryDirectory.appending(path: "foundation-\(getpid())")
      /// Where the libraries are that it needs itself.
      private let others: String

      /// Nil when that library has no build id.
      init?() throws {
        guard let path = Preloaded.foundation else { return nil }
        others = URL(filePath: path).deletingLastPathComponent().path
        var bytes = try Data(contentsOf: URL(filePath: path))
        // The head of a note: the lengths of the name and of the id, the kind, the name.
        let head = Data([4, 0, 0, 0, 20, 0, 0, 0, 3, 0, 0, 0, 0x47, 0x4E, 0x55, 0])
        guard let note = bytes.range(of: head) else { return nil }
        bytes[note.upperBound] ^= 0xFF
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try bytes.write(to: folder.appending(path: "libFoundation.so"))
      }

      deinit { try? FileManager.default.removeItem(at: folder) }

      var environment: [String: String] { ["LD_LIBRARY_PATH": "\(folder.path):\(others)"] }
    }

    private func probe(_ words: [String], preloads: Bool) throws -> ChildProgram.Outcome {
      let library = try ChildProgram.product(Preloaded.library)
      return try ChildProgram.run(
        try ChildProgram.product("foundationprobe"), words,
        environment: preloads ? ["LD_PRELOAD": library] : [:], seconds: 60)
    }

    @Test func anUnknownFoundationGetsAWarningAndTheToolchainsLoop() throws {
      guard let unknown = try UnknownFoundation() else {
        return print("skipped: this libFoundation has no build id")
      }
      let tool = try ChildProgram.product("runloop")
      let program = try ChildProgram.product("foundationprobe")
      let refused = try ChildProgram.run(
        tool, ["foundation", program, "library"], environment: unknown.environment)
      #expect(refused.status == 0)
      #expect(refused.output == "preloaded: false\nengine: false\n")
      #expect(
        refused.errors.contains("warning: \(unknown.folder.path)/libFoundation.so, build "),
        "\(refused.errors)")
      #expect(
        refused.errors.contains("was not tried: the program runs on the toolchain's loop"),
        "\(refused.errors)")
      let asked = try ChildProgram.run(
        tool, ["foundation", "--any", program, "library"], environment: unknown.environment)
      #expect(asked.status == 0)
      #expect(asked.output == "preloaded: true\nengine: true\n")
      #expect(asked.errors.contains("was not tried\n"), "\(asked.errors)")
      // A program that another one has started, with a library of its own.
      let library = try ChildProgram.product(Preloaded.library)
      let child = try ChildProgram.run(
        program, ["waits"],
        environment: unknown.environment.merging(["LD_PRELOAD": library, "MAINSPRING_FOUNDATION": "tried"]) {
          $1
        })
      #expect(child.status == 0)
      #expect(child.output == (try probe(["waits"], preloads: false)).output)
      #expect(
        child.errors.contains("was not tried: the toolchain's run loop is used")
          && child.errors.split(separator: "\n").count == 1, "\(child.errors)")
    }

    @Test func theFirstLoopMayBeAnotherThreads() throws {
      let expected = try probe(["secondary"], preloads: false)
      let actual = try probe(["secondary"], preloads: true)
      #expect(expected.output.contains("main loop: done"), "\(expected.output)")
      #expect(actual.output == expected.output)
      #expect(actual.status == 0 && actual.errors == "", "\(actual.errors)")
    }

    /// The main loop is that of the thread that opened Foundation.
    @Test func foundationMayBeOpenedByAnotherThreadLater() throws {
      guard let program = try? ChildProgram.product("foundationlate"), let foundation = Preloaded.foundation
      else {
        return print("skipped: not built")
      }
      let library = try ChildProgram.product(Preloaded.library)
      let expected = try ChildProgram.run(program, [foundation])
      let actual = try ChildProgram.run(program, [foundation], environment: ["LD_PRELOAD": library])
      #expect(
        expected.output == """
          of the thread that opened it: main 1
          fired
          result 2
          stopped 2
          of the first thread: main 0
          fired
          result 2

          """)
      #expect(actual.output == expected.output)
      #expect(actual.status == 0 && actual.errors == "", "\(actual.errors)")
      // The toolchain's loop serves the main dispatch queue on the process's first thread only.
      let served = try ChildProgram.run(
        program, [foundation, "queue"], environment: ["LD_PRELOAD": library])
      #expect(served.output.contains("\nmain queue: on the thread that opened it 1\nstopped 2\n"))
    }

    /// Memory may differ by what caches hold; a leak is so much for each of them. `MAINSPRING_SPAWNS` is how many processes.
    @Test(arguments: [("spawns", Preloaded.number("MAINSPRING_SPAWNS") ?? 5), ("items", 300)])
    func nothingIsKept(_ kind: String, _ count: Int) throws {
      let expected = try probe([kind, "\(count)"], preloads: false)
      let actual = try probe([kind, "\(count)"], preloads: true)
      #expect(actual.status == 0 && actual.errors == "", "\(actual.errors)")
      let (before, after) = (lines(expected.output), lines(actual.output))
      #expect(before.others == after.others)
      #expect(after.others.contains("objects kept: 0"), "\(actual.output)")
      let more = after.bytes - before.bytes
      #expect(more < 40 * count + 20_000, "\(more) bytes more than with the toolchain's loop")
    }

    private func lines(_ output: String) -> (others: [String], bytes: Int) {
      let lines = output.split(separator: "\n").map { String($0) }
      let words = "bytes kept: "
      let bytes = lines.first { $0.hasPrefix(words) }.flatMap { Int($0.dropFirst(words.count)) }
      return (lines.filter { !$0.hasPrefix(words) }, bytes ?? .max / 2)
    }
  }
}
