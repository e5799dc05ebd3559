extension RunLoop.SignalSource {
  /// A received signal. Corresponds to `struct signalfd_siginfo`.
  public struct Signal: Hashable, Sendable {
    /// The signal's number.
    public var number: Int32
    /// The process that sent it, by kill(2) or sigqueue(3); 0 for the kernel.
    public var sender: Int32
    /// The user of the process that sent it.
    public var senderUser: UInt32
    /// The value that was passed to sigqueue(3).
    public var value: Int32
    /// The cause of the signal: the `si_code`.
    public var code: Int32
  }
}
