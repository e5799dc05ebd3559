import LinuxSystem

extension SocketCall {
  static func datagramSocket(at address: Address) throws(NetError) -> Int32 {
    let made = try named("socket") { () throws(Errno) in try Socket(address.family, .datagrams) }
    do throws(NetError) {
      try named("bind") { () throws(Errno) in try made.bind(to: address.socketAddress) }
    } catch {
      made.close()
      throw error
    }
    return made.number
  }

  /// Of a datagram socket: only what comes from there is received.
  static func connectDatagrams(_ socket: Int32, to address: Address) throws(NetError) {
    try named("connect") { () throws(Errno) in try Socket(socket).connect(to: address.socketAddress) }
  }

  static func receiveBatch(_ batch: inout linux_batch, from socket: Int32) -> Outcome {
    outcome("recvmmsg", uninterrupted { Int(linux_batch_receive(&batch, socket)) })
  }

  static func sendBatch(_ batch: inout linux_batch, _ range: Range<Int>, to socket: Int32) -> Outcome {
    outcome(
      "sendmmsg",
      uninterrupted { Int(linux_batch_send(&batch, Int32(range.lowerBound), Int32(range.count), socket)) })
  }
}

/// Memory for a batch of datagrams.
final class DatagramBatch {
  @exclusivity(unchecked) var batch = linux_batch()
  let capacity: Int
  let size: Int

  /// - Parameter size: of one datagram.
  init(capacity: Int, size: Int) {
    self.capacity = capacity
    self.size = size
    let failure = linux_batch_init(&batch, Int32(capacity), size)
    precondition(failure == 0, "there is no memory for \(capacity) datagrams of \(size) bytes")
  }

  deinit { linux_batch_free(&batch) }

  func put(_ bytes: UnsafeRawBufferPointer, to address: Address?, at place: Int) {
    guard let address else {
      return linux_batch_put(&batch, Int32(place), bytes.baseAddress, bytes.count, nil, 0)
    }
    address.socketAddress.withPointer {
      linux_batch_put(&batch, Int32(place), bytes.baseAddress, bytes.count, $0, $1)
    }
  }

  func datagram(_ place: Int) -> Datagram {
    let message = batch.messages[place]
    let count = min(Int(message.length), size)
    return Datagram(
      bytes: UnsafeRawBufferPointer(start: batch.pieces[place].iov_base, count: count),
      isCut: linux_batch_is_cut(&batch, Int32(place)) != 0, source: self, place: place)
  }

  func sender(_ place: Int) -> Address? {
    let length = batch.messages[place].header.msg_namelen
    guard length > 0 else { return nil }
    let size = min(Int(length), MemoryLayout<sockaddr_storage>.size)
    return Address(UnsafeRawBufferPointer(start: batch.addresses + place, count: size))
  }
}
