/// A socket by its descriptor, which belongs to the caller: nothing here closes it unless documented.
///
/// A call that fails throws its error, or returns a negative number and leaves it in `Errno.last`. Calls that a signal
/// interrupts are repeated, except `connect` and `receiveOnce`. Every new descriptor closes at an exec.
@frozen
package struct Socket: Sendable {
  /// The descriptor.
  package let number: Int32

  @inlinable
  package init(_ number: Int32) { self.number = number }

  package enum Kind {
    case stream
    /// Single messages, which may get lost or out of order.
    case datagrams
    /// Messages on a connection.
    case packets

    fileprivate func flags(isBlocking: Bool) -> Int32 {
      let kind =
        switch self {
        case .stream: SOCK_STREAM
        case .datagrams: SOCK_DGRAM
        case .packets: SOCK_SEQPACKET
        }
      return Int32(kind.rawValue) | Socket.flags(isBlocking: isBlocking)
    }
  }

  private static func flags(isBlocking: Bool) -> Int32 {
    Int32(SOCK_CLOEXEC.rawValue | (isBlocking ? 0 : SOCK_NONBLOCK.rawValue))
  }

  // MARK: Making

  /// Makes a socket of an address family.
  package init(_ family: Int32, _ kind: Kind, isBlocking: Bool = false) throws(Errno) {
    number = uninterrupted { socket(family, kind.flags(isBlocking: isBlocking), 0) }
    if number < 0 { throw .last }
  }

  /// Makes two local sockets that are connected.
  package static func pair(_ kind: Kind, isBlocking: Bool = false) throws(Errno) -> (Socket, Socket) {
    var ends: (Int32, Int32) = (-1, -1)
    let result = withUnsafeMutablePointer(to: &ends) {
      $0.withMemoryRebound(to: Int32.self, capacity: 2) { ends in
        uninterrupted { socketpair(AF_UNIX, kind.flags(isBlocking: isBlocking), 0, ends) }
      }
    }
    if result < 0 { throw .last }
    return (Socket(ends.0), Socket(ends.1))
  }

  /// Makes a socket that listens at an address. It is closed after an error.
  ///
  /// - Parameter permissions: of a path, before any client can connect.
  package static func listening(
    _ kind: Kind, at address: SocketAddress, backlog: Int32, permissions: mode_t? = nil,
    isBlocking: Bool = false
  ) throws(Errno) -> Socket {
    let made = try Socket(address.family, kind, isBlocking: isBlocking)
    do throws(Errno) {
      try made.bind(to: address)
      if let permissions, let result = address.withPath({ chmod($0, permissions) }), result != 0 {
        throw .last
      }
      try made.listen(backlog: backlog)
    } catch {
      made.close()
      throw error
    }
    return made
  }

  /// Makes a socket and connects it to an address. It is closed after an error, EINPROGRESS included.
  package static func connected(
    _ kind: Kind, to address: SocketAddress, isBlocking: Bool = false
  ) throws(Errno) -> Socket {
    let made = try Socket(address.family, kind, isBlocking: isBlocking)
    do throws(Errno) { try made.connect(to: address) } catch {
      made.close()
      throw error
    }
    return made
  }

  // MARK: Steps

  package func bind(to address: SocketAddress) throws(Errno) {
    guard address.fits else { throw Errno(ENAMETOOLONG) }
    if uninterrupted({ address.withPointer { LinuxSystem.bind(number, $0, $1) } }) < 0 { throw .last }
  }

  package func listen(backlog: Int32) throws(Errno) {
    if uninterrupted({ LinuxSystem.listen(number, backlog) }) < 0 { throw .last }
  }

  /// Accepts a connection.
  package func accept(isBlocking: Bool = false) throws(Errno) -> Socket {
    let accepted = uninterrupted { linux_accept4(number, Self.flags(isBlocking: isBlocking)) }
    if accepted < 0 { throw .last }
    return Socket(accepted)
  }

  /// Connects, without repeating an interrupted call.
  ///
  /// The error is EINPROGRESS, or EINTR, when the kernel goes on to connect a TCP socket, and EAGAIN when the queue of a local one is
  /// full.
  package func connect(to address: SocketAddress) throws(Errno) {
    guard address.fits else { throw Errno(ENAMETOOLONG) }
    if address.withPointer({ LinuxSystem.connect(number, $0, $1) }) < 0 { throw .last }
  }

  /// Ends the output, but not the input.
  package func finishWriting() { _ = shutdown(number, Int32(SHUT_WR)) }

  /// Ends both directions. A watcher finds the socket readable.
  package func hangUp() { _ = shutdown(number, Int32(SHUT_RDWR)) }

  /// Closes the descriptor. Not repeated when interrupted: the descriptor is closed then.
  package func close() { _ = LinuxSystem.close(number) }

  // MARK: Ends

  /// The socket's own address; nil, with `Errno.last`, after an error.
  package var address: SocketAddress? { SocketAddress { getsockname(number, $0, $1) } }

  /// The other end's address; nil when there is none.
  package var peerAddress: SocketAddress? { SocketAddress { getpeername(number, $0, $1) } }

  /// The process and user at the other end of a local connection; nil when the kernel does not know them.
  package var peer: linux_peer? {
    var peer = linux_peer()
    return linux_peer_of(number, &peer) == 0 ? peer : nil
  }
}
