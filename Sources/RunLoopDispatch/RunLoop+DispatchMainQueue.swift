internal import LinuxSystem
public import RunLoopCore

extension RunLoop {
  /// Makes the main loop serve `DispatchQueue.main`, and with it `@MainActor` code, in its runs in common modes.
  ///
  /// From now on blocks of the queue run on the main thread at the main-queue step of a turn, as with
  /// CFRunLoop: all that is queued at that moment, not in two turns in a row while another item is ready, and not
  /// inside itself: an inner run inside a block of the queue serves neither this queue nor `RunLoop.mainQueue`.
  /// Each turn of such a run asks the queue's descriptor once, which is one system call.
  ///
  /// Call it on the main thread, before the loop runs or while it does. Calling it again changes nothing. Modes that
  /// are not common do not serve the queue, nor does the loop when it does not run.
  /// CFRunLoop always does this.
  public func serveDispatchMainQueue() throws(DispatchMainQueueError) {
    guard isMain else { throw .notTheMainLoop(label: label) }
    guard isOwnThread else { throw .notOnTheMainThread }
    if servesDispatchMainQueue { return }
    let descriptor = DispatchMainQueue.descriptor
    let flags = fcntl(descriptor, F_GETFL)
    guard flags >= 0, flags & O_NONBLOCK != 0 else { throw .unusableDescriptor(descriptor) }
    RunLoop.mainQueue.serve(GuestQueue(descriptor: descriptor) { DispatchMainQueue.drain() })
  }

  /// Whether this is the main loop and serves `DispatchQueue.main`. On the main thread; elsewhere false.
  public var servesDispatchMainQueue: Bool {
    isMain && isOwnThread && RunLoop.mainQueue.hasGuest
  }
}

/// Why the main dispatch queue can not be served. `description` includes what to do about it.
public enum DispatchMainQueueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The loop is another thread's: the main dispatch queue is the main thread's.
  case notTheMainLoop(label: String)
  /// It is the main loop, but the caller is not on the main thread.
  case notOnTheMainThread
  /// This Dispatch has no descriptor for its main queue, or one that blocks.
  case unusableDescriptor(Int32)

  public var description: String {
    switch self {
    case .notTheMainLoop(let label):
      "run loop\(label.isEmpty ? "" : " '\(label)'") is not the main thread's, which alone serves"
        + " DispatchQueue.main: call RunLoop.main.serveDispatchMainQueue()"
    case .notOnTheMainThread:
      "serveDispatchMainQueue() was called on another thread than the main one: call it in a synchronous main(),"
        + " before RunLoop.main.run()"
    case .unusableDescriptor(let descriptor):
      "Dispatch's main queue has the descriptor \(descriptor), which is none that a loop can watch: this version of"
        + " Dispatch can not be served"
    }
  }
}
