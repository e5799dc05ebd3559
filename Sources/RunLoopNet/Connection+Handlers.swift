extension Connection {
  /// Handlers of a connection's events. All are called on the loop's thread, and none inside a method of the connection.
  public struct Handlers {
    /// Bytes were received; they are valid during the call.
    public var received: (Connection, UnsafeRawBufferPointer) -> Void
    /// The peer has finished writing. Without a handler the connection is closed after all bytes are sent.
    public var endOfInput: ((Connection) -> Void)?
    /// All bytes are sent, after a `write` that returned false.
    public var drained: ((Connection) -> Void)?
    /// The connection has ended. With an error it did not end in order, and data may be lost.
    public var closed: ((Connection, NetError?) -> Void)?

    /// Handlers; only `received` is required.
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
