import LinuxSystem

/// The messages of a connection to a compositor, both ways, with their descriptors. Nothing here waits.
final class WaylandStream {
  /// The most bytes that wait to be sent.
  static let mostWaiting = 1 << 20
  /// The most received descriptors that no event has taken, and the most that wait to be sent.
  static let mostDescriptors = 128

  private let socket: Int32
  private var incoming: [UInt8] = []
  private var received: [Int32] = []
  private var outgoing: [UInt8] = []
  /// Descriptors to send, and where in `outgoing` the request begins that each is for.
  private var leaving: [(offset: Int, descriptor: Int32)] = []

  /// Takes over a connected socket.
  init(adopting socket: Int32) { self.socket = socket }

  deinit {
    for descriptor in received { close(descriptor) }
    for (_, descriptor) in leaving { close(descriptor) }
    close(socket)
  }

  /// Whether something waits until the socket can be written.
  var waitsForWriting: Bool { !outgoing.isEmpty }

  // MARK: Requests

  /// Queues a request. When it throws, the request's descriptors are closed.
  func queue(_ request: WaylandRequest) throws(WaylandError) {
    do throws(WaylandError) {
      let bytes = try request.finished()
      guard outgoing.count + bytes.count <= Self.mostWaiting,
        leaving.count + request.descriptors.count <= Self.mostDescriptors,
        request.descriptors.count <= Socket.mostDescriptors
      else { throw .notRead }
      for descriptor in request.descriptors { leaving.append((outgoing.count, descriptor)) }
      outgoing += bytes
    } catch {
      request.closeDescriptors()
      throw error
    }
  }

  /// Sends what the socket takes now.
  func send() throws(WaylandError) {
    while !outgoing.isEmpty {
      let most = Socket.mostDescriptors
      let now = leaving.prefix(most).map(\.descriptor)
      // A request must not come before its descriptors.
      let end = leaving.count > most ? leaving[most].offset : outgoing.count
      // At least one byte goes with descriptors: a request's own may be more than fit with earlier ones.
      let length = max(end, 1)
      let count = outgoing.withUnsafeBytes {
        Socket(socket).send(UnsafeRawBufferPointer(rebasing: $0[..<length]), with: now)
      }
      if count < 0 {
        if Errno.last.wouldBlock { return }
        throw .lost
      }
      for descriptor in now { close(descriptor) }
      leaving.removeFirst(now.count)
      outgoing.removeFirst(count)
      for index in leaving.indices { leaving[index].offset = max(0, leaving[index].offset - count) }
    }
  }

  // MARK: Events

  /// Reads the available bytes, once, and returns the complete events.
  func receive() throws(WaylandError) -> [WaylandEvent] {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let (length, isCut) = chunk.withUnsafeMutableBytes {
      Socket(socket).receive(into: $0, descriptors: &received)
    }
    if length < 0, Errno.last.wouldBlock { return [] }
    guard length > 0 else { throw .lost }
    guard !isCut, received.count <= Self.mostDescriptors else { throw .malformed("too many descriptors") }
    incoming += chunk[..<length]
    return try complete()
  }

  /// Takes the complete events from the received bytes. What stays is less than one event.
  private func complete() throws(WaylandError) -> [WaylandEvent] {
    var events: [WaylandEvent] = []
    var offset = 0
    defer { incoming.removeFirst(offset) }
    while incoming.count - offset >= 8 {
      let (object, word) = incoming.withUnsafeBytes {
        (
          $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self),
          $0.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
        )
      }
      let size = Int(word >> 16)
      guard object != 0 else { throw .malformed("an event for the object 0") }
      guard size >= 8, size % 4 == 0 else { throw .malformed("an event of \(size) bytes") }
      guard incoming.count - offset >= size else { break }
      let body = Array(incoming[(offset + 8)..<(offset + size)])
      events.append(WaylandEvent(object: object, opcode: UInt16(truncatingIfNeeded: word), body: body))
      offset += size
    }
    return events
  }

  /// The next received descriptor, for an event with one among its arguments. The caller owns it.
  func takeDescriptor() throws(WaylandError) -> Int32 {
    guard !received.isEmpty else { throw .malformed("an event without its descriptor") }
    return received.removeFirst()
  }
}
