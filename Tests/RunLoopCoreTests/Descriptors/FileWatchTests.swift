import Foundation
import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Files and directories that change.
@Suite(.hangLimit) struct FileWatchTests {
  typealias Watch = RunLoop.FileWatchSource

  /// A directory that goes with the test.
  private final class Directory: Sendable {
    let path: String

    init() throws {
      let url = FileManager.default.temporaryDirectory.appendingPathComponent("watch-\(UUID())")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ name: String, _ text: String = "x") {
      // Not by way of a temporary file, as Foundation does it.
      let number = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
      _ = LinuxSystem.write(number, text, text.utf8.count)
      close(number)
    }
  }

  private static func names(_ changes: Watch.Changes) -> String {
    let names: [(Watch.Changes, String)] = [
      (.created, "created"), (.deleted, "deleted"), (.closedAfterWriting, "written"), (.movedFrom, "from"),
      (.movedTo, "to"), (.selfDeleted, "self deleted"), (.ended, "ended"), (.overflow, "overflow"),
      (.isDirectory, "directory"),
    ]
    return names.filter { changes.contains($0.0) }.map(\.1).joined(separator: " ")
  }

  @Test func changesComeInOrderWithNamesAndMoves() throws {
    let log = Log()
    let directory = try Directory()
    try onFreshThread {
      let loop = RunLoop.current
      let cookies = Box<Set<UInt32>>([])
      let source = try Watch { changes in
        for change in changes {
          #expect(change.path == directory.path)
          log("\(change.name ?? "-") \(Self.names(change.changes))")
          if change.cookie != 0 { cookies.value?.insert(change.cookie) }
        }
        return .rearm
      }
      try source.watch(directory.path)
      #expect(source.watchedPaths == [directory.path])
      try loop.add(source)
      directory.write("a")
      rename("\(directory.path)/a", "\(directory.path)/b")
      mkdir("\(directory.path)/sub", 0o700)
      unlink("\(directory.path)/b")
      loop.run(for: .milliseconds(50))
      #expect(cookies.value?.count == 1)
    }
    #expect(
      log.lines == [
        "a created", "a written", "a from", "b to", "sub created directory", "b deleted",
      ])
  }

  @Test func goneFileEndsItsWatch() throws {
    let log = Log()
    let directory = try Directory()
    directory.write("a")
    try onFreshThread {
      let loop = RunLoop.current
      let source = try Watch { changes in
        for change in changes where change.changes != .attributes { log(Self.names(change.changes)) }
        return .rearm
      }
      try source.watch("\(directory.path)/a", for: .selfDeleted)
      try loop.add(source)
      unlink("\(directory.path)/a")
      loop.runUntil { source.watchedPaths.isEmpty }
      #expect(source.watchedPaths.isEmpty)
    }
    #expect(log.lines == ["self deleted", "ended"])
  }

  @Test func unwatchedFilesAreNotReported() throws {
    let log = Log()
    let directory = try Directory()
    try onFreshThread {
      let loop = RunLoop.current
      let source = try Watch { changes in
        for change in changes { log(change.name ?? "-") }
        return .rearm
      }
      try source.watch(directory.path)
      try loop.add(source)
      directory.write("a")
      source.unwatch(directory.path)
      directory.write("b")
      loop.run(for: .milliseconds(20))
    }
    #expect(log.lines == [])
  }

  @Test func aFileOfTwoPathsIsWatchedByTheLast() throws {
    let log = Log()
    let directory = try Directory()
    let other = directory.path + "/."
    try onFreshThread {
      let loop = RunLoop.current
      let source = try Watch { changes in
        for change in changes { log("\(change.path == other) \(Self.names(change.changes))") }
        return .rearm
      }
      try source.watch(directory.path)
      try source.watch(other, for: .closedAfterWriting)
      try loop.add(source)
      #expect(source.watchedPaths == [other])
      directory.write("a")
      #expect(loop.run(until: { log.count > 0 }, timeout: .seconds(20)))
      // There is no watch of that path any more.
      source.unwatch(directory.path)
      directory.write("b")
      #expect(loop.run(until: { log.count > 1 }, timeout: .seconds(20)))
    }
    #expect(log.lines == ["true written", "true written"])
  }

  @Test func overflowIsReported() throws {
    let limit = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    guard let most = Int(limit.trimmingCharacters(in: .whitespacesAndNewlines)), most <= 100_000 else {
      print("skipped: the kernel queues too many events to overflow it in a test")
      return
    }
    let directory = try Directory()
    directory.write("a")
    directory.write("b")
    let overflows = Counter()
    try onFreshThread {
      let loop = RunLoop.current
      let source = try Watch { changes in
        for change in changes where change.changes.contains(.overflow) {
          #expect(change.path == "")
          overflows.add()
          loop.stop()
        }
        return .rearm
      }
      try source.watch(directory.path, for: .accessed)
      try loop.add(source)
      // Equal ones in a row would be one.
      let files = ["a", "b"].map { open("\(directory.path)/\($0)", O_RDONLY) }
      var byte: UInt8 = 0
      for number in 0..<(most + 10) {
        lseek(files[number % 2], 0, Int32(SEEK_SET))
        read(files[number % 2], &byte, 1)
      }
      for file in files { close(file) }
      loop.run(for: patience)
    }
    #expect(overflows.value == 1)
  }

  @Test func whatIsNotThereIsRefused() throws {
    let directory = try Directory()
    let source = try Watch { _ in .rearm }
    let path = "\(directory.path)/nothing"
    #expect(throws: RunLoop.PortError.noSuchFile(path: path)) { try source.watch(path) }
  }

  @Test func aPathThatIsNotWatchedAnyMoreWakesNoLoop() throws {
    let directory = try Directory()
    try onFreshThread {
      let loop = RunLoop.current
      let source = try Watch { _ in .rearm }
      try source.watch(directory.path)
      try loop.add(source)
      source.unwatch(directory.path)
      // The kernel reports that the watch has ended.
      loop.settle()
      directory.write("a")
      var entry = pollfd(fd: source.port.descriptor, events: Int16(POLLIN), revents: 0)
      #expect(poll(&entry, 1, 0) == 0)
    }
  }
}
