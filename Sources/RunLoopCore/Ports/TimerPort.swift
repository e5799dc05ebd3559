extension RunLoop {
  /// A port that becomes ready at an instant: a timerfd, or under a simulated clock a counter that the clock rings.
  ///
  /// The loop uses one for the timers of each mode; it can also be a port source's port, as for a display link.
  public final class TimerPort: Port, @unchecked Sendable {
    /// Under a simulated clock: what rings the port.
    private var appointment: SimulatedClock.Appointment?

    /// Makes a port for the calling thread's clock.
    public convenience init() throws(PortError) {
      do {
        try self.init(simulation: ThreadClock.simulation)
      } catch {
        throw error.portError(-1, "")
      }
    }

    init(simulation: SimulatedClock?) throws(SystemError) {
      guard let simulation, !simulation.followsSystem else {
        super.init(owning: try SystemCall.timerDescriptor(), countsWakeUps: true)
        return
      }
      let descriptor = try SystemCall.eventDescriptor()
      super.init(owning: descriptor, countsWakeUps: true)
      // The port's deinit closes its descriptor, after which nothing may ring it: see there.
      appointment = SimulatedClock.Appointment(clock: simulation) { SystemCall.ring(descriptor) }
    }

    deinit {
      appointment?.cancel()
    }

    /// Makes the port ready at the instant, or at once when that is past; replaces an earlier instant.
    public func set(at instant: Instant) {
      arm(at: instant == .distantFuture ? .never : UInt64(max(instant.nanoseconds, 1)))
    }

    /// Disarms the port until the next `set`; it is no longer ready.
    public func cancel() {
      arm(at: .never)
    }

    /// False when the kernel refuses.
    @discardableResult
    func arm(at deadline: Nanoseconds) -> Bool {
      if let appointment {
        _ = SystemCall.takeCount(descriptor)
        appointment.move(to: deadline)
        return true
      } else {
        return SystemCall.setTimer(descriptor, to: deadline == .never ? 0 : deadline)
      }
    }
  }
}
