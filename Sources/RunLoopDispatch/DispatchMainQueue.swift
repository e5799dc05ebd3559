// For the link: the two functions are Dispatch's, and no header declares them. CFRunLoop uses the same ones.
import Dispatch

@_silgen_name("_dispatch_get_main_queue_handle_4CF")
private func mainQueueHandle() -> Int32

@_silgen_name("_dispatch_main_queue_callback_4CF")
private func mainQueueCallback(_ message: UnsafeMutableRawPointer?)

/// What Dispatch offers to a run loop that serves its main queue.
enum DispatchMainQueue {
  /// An eventfd that is rung when something is sent to the queue. Owned by Dispatch.
  static var descriptor: Int32 { mainQueueHandle() }

  /// Runs all that is queued now. On the main thread only; within itself it does nothing.
  static func drain() {
    mainQueueCallback(nil)
  }
}
