import LinuxSystem
import RunLoopCore
import RunLoopNet
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Connections over a pipe that other programs use, too.
@Suite(.hangLimit) struct SharedPipeTests {
  @Test func aSharedPipeHasTheLimitsThatItIsGiven() throws {
    try onFreshThread {
      var ends: [Int32] = [-1, -1]
      try #require(linux_pipe(&ends) == 0)
      defer { for end in ends { close(end) } }
      let writer = try Connection(sharing: ends[1], highWaterMark: 200_000)
      #expect(writer.highWaterMark == 200_000)
      try writer.start(.init(received: { _, _ in }))
      #expect(writer.write([UInt8](repeating: 1, count: 200_000)), "less than the mark waits")
      #expect(!writer.write([UInt8](repeating: 1, count: 200_000)))
      var others: [Int32] = [-1, -1]
      try #require(linux_pipe(&others) == 0)
      defer { for end in others { close(end) } }
      let notes = Notes()
      try Connection(sharing: others[0], timeOuts: .init(read: .milliseconds(5))).start(notingIn: notes)
      #expect(RunLoop.current.run(until: { !notes.lines.isEmpty }, timeout: patience))
      #expect(notes.lines == ["\(NetError.timedOut)"], "nothing was written")
    }
  }
}
