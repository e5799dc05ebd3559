import Foundation
import TestHarness
import Testing

extension CFComparison {
  /// What the environment and a thread may ask of the preloaded library.
  @Suite(.hangLimit, .enabled(if: Preloaded.hasProgram)) struct PreloadedSettings {
    private func run(_ words: [String], _ environment: [String: String] = [:]) throws -> ChildProgram.Outcome
    {
      let library = try ChildProgram.product(Preloaded.library)
      return try ChildProgram.run(
        try ChildProgram.product("foundationprobe"), words,
        environment: ["LD_PRELOAD": library].merging(environment) { $1 }, seconds: 60)
    }

    /// With the toolchain's loop that is undefined.
    @Test func aRunOfAnotherThreadsLoopFinishesAtOnce() throws {
      let outcome = try run(["elsewhere"])
      #expect(outcome.status == 0)
      #expect(outcome.output == "run elsewhere: 1\n" && outcome.errors == "")
    }

    @Test func aMessageIsWrittenOnceAndNotWhereItShallBeQuiet() throws {
      let outcome = try run(["closed"])
      #expect(outcome.output == "run: 3\n")
      #expect(
        outcome.errors.contains("can not be watched") && outcome.errors.split(separator: "\n").count == 1)
      let quiet = try run(["closed"], ["MAINSPRING_FOUNDATION_QUIET": "1"])
      #expect(quiet.output == outcome.output && quiet.errors == "")
    }

    @Test(arguments: [["MAINSPRING_STALLS": "0"], ["MAINSPRING_METRICS": "0"]])
    func stallsAreNotReportedUnlessTheyAreAskedFor(_ environment: [String: String]) throws {
      let folder = try TemporaryFolder()
      let more = ["MAINSPRING_STALLS_THRESHOLD": "100", "MAINSPRING_STALLS_FOLDER": folder.path]
      let outcome = try run(["stall"], environment.merging(more) { $1 })
      #expect(outcome.output == "went on\n" && outcome.errors == "")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
      // The same stall is one where it is asked for.
      _ = try run(["stall"], more.merging(["MAINSPRING_STALLS": "1"]) { $1 })
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) != [])
    }

    @Test func aRecordingEndsWithTheProgram() throws {
      let folder = try TemporaryFolder()
      let path = folder.path + "/recording.json"
      let outcome = try run(["waits"], ["MAINSPRING_RECORD": path])
      #expect(outcome.status == 0 && outcome.errors == "")
      let events = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path))) as? [Any]
      #expect((events?.count ?? 0) > 10)
    }
  }
}
