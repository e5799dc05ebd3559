import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import StallMonitoring

/// After `stop`, connections stayed open for as long as their clients liked, and kept the server's own thread.
@Suite("The endpoint of metrics when it stops", .hangLimit) struct MetricsServerEndsTests {
  @Test("closes its connections, and its loop has nothing left")
  func closes() throws {
    try onFreshThread {
      let server = try MetricsServer(StallMetrics())
      let loop = RunLoop.current
      try server.attach(to: loop)
      let client = try Socket.client(ofPort: server.port)
      defer { client.close() }
      loop.runUntil { server.connectionCount == 1 }
      server.stop()
      #expect(loop.run(for: .seconds(20)) == .finished)
      var byte: [UInt8] = [0]
      #expect(server.connectionCount == 0 && client.receive(into: &byte) == 0)
    }
  }

  /// The block that was to close them was dropped with the loop, and a second `stop` did nothing.
  @Test(
    "closes its connections also when its loop ends first, with and without a stop", arguments: [0, 1, 2])
  func loopEnds(stops: Int) throws {
    let server = try MetricsServer(StallMetrics())
    let client = try Socket.client(ofPort: server.port)
    defer { client.close() }
    try onFreshThread {
      let loop = RunLoop.current
      try server.attach(to: loop)
      loop.runUntil { server.connectionCount == 1 }
      #expect(server.connectionCount == 1)
      if stops > 0 { server.stop() }
    }
    if stops > 1 { server.stop() }
    var byte: [UInt8] = [0]
    #expect(server.connectionCount == 0 && client.receive(into: &byte) == 0)
  }

  @Test("closes its connections when it is released, on their thread")
  func released() throws {
    try onFreshThread {
      let loop = RunLoop.current
      loop.add(RunLoop.Timer(at: .distantFuture) { _ in })
      var server: MetricsServer? = try MetricsServer(StallMetrics())
      try server?.attach(to: loop)
      let client = try Socket.client(ofPort: server?.port ?? 0)
      defer { client.close() }
      loop.runUntil { server?.connectionCount == 1 }
      server = nil
      loop.run(for: .zero)
      var byte: [UInt8] = [0]
      #expect(client.receive(into: &byte) == 0)
      #expect(loop.snapshot().modes.flatMap(\.items).filter { $0.kind != .timer }.isEmpty)
    }
  }

  @Test("is attached again afterwards")
  func again() throws {
    try onFreshThread {
      let server = try MetricsServer(StallMetrics())
      for _ in 0..<2 {
        try server.attach(to: RunLoop.current)
        let client = try Socket.client(ofPort: server.port)
        RunLoop.current.runUntil { server.connectionCount == 1 }
        #expect(server.connectionCount == 1)
        server.stop()
        RunLoop.current.runUntil { server.connectionCount == 0 }
        client.close()
      }
    }
  }

  /// A thread that took its program's signals would end the program by the first one.
  @Test("has a thread that takes no signals")
  func signals() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      unblockSignals()
      let server = try MetricsServer(StallMetrics())
      try server.start()
      let masks = signalMasks(ofThreadsNamed: "metrics")
      precondition(masks.count == 1, "\(masks)")
      precondition(masks[0] & 1 << UInt(SIGUSR1 - 1) != 0 && masks[0] & 1 << UInt(SIGTERM - 1) != 0)
      server.stop()
    }
  }
}

/// A limit on the size of files ended a program that wrote its metrics: the limit is reported by a signal.
@Suite("The metrics' file under a limit of size", .hangLimit) struct MetricsFileLimitTests {
  @Test("is not written, and says so") func limit() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      unblockSignals()
      let folder = try TemporaryFolder()
      var limit = rlimit(rlim_cur: 64, rlim_max: 64)
      precondition(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      do throws(StallMonitorError) {
        try StallMetrics().write(to: folder.path + "/run_loop.prom")
        preconditionFailure("it was written")
      } catch {
        guard case .unwritable(_, let reason) = error else { preconditionFailure("\(error)") }
        precondition(reason == Errno(EFBIG).description, reason)
      }
      let names = try FileBytes.names(in: folder.path)
      precondition(names.isEmpty)
    }
  }
}

/// Files of /proc that could not be opened for want of descriptors stayed unread for as long as their thread was watched.
@Suite("A file of a thread", .hangLimit) struct ThreadFileReopensTests {
  @Test("is read when there are descriptors again") func again() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      limitDescriptors(to: 32)
      var taken: [Int32] = []
      // Another thread of the process may just have closed one.
      let files = (0..<100).lazy.map { _ in
        while case let number = dup(0), number >= 0 { taken.append(number) }
        return KernelFile("/proc/self/stat")
      }
      guard let file = files.first(where: { $0.read().error == EMFILE }) else {
        preconditionFailure("there always was a descriptor")
      }
      for number in taken { close(number) }
      precondition(file.read().bytes != nil && file.openError == 0)
    }
  }
}

/// A page that could not be made for want of descriptors was never made, also when there were some again.
@Suite("The process's heartbeat page", .hangLimit) struct PageIsMadeLaterTests {
  @Test("is made by the next monitor, and once") func again() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      limitDescriptors(to: 32)
      var taken: [Int32] = []
      while case let number = dup(0), number >= 0 { taken.append(number) }
      guard case .failure = HeartbeatPage.shared else { preconditionFailure("it was made") }
      for number in taken { close(number) }
      let page = try HeartbeatPage.shared.get()
      let again = try HeartbeatPage.shared.get()
      precondition(again === page)
    }
  }
}
