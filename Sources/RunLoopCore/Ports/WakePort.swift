extension RunLoop {
  /// A port that any thread can ring: an eventfd. Rings coalesce until the loop looks.
  public final class WakePort: Port, @unchecked Sendable {
    /// A port on an eventfd of its own.
    public convenience init() throws(PortError) {
      do { try self.init(makingDescriptor: ()) } catch { throw error.portError(-1, "") }
    }

    init(makingDescriptor: Void) throws(SystemError) {
      super.init(owning: try SystemCall.eventDescriptor(), countsWakeUps: true)
    }

    /// Makes the port ready. From any thread; costs one system call.
    public func ring() {
      SystemCall.ring(descriptor)
    }
  }
}
