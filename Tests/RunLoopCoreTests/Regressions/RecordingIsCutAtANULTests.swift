import LinuxSystem
import RunLoopCore
import TestHarness
import Testing

import class RunLoopCore.RunLoop

/// A recording whose path has a NUL replaced the file that the part before it names.
@Suite(.hangLimit) struct RecordingIsCutAtANULTests {
  @Test func aPathWithANULIsRefused() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/kept"
    #expect(throws: RunLoop.Recorder.Failure.file(path: "\(path)\0.json", call: "open", code: ENOENT)) {
      _ = try RunLoop.Recorder(path: "\(path)\0.json")
    }
    #expect(access(path, F_OK) != 0)
  }
}
