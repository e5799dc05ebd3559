/// The byte stream to and from a server: requests are queued while the socket is full; input is split into
/// packets, replies go to their requests, events wait until they are fetched.
///
/// Belongs to one thread. No input from a server makes it crash, block or grow without limit: a violation of the
/// protocol ends the connection.
final class X11Connection {
  let socket: X11Socket
  private(set) var setup: X11Setup?
  /// Why it has ended.
  private(set) var end: X11Error?
  /// Errors of requests, newest last; as many as are kept.
  private(set) var problems: [X11Problem] = []
  private(set) var problemCount = 0
  var onProblem: ((X11Problem) -> Void)?

  private var incoming: [UInt8] = []
  private var parsed = 0
  private var outgoing: [UInt8] = []
  private var flushed = 0
  /// Number of sent requests, which is the number of the last one.
  private var sent: UInt64 = 0
  /// The number of the last request that has an answer.
  private var asked: UInt64 = 0
  /// The newest number that the server has returned.
  private var seen: UInt64 = 0
  private var waiting: [Waiting] = []
  private var labels: [(number: UInt64, label: String)] = []
  private var events: [X11Packet] = []
  private var eventBytes = 0
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)

  private struct Waiting {
    let number: UInt64
    let label: String
    let longest: Int
    let take: (X11Packet?) -> Void
  }

  /// An event is never longer: those of the input extension are a few hundred bytes.
  private static let longestEvent = 1 << 16
  private static let longestSetup = 1 << 20
  /// The most bytes read at once, so that other sources are not starved.
  private static let mostAtOnce = 1 << 18
  private static let mostEvents = 1 << 16
  private static let mostEventBytes = 1 << 23
  /// An answer has 16 bits of its request's number: after this many requests without an answer, one is requested.
  private static let mostUnanswered: UInt64 = 1 << 15

  init(_ socket: X11Socket) { self.socket = socket }

  var isOpen: Bool { end == nil }
  /// Requests that were sent and are not answered.
  var unanswered: Int { waiting.count }
  /// Bytes that are queued because the socket is full.
  var unsentBytes: Int { outgoing.count - flushed }
  var heldBytes: Int { incoming.capacity + outgoing.capacity + events.count * 32 + eventBytes }
  /// Whether the queue of events is full; the caller takes them before more is read.
  private var isFull: Bool { events.count >= Self.mostEvents || eventBytes >= Self.mostEventBytes }

  // MARK: Sending

  /// Begins the connection, with the display's key.
  func begin(_ cookie: [UInt8]?) {
    let order = UInt8(UInt16(1).littleEndian == 1 ? 0x6C : 0x42)
    let name = cookie == nil ? [] : Array(X11Authority.cookieName.utf8)
    let data = cookie ?? []
    var bytes: [UInt8] = [order, 0]
    for value in [UInt16(11), 0, UInt16(name.count), UInt16(data.count), 0] {
      withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
    }
    for part in [name, data] {
      bytes += part
      while bytes.count % 4 != 0 { bytes.append(0) }
    }
    outgoing += bytes
    flush()
  }

  /// Sends a request that has no reply.
  @discardableResult
  func send(_ request: X11Request, _ label: String) -> UInt64 { send(request.finished(), label) }

  @discardableResult
  func send(_ bytes: [UInt8], _ label: String) -> UInt64 {
    guard isOpen else { return 0 }
    stayInStep()
    outgoing += bytes
    return count(label)
  }

  /// Sends what the caller appends: for pictures, which are not copied twice.
  func send(_ label: String, _ append: (inout [UInt8]) -> Void) {
    guard isOpen else { return }
    stayInStep()
    append(&outgoing)
    _ = count(label)
  }

  /// Sends a request whose reply has a limited length. `take` gets it, or nil for an error or the end of the connection.
  func ask(
    _ request: X11Request, _ label: String, longest: Int = 1 << 12, _ take: @escaping (X11Packet?) -> Void
  ) {
    guard isOpen else { return take(nil) }
    let number = send(request, label)
    asked = number
    waiting.append(Waiting(number: number, label: label, longest: longest, take: take))
  }

  /// Requests an answer after many requests without one, so that the numbers of later ones stay unambiguous.
  private func stayInStep() {
    guard sent - asked >= Self.mostUnanswered else { return }
    asked = sent
    ask(X11Request(.getInputFocus), "GetInputFocus") { _ in }
  }

  private func count(_ label: String) -> UInt64 {
    sent += 1
    labels.append((sent, label))
    // An error names a request of the last 65,536: those that the server may not have seen yet are among these.
    if labels.count > 512 { labels.removeFirst(256) }
    return sent
  }

  /// Sends queued bytes, as many as the socket takes.
  func flush() {
    guard isOpen else { return }
    while flushed < outgoing.count {
      let outcome = outgoing.withUnsafeBytes {
        socket.write(UnsafeRawBufferPointer(rebasing: $0[flushed...]))
      }
      switch outcome {
      case .bytes(let count): flushed += count
      case .notNow:
        if flushed > 1 << 20 {
          outgoing.removeFirst(flushed)
          flushed = 0
        }
        return watchWriting(true)
      case .over:
        // The server's last message may be unread, such as the reason for a refusal.
        read()
        return finish(.lost)
      }
    }
    outgoing.removeAll(keepingCapacity: outgoing.capacity <= 1 << 22)
    flushed = 0
    watchWriting(false)
  }

  private func watchWriting(_ isOn: Bool) {
    if socket.watchWriting(isOn) { return }
    finish(.descriptor("the X connection can not be watched for room"))
  }

  // MARK: Receiving

  /// Reads available input.
  func read() {
    var total = 0
    while isOpen, total < Self.mostAtOnce, !isFull {
      switch chunk.withUnsafeMutableBytes({ socket.read(into: $0) }) {
      case .bytes(let count):
        total += count
        incoming += chunk[..<count]
        parse()
        if count < chunk.count { return }
      case .notNow: return
      case .over: return finish(.lost)
      }
    }
  }

  /// Takes the received events.
  func takeEvents() -> [X11Packet] {
    defer {
      events.removeAll(keepingCapacity: true)
      eventBytes = 0
    }
    return events
  }

  var hasEvents: Bool { !events.isEmpty }

  private func parse() {
    while isOpen, let length = nextLength(), incoming.count - parsed >= length {
      let packet = X11Packet(Array(incoming[parsed..<(parsed + length)]))
      parsed += length
      if setup == nil { begin(packet) } else { take(packet) }
    }
    if parsed == incoming.count {
      incoming.removeAll(keepingCapacity: incoming.capacity <= 1 << 18)
      parsed = 0
    } else if parsed > 1 << 16 {
      incoming.removeFirst(parsed)
      parsed = 0
    }
  }

  /// How long the next packet is, once that can be known.
  private func nextLength() -> Int? {
    guard incoming.count - parsed >= 8 else { return nil }
    let (first, short, long) = incoming.withUnsafeBytes { bytes in
      (
        bytes[parsed], bytes.loadUnaligned(fromByteOffset: parsed + 6, as: UInt16.self),
        bytes.loadUnaligned(fromByteOffset: parsed + 4, as: UInt32.self)
      )
    }
    guard setup != nil else {
      let length = 8 + Int(short) * 4
      if length <= Self.longestSetup { return length }
      finish(.malformed("a setup of \(length) bytes"))
      return nil
    }
    guard first == 1 || first & 0x7F == 35 else { return 32 }
    let length = 32 + Int(long) * 4
    let longest = first == 1 ? waiting.first.map { max($0.longest, 32) } ?? 32 : Self.longestEvent
    if length <= longest { return length }
    finish(.malformed("\(first == 1 ? "a reply" : "an event") of \(length) bytes"))
    return nil
  }

  private func begin(_ packet: X11Packet) {
    guard packet.uint8(0) == 1 else {
      let count = packet.uint8(0) == 0 ? Int(packet.uint8(1)) : packet.bytes.count - 8
      let reason = String(decoding: packet.bytes.dropFirst(8).prefix(count), as: UTF8.self)
        .filter { $0 == " " || $0.isASCII && !$0.isNewline && ($0.asciiValue ?? 0) >= 32 }
      return finish(.refused(reason.isEmpty ? "without a reason" : reason))
    }
    do throws(X11Error) {
      setup = try X11Setup(packet)
    } catch {
      finish(error)
    }
  }

  private func take(_ packet: X11Packet) {
    let first = packet.uint8(0)
    if packet.kind != 11 || first < 2 {
      // 16 bits of the number: it is the next one with these.
      let number = seen + UInt64(packet.uint16(2) &- UInt16(truncatingIfNeeded: seen))
      guard number <= sent else { return finish(.malformed("an answer to a request that was not sent")) }
      seen = number
    }
    switch first {
    case 0: takeError(packet)
    case 1: takeReply(packet)
    default:
      // Requests before it that should have an answer have none.
      events.append(packet)
      eventBytes += packet.bytes.count
    }
  }

  private func takeReply(_ packet: X11Packet) {
    skipUnanswered(before: seen)
    guard let first = waiting.first, first.number == seen else {
      return finish(.malformed("a reply without a request"))
    }
    waiting.removeFirst()
    first.take(packet)
  }

  private func takeError(_ packet: X11Packet) {
    skipUnanswered(before: seen)
    let problem = X11Problem(
      code: packet.uint8(1), label: labels.last { $0.number == seen }?.label ?? "a request",
      majorOpcode: packet.uint8(10), minorOpcode: packet.uint16(8), value: packet.uint32(4))
    problemCount += 1
    problems.append(problem)
    if problems.count > 64 { problems.removeFirst() }
    if let first = waiting.first, first.number == seen {
      waiting.removeFirst()
      first.take(nil)
    }
    onProblem?(problem)
  }

  /// The server answers in order: an older question will have no answer.
  private func skipUnanswered(before number: UInt64) {
    while let first = waiting.first, first.number < number {
      waiting.removeFirst()
      first.take(nil)
    }
  }

  // MARK: The end

  /// Ends the connection: pending requests get no reply.
  func finish(_ error: X11Error) {
    guard isOpen else { return }
    end = error
    _ = socket.watchWriting(false)
    // Wakes a display whose loop sleeps, so that it notifies its windows.
    socket.hangUp()
    incoming = []
    outgoing = []
    flushed = 0
    parsed = 0
    let left = waiting
    waiting = []
    for question in left { question.take(nil) }
  }

  /// Sends and reads until the condition holds.
  func wait(until deadline: UInt64, for what: String, _ isDone: () -> Bool) throws(X11Error) {
    while true {
      flush()
      if isDone() { return }
      if let end { throw end }
      let now = X11Socket.milliseconds
      guard now < deadline,
        socket.wait(forWriting: unsentBytes > 0, milliseconds: Int32(min(deadline - now, 60_000)))
      else { throw .timedOut(what) }
      read()
      if isFull { throw .malformed("more events than there can be") }
    }
  }
}
