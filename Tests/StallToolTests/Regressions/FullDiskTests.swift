import Foundation
import TestHarness
import Testing

/// A flame graph that could not be written, or not all of it, ended with status 0, and its name was printed.
@Suite("A flame graph without room on the disk", .hangLimit)
struct FullDiskTests {
  @Test("is reported with the file and the reason, and without its name on standard output")
  func flame() throws {
    let folder = try TemporaryFolder()
    let corpus = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../Fuzzing/reports/escapes")
    try Data(contentsOf: corpus).write(to: URL(filePath: folder.path + "/20260921-000000-4711.stalls"))
    let run = try Tool.run(["flame", "last", "--folder", folder.path, "--output", "/dev/full"])
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.contains("/dev/full can not be written: No space left on device"), "\(run.errors)")
  }
}
