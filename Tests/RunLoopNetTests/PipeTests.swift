import LinuxSystem
import RunLoopCore
import RunLoopNet
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Connections over pipes and terminals.
@Suite(.hangLimit) struct PipeTests {
  private static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(linux_pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  @Test func bytesAndTheEndGoThroughAPipe() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let ends = try Self.pipe()
      let (reader, writer) = (Connection(ends.reading), Connection(ends.writing))
      let (notes, others) = (Notes(), Notes())
      // More than a pipe holds.
      let bytes = [UInt8](repeating: 7, count: 300_000)
      try reader.start(
        .init(received: { notes.bytes += $1 }, closed: { notes($1.map { "\($0)" } ?? "closed") }))
      try writer.start(.init(received: { _, _ in }, closed: { others($1.map { "\($0)" } ?? "closed") }))
      #expect(!writer.write(bytes))
      writer.close()
      #expect(loop.run(until: { !notes.lines.isEmpty && !others.lines.isEmpty }, timeout: patience))
      #expect(notes.bytes == bytes && notes.lines == ["closed"] && others.lines == ["closed"])
    }
  }

  @Test func aReaderThatHasGoneIsAnErrorAndNoSignal() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      signal(SIGPIPE, SIG_DFL)
      try onFreshThread {
        let loop = RunLoop.current
        // Without and with a write after the reader's end.
        for writes in [false, true] {
          let ends = try PipeTests.pipe()
          let writer = Connection(ends.writing)
          let notes = Notes()
          try writer.start(notingIn: notes)
          close(ends.reading)
          if writes { #expect(!writer.write([1])) }
          #expect(loop.run(until: { !notes.lines.isEmpty }, timeout: .seconds(20)))
          #expect(notes.lines == ["\(NetError.brokenPipe)"])
        }
      }
    }
  }

  /// Both ends of a terminal: the program's and the emulator's.
  private static func terminal() throws -> (near: Int32, far: Int32) {
    let far = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // unlockpt(3) and ptsname(3), which Glibc's module does not have: TIOCSPTLCK and TIOCGPTN.
    var (lock, number) = (Int32(0), UInt32(0))
    try #require(far >= 0 && ioctl(far, 0x4004_5431, &lock) == 0 && ioctl(far, 0x8004_5430, &number) == 0)
    let near = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(near >= 0)
    return (near, far)
  }

  /// Reading there fails once the last program has ended, other than at the end of a pipe.
  @Test func theEndOfATerminalsLastProgramIsNoError() throws {
    try onFreshThread {
      let (near, far) = try Self.terminal()
      let notes = Notes()
      let connection = Connection(far)
      try connection.start(notingIn: notes)
      #expect(write(near, "bye", 3) == 3)
      #expect(RunLoop.current.run(until: { notes.bytes == Array("bye".utf8) }, timeout: patience))
      close(near)
      #expect(RunLoop.current.run(until: { !notes.lines.isEmpty }, timeout: patience))
      #expect(notes.lines == ["closed"])
    }
  }

  @Test func aSharedTerminalStaysAsItIs() throws {
    try onFreshThread {
      let loop = RunLoop.current
      let (near, far) = try Self.terminal()
      let notes = Notes()
      let connection = try Connection(sharing: near)
      try connection.start(notingIn: notes)
      #expect(fcntl(near, F_GETFL, 0) & O_NONBLOCK == 0 && connection.descriptor != near)
      #expect(write(far, "hello\n", 6) == 6)
      #expect(loop.run(until: { notes.bytes.count >= 6 }, timeout: patience))
      #expect(notes.bytes == Array("hello\n".utf8))
      connection.write("answer")
      close(near)
      close(far)
      #expect(loop.run(until: { !notes.lines.isEmpty }, timeout: patience))
      #expect(notes.lines == ["closed"])
    }
  }

  @Test func aFileIsRefused() throws {
    try onFreshThread {
      let file = open("/etc/passwd", O_RDONLY | O_CLOEXEC)
      defer { close(file) }
      let connection = try Connection(sharing: file)
      #expect(throws: NetError.self) { try connection.start(.init(received: { _, _ in })) }
      #expect(throws: NetError.self) { try Connection(sharing: -1) }
    }
  }
}
