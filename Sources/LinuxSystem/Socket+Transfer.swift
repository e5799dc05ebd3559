extension Socket {
  /// What a call does differently.
  @frozen
  package struct Flags: OptionSet, Sendable {
    package let rawValue: Int32

    @inlinable
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// Never waits, even on a socket that blocks.
    @inlinable
    package static var dontWait: Flags { Flags(rawValue: Int32(MSG_DONTWAIT)) }
    /// Waits until the buffer is full.
    @inlinable
    package static var waitForAll: Flags { Flags(rawValue: Int32(MSG_WAITALL)) }
    /// Leaves the message in the queue.
    @inlinable
    package static var peek: Flags { Flags(rawValue: Int32(MSG_PEEK)) }
    /// Returns the length of a whole message, which may exceed the buffer's.
    @inlinable
    package static var wholeLength: Flags { Flags(rawValue: Int32(MSG_TRUNC)) }
  }

  /// Sends bytes, and returns how many. A closed peer is an error, not a signal.
  @inlinable
  @inline(__always)
  package func send(_ bytes: UnsafeRawBufferPointer, _ flags: Flags = []) -> Int {
    uninterrupted {
      LinuxSystem.send(number, bytes.baseAddress, bytes.count, flags.rawValue | Int32(MSG_NOSIGNAL))
    }
  }

  @inlinable
  @inline(__always)
  @discardableResult
  package func send(_ bytes: [UInt8], _ flags: Flags = []) -> Int {
    bytes.withUnsafeBytes { send($0, flags) }
  }

  /// Sends a datagram to an address.
  package func send(_ bytes: [UInt8], to address: SocketAddress, _ flags: Flags = []) -> Int {
    address.withPointer { place, length in
      uninterrupted {
        sendto(number, bytes, bytes.count, flags.rawValue | Int32(MSG_NOSIGNAL), place, length)
      }
    }
  }

  /// Receives bytes, and returns how many: 0 at the end of input.
  @inlinable
  @inline(__always)
  package func receive(into buffer: UnsafeMutableRawBufferPointer, _ flags: Flags = []) -> Int {
    uninterrupted { receiveOnce(into: buffer, flags) }
  }

  @inlinable
  @inline(__always)
  package func receive(into buffer: inout [UInt8], _ flags: Flags = []) -> Int {
    buffer.withUnsafeMutableBytes { receive(into: $0, flags) }
  }

  /// As `receive`, but an interruption is an error.
  @inlinable
  @inline(__always)
  package func receiveOnce(into buffer: UnsafeMutableRawBufferPointer, _ flags: Flags = []) -> Int {
    recv(number, buffer.baseAddress, buffer.count, flags.rawValue)
  }

  // MARK: Descriptors

  /// The most descriptors that go with one message.
  package static let mostDescriptors = Int(LINUX_MOST_DESCRIPTORS)

  /// Sends bytes without waiting, and with the first of them descriptors, which stay open here.
  package func send(_ bytes: UnsafeRawBufferPointer, with descriptors: [Int32]) -> Int {
    uninterrupted {
      linux_send_descriptors(number, bytes.baseAddress, bytes.count, descriptors, descriptors.count)
    }
  }

  /// Receives bytes without waiting, and appends the descriptors that come with them, which belong to the caller.
  ///
  /// - Returns: how many bytes, and whether more descriptors were sent than fit; the kernel has closed those.
  package func receive(
    into buffer: UnsafeMutableRawBufferPointer, descriptors: inout [Int32]
  ) -> (count: Int, isCut: Bool) {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: Self.mostDescriptors) { list in
      var (number, isCut) = (0, Int32(0))
      let count = uninterrupted {
        linux_receive_descriptors(
          self.number, buffer.baseAddress, buffer.count, list.baseAddress, &number, &isCut)
      }
      if number > 0 { descriptors += list[..<number] }
      return (count, isCut != 0)
    }
  }
}
