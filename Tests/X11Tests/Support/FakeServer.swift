import LinuxSystem
import Synchronization

@testable import EventRouting

/// The other end of a connection, which answers what a client asks like a server, or not at all.
final class FakeServer: @unchecked Sendable {
  let client: Int32
  let socket: Int32
  private(set) var requests: [[UInt8]] = []
  private var incoming: [UInt8] = []
  private var hasBegun = false
  /// The last request's number.
  private(set) var sequence: UInt16 = 0
  private let isAnswering = Atomic<Bool>(false)
  /// Units of four bytes.
  var longestRequest: UInt16 = 65535
  var imagesAreBigEndian = false
  var hasExtensions = true
  /// Bytes go out in pieces of this size.
  var piece = Int.max
  /// Changes what it says of itself at the beginning.
  var changeSetup: (inout [UInt8]) -> Void = { _ in }
  /// What a window's property has from an offset in units of four bytes on: its type, how much is left behind, and bytes. None when nil.
  var property: ((_ name: UInt32, _ offset: UInt32) -> (type: UInt32, left: UInt32, bytes: [UInt8]))?

  /// Answers that a test gives in place of the server's own: the byte of detail, words at their places, what follows.
  var special: ((_ request: X11Packet) -> (detail: UInt8, words: [Int: UInt32], bytes: [UInt8])?)?

  init() {
    guard let pair = try? Socket.pair(.stream, isBlocking: true) else { preconditionFailure("no sockets") }
    (client, socket) = (pair.0.number, pair.1.number)
  }

  deinit { close(socket) }

  /// Connects a display, while a thread answers.
  func connect(to name: String = ":9", timeout: Duration = .seconds(20)) throws -> X11Display {
    isAnswering.store(true, ordering: .releasing)
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { argument in
        let server = Unmanaged<FakeServer>.fromOpaque(argument!).takeUnretainedValue()
        while server.isAnswering.load(ordering: .acquiring) { server.answer(milliseconds: 5) }
        return nil
      }, Unmanaged.passUnretained(self).toOpaque())
    defer {
      isAnswering.store(false, ordering: .releasing)
      pthread_join(thread, nil)
    }
    return try X11Display(
      try X11Socket(adopting: client), X11DisplayName(name), cookie: nil, timeout: timeout)
  }

  /// Answers what has come.
  func answer(milliseconds: Int32 = 0) {
    var poll = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    guard LinuxSystem.poll(&poll, 1, milliseconds) > 0 else { return }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = Socket(socket).receive(into: &chunk, .dontWait)
    guard count > 0 else { return }
    incoming += chunk[..<count]
    if !hasBegun {
      guard incoming.count >= 12 else { return }
      incoming.removeFirst(12)
      hasBegun = true
      send(setup())
    }
    while let request = nextRequest() {
      sequence &+= 1
      requests.append(request)
      reply(to: request)
    }
  }

  private func nextRequest() -> [UInt8]? {
    guard incoming.count >= 4 else { return nil }
    let packet = X11Packet(Array(incoming.prefix(8)))
    var length = Int(packet.uint16(2)) * 4
    if length == 0 {
      guard incoming.count >= 8 else { return nil }
      length = Int(packet.uint32(4)) * 4
    }
    guard length >= 4, incoming.count >= length else { return nil }
    defer { incoming.removeFirst(length) }
    return Array(incoming[..<length])
  }

  func setup() -> [UInt8] {
    // It is wanted, by version 11.0; the length comes below; a release number.
    var body = X11Request(1)
    for value in [UInt16(0), 0] { body.add(value) }
    body.add(UInt32(1))
    body.add(UInt32(0x20_0000))
    body.add(UInt32(0x1F_FFFF))
    body.add(UInt32(0))
    body.add(UInt16(4))
    body.add(longestRequest)
    body.add([1, 1, imagesAreBigEndian ? 1 : 0, 0, 32, 32, 8, 255, 0, 0, 0, 0])
    body.add(Array("fake".utf8))
    body.add([24, 32, 32, 0, 0, 0, 0, 0])
    for value in [UInt32(0x100), 0x101, 0xFFFFFF, 0, 0] { body.add(value) }
    for value in [UInt16(1024), 768, 300, 200, 1, 1] { body.add(value) }
    body.add(UInt32(0x21))
    body.add([0, 0, 24, 1, 24, 0])
    body.add(UInt16(1))
    body.add(UInt32(0))
    body.add(UInt32(0x21))
    body.add([4, 8])
    body.add(UInt16(256))
    for value in [UInt32(0xFF0000), 0xFF00, 0xFF, 0] { body.add(value) }
    var bytes = body.bytes
    changeSetup(&bytes)
    // A refusal has the length that the change has given it.
    if bytes.first == 1 { bytes.put(UInt16((bytes.count - 8) / 4), at: 6) }
    return bytes
  }

  private func reply(to request: [UInt8]) {
    if let (detail, words, bytes) = special?(X11Packet(request)) {
      return reply(extra: bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)) { reply in
        reply[1] = detail
        for (offset, word) in words {
          reply.put(word, at: offset)
        }
      }
    }
    switch request[0] {
    case 98:
      let name = String(decoding: request[8..<(8 + Int(X11Packet(request).uint16(4)))], as: UTF8.self)
      let opcode: UInt8? = ["BIG-REQUESTS": 133, "XInputExtension": 131, "XKEYBOARD": 135][name]
      reply { reply in if hasExtensions, let opcode { (reply[8], reply[9]) = (1, opcode) } }
    case 16: reply { $0[8] = UInt8(truncatingIfNeeded: requests.count) }
    case 101:
      let count = Int(request[5])
      let row: (Int) -> [UInt8] = { [UInt8(0x20 + $0 % 0x5F), 0, 0, 0, 0, 0, 0, 0] }
      reply(extra: (0..<count).flatMap(row)) { $0[1] = 2 }
    case 119: reply(extra: [UInt8](repeating: 64, count: 16)) { $0[1] = 2 }
    case 133:
      reply { reply in withUnsafeBytes(of: UInt32(1 << 20)) { reply.replaceSubrange(8..<12, with: $0) } }
    case 131 where request[1] == 47: reply { (reply: inout [UInt8]) in (reply[8], reply[10]) = (2, 2) }
    case 135: reply { (reply: inout [UInt8]) in (reply[1], reply[12]) = (1, 1) }
    case 20:
      let packet = X11Packet(request)
      guard let (type, left, bytes) = property?(packet.uint32(8), packet.uint32(16)) else {
        return reply { _ in }
      }
      let padding = [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
      reply(extra: bytes + padding) { reply in
        reply[1] = 8
        for (value, offset) in [(type, 8), (left, 12), (UInt32(bytes.count), 16)] {
          withUnsafeBytes(of: value) { reply.replaceSubrange(offset..<offset + 4, with: $0) }
        }
      }
    case 43: reply { _ in }
    default: break
    }
  }

  private func reply(extra: [UInt8] = [], _ change: (inout [UInt8]) -> Void) {
    var bytes = [UInt8](repeating: 0, count: 32) + extra
    bytes[0] = 1
    withUnsafeBytes(of: sequence) { bytes.replaceSubrange(2..<4, with: $0) }
    withUnsafeBytes(of: UInt32(extra.count / 4)) { bytes.replaceSubrange(4..<8, with: $0) }
    change(&bytes)
    send(bytes)
  }

  /// An event of 32 bytes, with the number of the last request.
  func event(_ bytes: [UInt8]) -> [UInt8] {
    var event = bytes + [UInt8](repeating: 0, count: max(0, 32 - bytes.count))
    withUnsafeBytes(of: sequence) { event.replaceSubrange(2..<4, with: $0) }
    return event
  }

  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        LinuxSystem.send(socket, $0.baseAddress! + sent, min($0.count - sent, piece), Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  func hangUp() { shutdown(socket, Int32(SHUT_RDWR)) }
}

extension [UInt8] {
  /// Replaces the bytes from a place on by those of a number.
  mutating func put(_ number: some FixedWidthInteger, at place: Int) {
    Swift.withUnsafeBytes(of: number) { replaceSubrange(place..<place + $0.count, with: $0) }
  }
}
