import LinuxSystem
import RunLoopCore
import RunLoopNet
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// A datagram socket receives, sends and reports in a run of the mode that it was made for, and leaves nothing in it.
@Suite(.hangLimit) struct DatagramModeTests {
  private static let mode = RunLoop.Mode(rawValue: "transfer")

  /// The calling thread's loop, which has something to wait for in both modes.
  private static func loop() -> RunLoop {
    let loop = RunLoop.current
    for mode in [mode, .default] { loop.add(RunLoop.Source {}, to: mode) }
    return loop
  }

  private static func socket(batch: Int = 1) throws -> DatagramSocket {
    try DatagramSocket(at: .tcp("127.0.0.1", port: 0), mode: mode, batch: batch)
  }

  @Test func datagramsOfATurnAreSentInARunOfTheMode() throws {
    try onFreshThread {
      let loop = Self.loop()
      let (reader, writer) = (try Self.socket(), try Self.socket(batch: 4))
      let notes = Notes()
      try reader.start(.init(received: { _, datagrams in notes.count += datagrams.count }))
      try writer.start(.init(received: { _, _ in }))
      try writer.send([1], to: reader.address)
      loop.run(for: .milliseconds(5))
      #expect(writer.unsentCount == 1 && notes.count == 0)
      for _ in 0..<1000 where notes.count == 0 { loop.run(mode: Self.mode, for: .milliseconds(5)) }
      #expect(writer.unsentCount == 0 && notes.count == 1)
      for socket in [reader, writer] { socket.close() }
    }
  }

  @Test func datagramsAreReceivedInARunOfTheMode() throws {
    try onFreshThread {
      let loop = Self.loop()
      let (reader, writer) = (try Self.socket(), try Self.socket())
      let notes = Notes()
      try reader.start(.init(received: { _, datagrams in notes.count += datagrams.count }))
      // The second one sends the first: a batch is full.
      for byte in 1...2 as ClosedRange<UInt8> { try writer.send([byte], to: reader.address) }
      loop.run(for: .milliseconds(5))
      #expect(notes.count == 0)
      for _ in 0..<1000 where notes.count == 0 { loop.run(mode: Self.mode, for: .milliseconds(5)) }
      #expect(notes.count > 0)
      for socket in [reader, writer] { socket.close() }
    }
  }

  @Test func aDatagramThatCanNotBeSentIsReportedInARunOfTheMode() throws {
    try onFreshThread(SimulatedClock()) {
      let loop = Self.loop()
      let (socket, notes) = (try Self.socket(), Notes())
      try socket.start(.init(received: { _, _ in }, failed: { _, error in notes("\(error)") }))
      // Of another family: the second one is its attempt.
      try socket.send([1], to: .tcp("::1", port: 9))
      try socket.send([2], to: socket.address)
      loop.run(for: .seconds(1))
      #expect(notes.lines.isEmpty)
      loop.run(mode: Self.mode, for: .seconds(1))
      #expect(notes.lines == ["\(NetError.unexpected(call: "sendmmsg", code: EAFNOSUPPORT))"])
      socket.close()
    }
  }

  /// A local socket that was not connected: the kernel does not report its room.
  private static func full(
    _ drained: ((DatagramSocket) -> Void)? = nil,
    _ body: @escaping @Sendable (RunLoop, _ reader: DatagramSocket, _ writer: DatagramSocket) throws -> Void
  ) throws {
    nonisolated(unsafe) let drained = drained
    try onFreshThread(SimulatedClock()) {
      let (loop, path) = (Self.loop(), freshPath())
      let reader = try DatagramSocket(at: .unix("\(path)-r"))
      let writer = try DatagramSocket(at: .unix("\(path)-w"), mode: mode, batch: 1)
      try writer.start(.init(received: { _, _ in }, drained: drained))
      while try writer.send([1], to: .unix("\(path)-r")) {}
      #expect(writer.unsentCount == 1)
      try body(loop, reader, writer)
      for socket in [reader, writer] { socket.close() }
    }
  }

  private static func drain(_ socket: DatagramSocket) {
    var byte: UInt8 = 0
    while recv(socket.descriptor, &byte, 1, Int32(MSG_DONTWAIT)) == 1 {}
  }

  @Test func theNextAttemptIsNeverLongAfterTheLast() throws {
    try Self.full { loop, reader, writer in
      loop.run(mode: Self.mode, for: .milliseconds(20_500))
      #expect(writer.unsentCount == 1)
      Self.drain(reader)
      loop.run(mode: Self.mode, for: .milliseconds(101))
      #expect(writer.unsentCount == 0)
    }
  }

  @Test func theNextAttemptIsMadeInARunOfTheMode() throws {
    try Self.full { loop, reader, writer in
      Self.drain(reader)
      loop.run(for: .seconds(1))
      #expect(writer.unsentCount == 1, "another mode's run")
      loop.run(mode: Self.mode, for: .milliseconds(101))
      #expect(writer.unsentCount == 0)
    }
  }

  @Test func aSocketThatIsClosedWhileItWaitsLeavesNothing() throws {
    try Self.full { loop, reader, writer in
      let items = loop.itemCount
      writer.close()
      // The descriptor and the next attempt.
      #expect(loop.itemCount == items - 2 && !writer.isOpen)
      Self.drain(reader)
      loop.run(mode: Self.mode, for: .seconds(1))
      var byte: UInt8 = 0
      #expect(recv(reader.descriptor, &byte, 1, Int32(MSG_DONTWAIT)) < 0, "nothing is sent after the close")
    }
  }

  @Test func aSocketThatIsClosedInAHandlerCallsNoOther() throws {
    try onFreshThread {
      let (loop, notes) = (Self.loop(), Notes())
      let items = loop.itemCount
      let reader = try Self.socket()
      try reader.start(
        .init(received: { socket, _ in
          notes("received")
          socket.close()
        }))
      let writer = try Self.socket()
      // Both fail, and the third one sends the second.
      try writer.start(
        .init(
          received: { _, _ in },
          failed: { socket, _ in
            notes("failed")
            socket.close()
          }))
      let other = try Self.socket()
      for byte in 1...3 as ClosedRange<UInt8> { try other.send([byte], to: reader.address) }
      for byte in 1...2 as ClosedRange<UInt8> { try writer.send([byte], to: .tcp("::1", port: 9)) }
      try writer.send([3], to: reader.address)
      for _ in 0..<1000 where notes.lines.count < 2 { loop.run(mode: Self.mode, for: .milliseconds(5)) }
      loop.run(mode: Self.mode, for: .milliseconds(5))
      #expect(notes.lines.sorted() == ["failed", "received"])
      #expect(loop.itemCount == items && !reader.isOpen && !writer.isOpen)
      other.close()
    }
  }

  @Test func aSocketIsClosedWhenThereIsRoom() throws {
    let notes = Notes()
    let drained: (DatagramSocket) -> Void = { socket in
      notes("drained")
      socket.close()
    }
    try Self.full(drained) { loop, reader, writer in
      Self.drain(reader)
      let items = loop.itemCount
      loop.run(mode: Self.mode, for: .seconds(1))
      #expect(notes.lines == ["drained"] && !writer.isOpen && loop.itemCount == items - 2)
    }
  }
}
