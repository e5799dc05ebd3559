import LinuxSystem

/// The socket to a bus: bytes both ways, queued. It is the one owner of its descriptor. Nothing here waits.
package final class DBusSocket {
  /// The most bytes that wait to be sent, beside one message.
  package static let mostWaiting = 16 << 20
  private static let chunk = 16 << 10

  package let descriptor: Int32
  /// Bytes that came and were not used.
  package private(set) var incoming: ArraySlice<UInt8> = []
  private var outgoing: ArraySlice<UInt8> = []

  /// Takes over a connected socket.
  package init(adopting socket: Socket) { descriptor = socket.number }

  /// Connects to the first address where something listens. A bus whose queue of connections is full is an error, too.
  package convenience init(_ addresses: [DBusAddress]) throws(DBusError) {
    var failure = DBusError.noAddress("")
    for address in addresses {
      do throws(DBusError) {
        let socket = try Self.connect(to: address)
        self.init(adopting: socket)
        return
      } catch {
        failure = error
      }
    }
    throw failure
  }

  private static func connect(to address: DBusAddress) throws(DBusError) -> Socket {
    do throws(Errno) {
      let socket = try Socket(AF_UNIX, .stream)
      while true {
        do throws(Errno) {
          try socket.connect(to: address.place)
          return socket
        } catch {
          if error.isInterruption { continue }
          socket.close()
          throw error
        }
      }
    } catch {
      throw .cannotConnect(address.text, code: error.code)
    }
  }

  deinit { Socket(descriptor).close() }

  /// Whether something waits until the socket can be written.
  package var waitsForWriting: Bool { !outgoing.isEmpty }

  package func queue(_ bytes: [UInt8]) throws(DBusError) {
    guard outgoing.count <= Self.mostWaiting else { throw .notRead }
    outgoing += bytes
  }

  /// Sends what the socket takes now.
  package func send() throws(DBusError) {
    while !outgoing.isEmpty {
      let count = outgoing.withUnsafeBytes { Socket(descriptor).send($0, .dontWait) }
      if count < 0 {
        if Errno.last.wouldBlock { break }
        throw .lost
      }
      outgoing.removeFirst(count)
    }
    // A slice keeps what was sent before it.
    if outgoing.isEmpty {
      outgoing = []
    } else if outgoing.startIndex > Self.mostWaiting {
      outgoing = Array(outgoing)[...]
    }
  }

  /// Reads what is there, once; false when nothing is. Descriptors that a bus sends nevertheless are closed by the kernel.
  package func receive() throws(DBusError) -> Bool {
    try withUnsafeTemporaryAllocation(byteCount: Self.chunk, alignment: 1) { buffer throws(DBusError) in
      let count = Socket(descriptor).receive(into: buffer, .dontWait)
      if count < 0, Errno.last.wouldBlock { return false }
      guard count > 0 else { throw .lost }
      incoming += UnsafeRawBufferPointer(rebasing: buffer[..<count])
      return true
    }
  }

  /// Takes bytes from those that came.
  package func take(_ count: Int) -> ArraySlice<UInt8> {
    let part = incoming.prefix(count)
    incoming = incoming.count == part.count ? [] : incoming.dropFirst(part.count)
    return part
  }

  /// Takes the next message that is complete: its bytes.
  package func takeMessage() throws(DBusError) -> ArraySlice<UInt8>? {
    guard let length = try DBusMessage.length(of: incoming), incoming.count >= length else {
      compact()
      return nil
    }
    return take(length)
  }

  /// Gives up what was used, before more comes.
  package func compact() { if incoming.startIndex > 0 { incoming = Array(incoming)[...] } }

  /// Ends both directions: who watches the socket finds it readable.
  package func hangUp() { Socket(descriptor).hangUp() }
}
