/// Datagrams that were received together, in the order of their arrival. Valid only during the call that gets them.
public struct Datagrams: RandomAccessCollection {
  private let batch: DatagramBatch
  public let endIndex: Int

  init(_ batch: DatagramBatch, count: Int) {
    self.batch = batch
    endIndex = count
  }

  public var startIndex: Int { 0 }

  public subscript(place: Int) -> Datagram {
    precondition(indices.contains(place), "there is no datagram \(place) of \(count)")
    return batch.datagram(place)
  }
}

/// A datagram that was received. Valid only during the call that gets it.
public struct Datagram {
  /// Its contents.
  public let bytes: UnsafeRawBufferPointer
  /// Whether it was longer than the socket's `largest`: then the rest is lost.
  public let isCut: Bool
  let source: DatagramBatch
  let place: Int

  /// The sender's address; nil for a sender without one.
  public var sender: Address? { source.sender(place) }
}
