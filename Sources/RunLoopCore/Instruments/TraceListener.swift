extension RunLoop {
  /// Hears what a loop does while it does it. Kept by the loop until it is cancelled.
  public final class TraceListener: Sendable {
    let body: @Sendable (TraceEvent) -> Void

    init(_ body: @escaping @Sendable (TraceEvent) -> Void) {
      self.body = body
    }
  }

  /// Has a closure called for everything that the loop does: runs, turns, sleeps and callouts. From any thread.
  ///
  /// The closure is called on the loop's thread, in the middle of the event: it should be quick, and must not run
  /// the loop or change it. Of what is in progress when it is added it gets the end.
  /// - Returns: what to give to `removeTraceListener`.
  public func addTraceListener(_ body: @escaping @Sendable (TraceEvent) -> Void) -> TraceListener {
    let listener = TraceListener(body)
    changeInstruments { $0.listeners.append(listener) }
    return listener
  }

  /// Takes the listener away. One event that is being told on the loop's thread may still reach it.
  public func removeTraceListener(_ listener: TraceListener) {
    changeInstruments { $0.listeners.removeAll { $0 === listener } }
  }
}
