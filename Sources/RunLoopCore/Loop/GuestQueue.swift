/// A queue of somebody else's that the main loop serves at the main-queue step, together with its own: GCD's.
///
/// The main loop watches its descriptor while it sleeps in a common mode, and asks it once in each turn whether it has
/// something, which costs a system call; a loop without a guest pays nothing. The main thread only.
package final class GuestQueue {
  /// An eventfd that is rung when something is queued. It stays its owner's, and does not block.
  let descriptor: Int32
  /// Runs what is queued now. Called in one callout of the kind main queue, never from within itself.
  let drain: Callback
  /// It may be ready, though its ring was heard by a run that does not serve the main queue, or was not listened for.
  @exclusivity(unchecked) private(set) var isNoted = false

  package init(descriptor: Int32, drain: @escaping () -> Void) {
    self.descriptor = descriptor
    self.drain = Callback(call: drain)
  }

  func note() {
    isNoted = true
  }

  /// Takes its ring; false when there was none.
  func takeReady() -> Bool {
    isNoted = false
    return SystemCall.takeCount(descriptor)
  }
}
