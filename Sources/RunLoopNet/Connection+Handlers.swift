extension Connection {
  /// What a connection tells. All are called on the loop's thread, and none inside a method of the connection.
  public struct Handlers {
    /// Bytes that have come; they are valid during the call.
    public var received: (Connection, UnsafeRawBufferPointer) -> Void
    /// The peer has finished writing. Without a handler the connection is closed when all is sent.
    public var endOfInput: ((Connection) -> Void)?
    /// After a `write` that said false: all is sent.
    public var drained: ((Connection) -> Void)?
    /// The connection has ended. With an error when it did not end in order: then data may be lost.
    public var closed: ((Connection, NetError?) -> Void)?

    public init(
      received: @escaping (Connection, UnsafeRawBufferPointer) -> Void,
      endOfInput: ((Connection) -> Void)? = nil, drained: ((Connection) -> Void)? = nil,
      closed: ((Connection, NetError?) -> Void)? = nil
    ) {
      self.received = received
      self.endOfInput = endOfInput
      self.drained = drained
      self.closed = closed
    }
  }
}
