extension RunLoop {
  /// The descriptor that a port source waits for, and how its readiness is acknowledged.
  ///
  /// `WakePort`, `TimerPort` and `MessagePort` are made by the library; a `Port` can be made of any descriptor
  /// that epoll takes. Corresponds to the mach port of a version-1 `CFRunLoopSource`.
  public class Port: @unchecked Sendable {
    /// The descriptor. It belongs to the port, or stays the caller's: see `init(borrowing:)`.
    public let descriptor: Int32
    /// Whether the port closes the descriptor when it is deallocated.
    private let ownsDescriptor: Bool
    /// Eventfd and timerfd ports are acknowledged by taking their count before the callout, and reported once per
    /// change; any other port is reported each turn until its user has read all data.
    let countsWakeUps: Bool

    init(owning descriptor: Int32, countsWakeUps: Bool) {
      self.descriptor = descriptor
      self.countsWakeUps = countsWakeUps
      ownsDescriptor = true
    }

    /// A port for a descriptor that stays the caller's, who must keep it open as long as a source uses the port.
    ///
    /// The source is called in each turn in which the descriptor is readable; the loop never reads from it. It should
    /// be non-blocking: another callout may have read the data since the kernel reported it.
    /// Throws when the descriptor is not open or, like a regular file, can not be watched.
    public init(borrowing descriptor: Int32, label: String = "") throws(PortError) {
      do { try SystemCall.checkPollable(descriptor) } catch { throw error.portError(descriptor, label) }
      self.descriptor = descriptor
      ownsDescriptor = false
      countsWakeUps = false
    }

    /// Like `init(borrowing:)`, except that the count of an eventfd or timerfd is taken before the callout, as in CFRunLoop.
    package init(countingOrBorrowing descriptor: Int32) throws(PortError) {
      do { try SystemCall.checkPollable(descriptor) } catch { throw error.portError(descriptor, "") }
      self.descriptor = descriptor
      ownsDescriptor = false
      countsWakeUps = SystemCall.hasCount(descriptor)
    }

    deinit {
      if ownsDescriptor { _ = Descriptor(descriptor) }
    }
  }
}
