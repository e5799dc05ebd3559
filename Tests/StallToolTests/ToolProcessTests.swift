import Foundation
import TestHarness
import Testing

@testable import runloop

/// Programs that the tool starts.
@Suite(.hangLimit) struct ToolProcessTests {
  @Test(arguments: [("exit 7", 7), ("kill -9 $$", 128 + SIGKILL), ("exit 0", 0)] as [(String, Int32)])
  func theStatusIsThatOfAShell(_ command: String, _ status: Int32) throws {
    #expect(runloop.ToolProcess.wait(for: try ToolProcess.start("/bin/sh", ["sh", "-c", command])) == status)
  }

  @Test func anErrorKeepsItsLinesAndNothingElseThatATerminalObeys() {
    #expect(runloop.Tool.plainLines("a\u{1B}[m\n  b\r\n") == "a\u{FFFD}[m\n  b\u{FFFD}\u{FFFD}")
    #expect(
      runloop.Tool.plainLines("1\tone\n2\ttwo\n") == "1\tone\n2\ttwo\n" && runloop.Tool.plainLines("") == "")
  }

  @Test func aFolderForFilesIsItsMakersOrAnErrorSaysWhereThereIsNone() throws {
    let parent = try TestHarness.TemporaryFolder().path
    do throws(Descriptors.Failure) {
      Issue.record("made: \(try runloop.TemporaryFolder.make("x", in: "\(parent)/none"))")
    } catch {
      #expect("\(error)" == "mkdtemp in \(parent)/none failed: No such file or directory")
    }
    let folder = try runloop.TemporaryFolder.make("x")
    defer { rmdir(folder) }
    var status = stat()
    #expect(folder.hasPrefix("/tmp/x-") && stat(folder, &status) == 0 && status.st_mode & 0o777 == 0o700)
  }
}
