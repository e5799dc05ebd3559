import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Message ports: whole messages, in order, and a defined answer to everything else.
@Suite(.hangLimit) struct MessagePortTests {
  @Test func messagesArriveWholeAndInOrder() throws {
    let (here, there) = try RunLoop.MessagePort.pair()
    let messages: [[UInt8]] = [[1], [2, 3], Array(repeating: 4, count: 10_000), [0], [5, 6, 7]]
    for message in messages { try there.send(message) }
    var received: [[UInt8]] = []
    while let message = try here.receive() { received.append(message) }
    #expect(received == messages)
  }

  @Test func bothEndsAreEqual() throws {
    let (here, there) = try RunLoop.MessagePort.pair()
    try here.send([1])
    try there.send([2])
    #expect(try here.receive() == [2])
    #expect(try there.receive() == [1])
    #expect(try here.receive() == nil)
  }

  @Test func messagesAreReceivedIntoABufferWithTheirWholeLength() throws {
    let (here, there) = try RunLoop.MessagePort.pair()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 1)
    defer { buffer.deallocate() }
    #expect(try here.receive(into: buffer) == nil)
    try there.send([1, 2])
    try there.send([3, 4, 5, 6, 7, 8])
    try there.send([9])
    #expect(try here.receive(into: buffer) == 2)
    #expect(Array(buffer[..<2]) == [1, 2])
    // The end of a longer one is lost, and its length says so.
    #expect(try here.receive(into: buffer) == 6)
    #expect(Array(buffer) == [3, 4, 5, 6])
    #expect(try here.receive(into: buffer) == 1 && buffer[0] == 9)
  }

  @Test func emptyMessageIsRefused() throws {
    let (here, there) = try RunLoop.MessagePort.pair()
    #expect(throws: RunLoop.MessagePort.Failure.empty) { try there.send([]) }
    #expect(try here.receive() == nil)
  }

  @Test func tooLongMessageIsRefusedAndTheChannelGoesOn() throws {
    let (here, there) = try RunLoop.MessagePort.pair()
    let size = 16 << 20
    #expect(throws: RunLoop.MessagePort.Failure.tooLong(size)) {
      try there.send([UInt8](repeating: 1, count: size))
    }
    try there.send([2])
    #expect(try here.receive() == [2])
  }

  @Test func fullChannelSaysSoAndTakesMoreLater() throws {
    let (here, there) = try RunLoop.MessagePort.pair()
    let message = [UInt8](repeating: 7, count: 1000)
    var sent = 0
    var failure: RunLoop.MessagePort.Failure?
    while failure == nil, sent < 1_000_000 {
      do throws(RunLoop.MessagePort.Failure) {
        try there.send(message)
        sent += 1
      } catch {
        failure = error
      }
    }
    #expect(failure == .full)
    var received = 0
    while try here.receive() != nil { received += 1 }
    #expect(received == sent, "nothing that was sent is lost")
    #expect(throws: Never.self) { try there.send(message) }
  }

  @Test func closedPeerIsReportedAfterTheLastMessage() throws {
    let here = try Self.abandonedEnd([1])
    #expect(try here.receive() == [1])
    #expect(throws: RunLoop.MessagePort.Failure.closed) { try here.receive() }
    #expect(throws: RunLoop.MessagePort.Failure.closed) { try here.receive() }
    // An error and not SIGPIPE.
    #expect(throws: RunLoop.MessagePort.Failure.closed) { try here.send([2]) }
  }

  @Test func closedPeerIsReportedToReceiversIntoABufferToo() throws {
    let here = try Self.abandonedEnd([1, 2])
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 1)
    defer { buffer.deallocate() }
    #expect(try here.receive(into: buffer) == 2)
    #expect(throws: RunLoop.MessagePort.Failure.closed) { try here.receive(into: buffer) }
  }

  @Test func sourceGetsOneMessageATurn() throws {
    let log = Log()
    try onFreshThread {
      let loop = RunLoop.current
      let (here, there) = try RunLoop.MessagePort.pair()
      try loop.add(
        RunLoop.PortSource(receiving: here) {
          log("\($0)")
          if $0 == [3] { loop.stop() }
        })
      log.watch(loop, .default, .beforeTimers)
      for byte in 1...3 { try there.send([UInt8(byte)]) }
      loop.run(for: patience)
    }
    #expect(log.lines == ["BT", "[1]", "BT", "[2]", "BT", "[3]"])
  }

  /// An end whose other one has sent some messages and was closed then.
  private static func abandonedEnd(_ messages: [UInt8]...) throws -> RunLoop.MessagePort {
    let (here, there) = try RunLoop.MessagePort.pair()
    for message in messages { try there.send(message) }
    // A child that is being spawned elsewhere has a copy of the other end, until it runs its own program.
    shutdown(there.descriptor, Int32(SHUT_RDWR))
    return here
  }

  @Test func endOfTheChannelInvalidatesTheSourceAndFinishesTheRun() throws {
    let log = Log()
    let (result, valid) = try onFreshThread {
      let loop = RunLoop.current
      let source = RunLoop.PortSource(
        receiving: try Self.abandonedEnd([1], [2]), end: { log("end: \($0)") }, receive: { log("\($0)") })
      try loop.add(source)
      return (loop.run(for: patience), source.isValid)
    }
    #expect(result == .finished)
    #expect(!valid)
    #expect(log.lines == ["[1]", "[2]", "end: the other end of the channel is closed"])
  }

  @Test func endIsReportedOnceToASourceInTwoLoops() throws {
    for _ in 0..<50 {
      let ends = Counter()
      let source = RunLoop.PortSource(
        receiving: try Self.abandonedEnd(), end: { _ in ends.add() }, receive: { _ in })
      let workers = (0..<2).map { _ in WorkerThread { _ = try? $0.add(source) } }
      #expect(waitUntil { !source.isValid })
      for worker in workers { worker.end() }
      #expect(ends.value == 1)
    }
  }

  @Test func messagesWakeASleepingLoop() throws {
    let (here, there) = try RunLoop.MessagePort.pair()
    let received = Gate()
    let log = Log()
    let worker = WorkerThread { loop in
      _ = try? loop.add(
        RunLoop.PortSource(receiving: here) {
          log("\($0)")
          received.open()
        })
    }
    worker.waitUntilAsleep()
    for byte in 1...3 {
      try there.send([UInt8(byte)])
      #expect(received.wait())
    }
    #expect(log.lines == ["[1]", "[2]", "[3]"])
    worker.end()
  }

  @Test func twoThreadsMayReceiveFromOnePortAndNoMessageIsCut() throws {
    let (here, there) = try RunLoop.MessagePort.pair()
    let total = 20_000
    let end = RunLoop.Instant.now.advanced(by: patience)
    let broken = Counter()
    let received = Counter()
    let receivers = (0..<2).map { _ in
      FreshThread {
        while received.value < total, RunLoop.Instant.now < end {
          guard let message = try here.receive() else { continue }
          received.add()
          // Short and long ones; each says how long it is.
          let length = Int(message[0]) << 8 | Int(message[1])
          if message.count != length { broken.add() }
        }
      }
    }
    var sent = 0
    while sent < total, RunLoop.Instant.now < end {
      let length = sent % 2 == 0 ? 2 : 700
      var message = [UInt8](repeating: 0, count: length)
      message[0] = UInt8(length >> 8)
      message[1] = UInt8(length & 0xFF)
      do throws(RunLoop.MessagePort.Failure) {
        try there.send(message)
        sent += 1
      } catch {
        if error != .full { break }
        sched_yield()
      }
    }
    #expect(sent == total)
    for receiver in receivers { _ = receiver.join() }
    #expect(received.value == total)
    #expect(broken.value == 0)
  }

  @Test func adoptedEndIsClosedByThePort() throws {
    let (here, there) = try RunLoop.MessagePort.pair()
    var adopted: RunLoop.MessagePort? = try RunLoop.MessagePort(adopting: dup(there.descriptor))
    try adopted?.send([9])
    #expect(try here.receive() == [9])
    let descriptor = try #require(adopted?.descriptor)
    adopted = nil
    // Another thread may have got the number meanwhile, but not as this channel's end.
    #expect(fcntl(descriptor, F_GETFD) == -1 || descriptor != there.descriptor)
    #expect(throws: RunLoop.PortError.closed(descriptor: -1, label: "")) {
      try RunLoop.MessagePort(adopting: -1)
    }
  }

  @Test func channelToAnotherProcess() throws {
    let (here, there) = try RunLoop.MessagePort.pair()
    // The child's standard input and output are the other end: cat sends each message back.
    _ = fcntl(there.descriptor, F_SETFL, fcntl(there.descriptor, F_GETFL) & ~O_NONBLOCK)
    let cat = try ChildProgram("cat", descriptors: [0: there.descriptor, 1: there.descriptor])
    let log = Log()
    let result = try onFreshThread {
      let loop = RunLoop.current
      try loop.add(
        RunLoop.PortSource(receiving: here) { message in
          log("\(message)")
          if message == [4, 5, 6] { loop.stop() }
        })
      try here.send([1])
      try here.send([2, 3])
      try here.send([4, 5, 6])
      return loop.run(for: patience)
    }
    cat.kill()
    #expect(result == .stopped)
    #expect(log.lines == ["[1]", "[2, 3]", "[4, 5, 6]"])
  }
}
