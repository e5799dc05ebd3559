import Foundation
import TestHarness
import Testing

/// Calls of `runloop demo` that need no display.
@Suite(.hangLimit) struct DemoCallTests {
  /// Where no router listens it waits for one, for as long as was asked for.
  @Test func aDemoEndsAfterItsSeconds() throws {
    let folder = try TemporaryFolder()
    let outcome = try ChildProgram.run(
      try ChildProgram.product("runloop"),
      [
        "demo", "canvas", "--router", folder.path + "/router", "--seconds", "0.1", "--folder",
        folder.path + "/reports",
      ], seconds: 60)
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  /// Was wrong: it stayed open and silent.
  @Test func aDemoWithoutARouterReportsThatItWaits() throws {
    let folder = try TemporaryFolder()
    let outcome = try ChildProgram.run(
      try ChildProgram.product("runloop"),
      [
        "demo", "canvas", "--router", folder.path + "/router", "--seconds", "2", "--folder",
        folder.path + "/reports",
      ], seconds: 60)
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("runloop: no router answers at \(folder.path)/router: waiting for one"))
  }

  @Test func aRecordingHasTheMainLoopsActivity() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/trace.json"
    let outcome = try ChildProgram.run(
      try ChildProgram.product("runloop"), ["demo", "--record", file, "touches"])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let events = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: file)))
    let names = (events as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
    #expect(names.count > 20, "\(names)")
    let missing = try ChildProgram.run(
      try ChildProgram.product("runloop"), ["demo", "touches", "--record"])
    #expect(missing.status == 2 && missing.errors.contains("--record needs a file"))
  }
}
