/// A queue of another library, GCD's, that the main loop serves at the main-queue step together with its own.
///
/// The main loop watches its descriptor while it sleeps in a common mode, and asks it once in each turn whether it has
/// something, which costs a system call; a loop without a guest pays nothing. The main thread only.
package final class GuestQueue {
  /// A non-blocking eventfd that is rung when something is queued. It stays its owner's.
  let descriptor: Int32
  /// Runs the blocks that are queued now. Called in one callout of the kind main queue, never reentrantly.
  let drain: Callback
  /// Whether it may be ready although its ring went to a run that does not serve the main queue, or was not watched.
  @exclusivity(unchecked) private(set) var isNoted = false

  package init(descriptor: Int32, drain: @escaping () -> Void) {
    self.descriptor = descriptor
    self.drain = Callback(call: drain)
  }

  func note() {
    isNoted = true
  }

  /// Acknowledges its ring; false when there was none.
  func takeReady() -> Bool {
    isNoted = false
    return SystemCall.takeCount(descriptor)
  }
}
