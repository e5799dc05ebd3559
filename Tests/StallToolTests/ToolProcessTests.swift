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
}
