import Glibc
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
      let client = Self.silentClient(server.port)
      defer { close(client) }
      loop.runUntil { server.connectionCount == 1 }
      server.stop()
      #expect(loop.run(for: .seconds(20)) == .finished)
      var byte: UInt8 = 0
      #expect(server.connectionCount == 0 && recv(client, &byte, 1, 0) == 0)
    }
  }

  @Test("is attached again afterwards")
  func again() throws {
    try onFreshThread {
      let server = try MetricsServer(StallMetrics())
      for _ in 0..<2 {
        try server.attach(to: RunLoop.current)
        let client = Self.silentClient(server.port)
        RunLoop.current.runUntil { server.connectionCount == 1 }
        #expect(server.connectionCount == 1)
        server.stop()
        RunLoop.current.runUntil { server.connectionCount == 0 }
        close(client)
      }
    }
  }

  /// A thread that took its program's signals would end the program by the first one.
  @Test("has a thread that takes no signals")
  func signals() async {
    await #expect(processExitsWith: .success) {
      alarm(60)
      let server = try MetricsServer(StallMetrics())
      try server.start()
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGUSR1)
      // Blocked here and in the server's thread, but for the test's own others: they are asked.
      let masks = try FileBytes.names(in: "/proc/self/task").compactMap { thread -> String? in
        guard let status = ProcFile.contents("/proc/self/task/\(thread)/status") else { return nil }
        let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
        guard lines.contains(where: { $0.hasPrefix("Name:") && $0.hasSuffix("metrics") }) else { return nil }
        return lines.first { $0.hasPrefix("SigBlk:") }.map { String($0.suffix(16)) }
      }
      precondition(masks.count == 1, "\(masks)")
      let blocked = UInt64(masks[0], radix: 16)!
      precondition(blocked & 1 << UInt64(SIGUSR1 - 1) != 0 && blocked & 1 << UInt64(SIGTERM - 1) != 0)
      server.stop()
    }
  }

  private static func silentClient(_ port: UInt16) -> Int32 {
    let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    #expect(status == 0)
    return client
  }
}

/// A limit on the size of files ended a program that wrote its metrics: it is told by a signal.
@Suite("The metrics' file under a limit of size", .hangLimit) struct MetricsFileLimitTests {
  @Test("is not written, and says so") func limit() async {
    await #expect(processExitsWith: .success) {
      alarm(60)
      let folder = TemporaryFolder()
      var limit = rlimit(rlim_cur: 64, rlim_max: 64)
      precondition(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      do throws(StallMonitorError) {
        try StallMetrics().write(to: folder.path + "/run_loop.prom")
        preconditionFailure("it was written")
      } catch {
        guard case .unwritable(_, let reason) = error else { preconditionFailure("\(error)") }
        precondition(reason == FileBytes.reason(EFBIG), reason)
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
      alarm(60)
      limitDescriptors(to: 32)
      var taken: [Int32] = []
      while case let number = dup(0), number >= 0 { taken.append(number) }
      let file = ProcFile("/proc/self/stat")
      precondition(file.read().error == EMFILE)
      for number in taken { close(number) }
      precondition(file.read().bytes != nil && file.openError == 0)
    }
  }
}

/// A page that could not be made for want of descriptors was never made, also when there were some again.
@Suite("The process's heartbeat page", .hangLimit) struct PageIsMadeLaterTests {
  @Test("is made by the next monitor, and once") func again() async {
    await #expect(processExitsWith: .success) {
      alarm(60)
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
