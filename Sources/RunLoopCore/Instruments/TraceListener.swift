extension RunLoop {
  /// A closure that is called for every event of a loop. The loop retains it until it is removed.
  public final class TraceListener: Sendable {
    let body: @Sendable (TraceEvent) -> Void

    init(_ body: @escaping @Sendable (TraceEvent) -> Void) {
      self.body = body
    }
  }

  /// Adds a closure that is called for every event of the loop: runs, turns, sleeps and callouts. From any thread.
  ///
  /// The closure is called on the loop's thread, in the middle of the event: it should be quick, and must not run
  /// the loop or change it. What is in progress when it is added is reported when it ends.
  /// - Returns: what to give to `removeTraceListener`.
  public func addTraceListener(_ body: @escaping @Sendable (TraceEvent) -> Void) -> TraceListener {
    let listener = TraceListener(body)
    changeInstruments { $0.listeners.append(listener) }
    return listener
  }

  /// Removes the listener. An event that the loop's thread is reporting at that moment may still reach it.
  public func removeTraceListener(_ listener: TraceListener) {
    changeInstruments { $0.listeners.removeAll { $0 === listener } }
  }
}
