import LinuxSystem
import RunLoopCore
import RunLoopNet
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// A socket that was closed removed what was at its path, also the socket of another one that had been bound there since.
@Suite(.hangLimit) struct ClosedSocketRemovesItsSuccessorsPathTests {
  @Test func theSuccessorsFileStays() throws {
    try onFreshThread {
      let path = freshPath()
      let old = try Listener(at: .unix(path)) { _ in }
      unlink(path)
      let new = try Listener(at: .unix(path)) { _ in }
      old.close()
      #expect(access(path, F_OK) == 0)
      new.close()
      #expect(access(path, F_OK) != 0)

      let first = try DatagramSocket(at: .unix(path))
      unlink(path)
      let second = try DatagramSocket(at: .unix(path))
      first.close()
      #expect(access(path, F_OK) == 0)
      second.close()
      #expect(access(path, F_OK) != 0)
    }
  }

  @Test func aForkedChildLeavesItsParentsFile() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      try onFreshThread {
        let path = freshPath()
        let socket = try DatagramSocket(at: .unix(path))
        let child = linux_fork()
        if child == 0 {
          socket.close()
          _exit(0)
        }
        waitpid(child, nil, 0)
        #expect(access(path, F_OK) == 0)
        socket.close()
        #expect(access(path, F_OK) != 0)
      }
    }
  }
}
