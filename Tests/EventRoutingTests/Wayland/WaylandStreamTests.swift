import LinuxSystem
import TestHarness
import Testing

@testable import EventRouting

/// Messages between a compositor and a program, whole and damaged.
@Suite(.hangLimit) struct WaylandStreamTests {
  private static func sockets() -> [Int32] {
    guard let ends = try? Socket.pair(.stream) else { preconditionFailure("no sockets") }
    return [ends.0.number, ends.1.number]
  }

  private static func pair() -> (WaylandStream, Int32) {
    let ends = sockets()
    return (WaylandStream(adopting: ends[0]), ends[1])
  }

  /// Whether the other end is closed everywhere: a descriptor of it that is left keeps it open.
  private static func isOver(_ end: Int32) -> Bool {
    var byte: UInt8 = 0
    return read(end, &byte, 1) == 0
  }

  /// A process that another test starts just now has the descriptors until it becomes another program.
  private static func isSoonOver(_ end: Int32) -> Bool {
    var entry = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 10_000) == 1 && isOver(end)
  }

  private static func send(_ bytes: [UInt8], _ descriptors: [Int32] = [], to socket: Int32) {
    #expect(bytes.withUnsafeBytes { Socket(socket).send($0, with: descriptors) } == bytes.count)
  }

  @Test func anEventArrivesInEverySplit() throws {
    var request = WaylandRequest(7, 3)
    request.add(-5 as Int32)
    request.add("Größe")
    request.add([1, 2, 3, 4, 5])
    let bytes = try request.finished()
    for split in 1..<bytes.count {
      let (stream, other) = Self.pair()
      defer { close(other) }
      Self.send(Array(bytes[..<split]), to: other)
      #expect(try stream.receive().isEmpty)
      Self.send(Array(bytes[split...]), to: other)
      let events = try stream.receive()
      #expect(events.map(\.object) == [7])
      #expect(events.map(\.opcode) == [3])
      var arguments = WaylandArguments(try #require(events.first))
      #expect(try arguments.int() == -5)
      #expect(try arguments.string() == "Größe")
      #expect(try arguments.array() == [1, 2, 3, 4, 5])
      #expect(throws: WaylandError.self) { try arguments.uint() }
    }
  }

  @Test(arguments: [[0, 8 << 16], [1, 4 << 16], [1, 0], [1, 9 << 16]] as [[UInt32]])
  func aDamagedHeadIsAnError(_ words: [UInt32]) {
    let (stream, other) = Self.pair()
    defer { close(other) }
    Self.send(words.flatMap { word in withUnsafeBytes(of: word) { Array($0) } }, to: other)
    #expect(throws: WaylandError.self) { try stream.receive() }
  }

  @Test func anArgumentThatIsLongerThanItsEventIsAnError() {
    for count in [5, 0xFFFF_FFFF, 0xFFFF_FFFD] as [UInt32] {
      let bytes = withUnsafeBytes(of: count) { Array($0) } + [65, 66, 67, 0]
      var arguments = WaylandArguments(WaylandEvent(object: 1, opcode: 0, body: bytes))
      #expect(throws: WaylandError.self) { try arguments.array() }
    }
    // Its bytes are there, and the zeros behind them are not.
    var unpadded = WaylandArguments(WaylandEvent(object: 1, opcode: 0, body: [5, 0, 0, 0, 1, 2, 3, 4, 5]))
    #expect(throws: WaylandError.self) { try unpadded.array() }
    var arguments = WaylandArguments(WaylandEvent(object: 1, opcode: 0, body: [1, 0, 0, 0, 65, 0, 0, 0]))
    #expect(throws: WaylandError.malformed("a text without its end")) { try arguments.string() }
  }

  @Test func aTextEndsAtAZeroAndARequestHasALimit() throws {
    var request = WaylandRequest(7, 3)
    request.add("ab\0c")
    let bytes = try request.finished()
    #expect(Array(bytes.dropFirst(8)) == [3, 0, 0, 0, 97, 98, 0, 0])
    // 8 bytes are the head, 4 the number.
    for (count, isTaken) in [(4_084, true), (4_085, false)] {
      var request = WaylandRequest(7, 3)
      request.add([UInt8](repeating: 1, count: count))
      #expect((try? request.finished())?.count == (isTaken ? 4_096 : nil))
    }
  }

  @Test func descriptorsComeInOrderAndNoneStaysOpen() throws {
    var (stream, other): (WaylandStream?, Int32) = Self.pair()
    defer { close(other) }
    let first = eventfd(0, CInt(EFD_CLOEXEC))
    let second = eventfd(0, CInt(EFD_CLOEXEC))
    _ = eventfd_write(second, 9)
    Self.send(try WaylandRequest(1, 0).finished(), [first, second], to: other)
    close(first)
    close(second)
    #expect(try stream?.receive().count == 1)
    let taken = try #require(try stream?.takeDescriptor())
    #expect(fcntl(taken, F_GETFD) == FD_CLOEXEC)
    close(taken)
    let left = try #require(try stream?.takeDescriptor())
    var value: eventfd_t = 0
    #expect(eventfd_read(left, &value) == 0 && value == 9)
    close(left)
    #expect(throws: WaylandError.self) { try stream?.takeDescriptor() }
    stream = nil
    // Closed in a process, too, that another test starts just now.
    var entry = pollfd(fd: other, events: 0, revents: 0)
    #expect(poll(&entry, 1, 10_000) == 1 && entry.revents & Int16(POLLHUP) != 0)
    #expect(Socket(other).send([0]) < 0)
  }

  @Test func descriptorsThatWereNeitherTakenNorSentAreClosed() throws {
    var (stream, other): (WaylandStream?, Int32) = Self.pair()
    defer { close(other) }
    let taken = Self.sockets()
    let queued = Self.sockets()
    defer {
      close(taken[0])
      close(queued[0])
    }
    Self.send(try WaylandRequest(1, 0).finished(), [taken[1]], to: other)
    close(taken[1])
    #expect(try stream?.receive().count == 1)
    var request = WaylandRequest(2, 1)
    request.add(descriptor: queued[1])
    try stream?.queue(request)
    #expect(!Self.isOver(taken[0]))
    #expect(!Self.isOver(queued[0]))
    stream = nil
    #expect(Self.isSoonOver(taken[0]))
    #expect(Self.isSoonOver(queued[0]))
  }

  @Test func descriptorsThatNoEventTakesAreLimited() throws {
    let (stream, other) = Self.pair()
    defer { close(other) }
    let message = try WaylandRequest(1, 0).finished()
    #expect(throws: WaylandError.malformed("too many descriptors")) {
      for _ in 0..<10 {
        Self.send(message, Array(repeating: other, count: 28), to: other)
        _ = try stream.receive()
      }
    }
  }

  @Test func manyDescriptorsAreSentBeforeTheirRequestsEnd() throws {
    let (stream, other) = Self.pair()
    defer { close(other) }
    let reader = WaylandStream(adopting: dup(other))
    var own: [Int32] = []
    for _ in 0..<100 {
      var request = WaylandRequest(2, 1)
      own.append(eventfd(0, CInt(EFD_CLOEXEC)))
      request.add(descriptor: own[own.count - 1])
      try stream.queue(request)
    }
    try stream.send()
    #expect(!stream.waitsForWriting)
    var count = 0
    while count < 100 {
      for _ in try reader.receive() {
        close(try reader.takeDescriptor())
        count += 1
      }
    }
    #expect(throws: WaylandError.self) { try reader.takeDescriptor() }
  }

  @Test func whatDoesNotFitWaitsAndIsBounded() throws {
    let (stream, other) = Self.pair()
    defer { close(other) }
    var request = WaylandRequest(2, 1)
    request.add([UInt8](repeating: 1, count: 4000))
    #expect(throws: WaylandError.notRead) {
      for _ in 0..<2000 {
        try stream.queue(request)
        try stream.send()
      }
    }
    #expect(stream.waitsForWriting)
    var long = WaylandRequest(2, 1)
    let ends = Self.sockets()
    defer { close(ends[0]) }
    long.add(descriptor: ends[1])
    long.add([UInt8](repeating: 1, count: 5000))
    #expect(throws: WaylandError.requestTooLong(5012)) { try stream.queue(long) }
    #expect(Self.isOver(ends[0]))
  }

  @Test func aCompositorThatHasEndedIsLost() throws {
    let (stream, other) = Self.pair()
    close(other)
    #expect(throws: WaylandError.lost) { try stream.receive() }
    try stream.queue(WaylandRequest(1, 0))
    #expect(throws: WaylandError.lost) { try stream.send() }
  }
}
