import LinuxSystem
import TestHarness
import Testing

@testable import StallMonitoring

extension RealThreads {
  /// Threads that wait for the end of child processes.
  @Suite(.hangLimit, .serialized) struct ChildWaitTests {
    private enum Call: String, CaseIterable { case wait4, waitid }

    @Test(
      "A wait for one of several children is one for that child, by either call", arguments: Call.allCases)
    private func oneOfSeveral(_ call: Call) throws {
      // Both wait for a line that does not come.
      var ends: [Int32] = [-1, -1]
      pipe(&ends)
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      let programs = [
        try ChildProgram("/bin/cat", descriptors: [0: ends[0]]),
        try ChildProgram("/bin/cat", descriptors: [0: ends[0]]),
      ]
      defer { for program in programs { program.kill() } }
      let awaited = programs.map(\.process).max() ?? 0
      let world = LinuxWorld()
      world.wideAge = 0
      let waiter = TargetThread(world) {
        var information = siginfo_t()
        var status: Int32 = 0
        switch call {
        case .wait4: waitpid(awaited, &status, 0)
        case .waitid: waitid(P_PID, id_t(awaited), &information, WEXITED | WNOWAIT)
        }
      }
      var found: WaitChain?
      for _ in 0..<1_000 {
        _ = world.sample(thread: waiter.thread)
        found = (world.watchedThread(waiter.thread) ?? world.visitor(waiter.thread)).notes.last?.chain
        if found?.links.first?.object == .childProcess { break }
        usleep(5_000)
      }
      let links = found?.links ?? []
      #expect(links.first?.object == .childProcess && links.first?.place == UInt64(awaited))
      #expect(links.count > 1 && links[1].process == awaited && links.first?.otherProcesses == 0)
      // Which ends both programs.
      for end in ends { close(end) }
      waiter.join()
    }

    @Test(
      "A wait for a group of processes is one for no known child, by either call", arguments: Call.allCases)
    private func group(_ call: Call) throws {
      // It waits for a line that does not come.
      var ends: [Int32] = [-1, -1]
      pipe(&ends)
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      let program = try ChildProgram("/bin/cat", descriptors: [0: ends[0]])
      defer { program.kill() }
      let process = program.process
      // The first of a group of its own.
      try #require(getpgid(process) == process)
      let waiter = TargetThread {
        var information = siginfo_t()
        var status: Int32 = 0
        switch call {
        case .wait4: waitpid(-process, &status, 0)
        case .waitid: waitid(P_PGID, id_t(process), &information, WEXITED | WNOWAIT)
        }
      }
      let place = ThreadPlace(process: getpid(), thread: waiter.thread)
      let reader = WaitReader(of: nil)
      reader.begin(isWide: true)
      let name = waitUntil { reader.call(of: place).map { SystemCallTable.name($0.number) } == call.rawValue }
      #expect(name && reader.wait(of: place) == nil)
      for end in ends { close(end) }
      waiter.join()
    }
  }
}
