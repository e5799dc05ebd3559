extension SimulatedClock {
  /// Makes this the calling thread's clock. The thread must not have a loop yet.
  public func install() {
    precondition(
      !RunLoop.currentExists, "a simulated clock must be installed before the thread's loop is made")
    Self.anyInstalled.store(true, ordering: .sequentiallyConsistent)
    ThreadClock.simulation = self
  }
}
