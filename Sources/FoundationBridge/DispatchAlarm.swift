internal import CFoundationHooks
internal import LinuxSystem
internal import RunLoopCore

/// Rings at a time by a timer of Dispatch's, as CFRunLoop does at the end of a run.
///
/// By names that are found in the whole process: a program whose clock is replaced replaces these functions too.
enum DispatchAlarm {
  typealias Block = @convention(block) () -> Void

  private struct Functions {
    let type: UnsafeRawPointer
    let queue: UnsafeMutableRawPointer
    let create:
      @convention(c) (UnsafeRawPointer, UInt, UInt, UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
    let setHandler: @convention(c) (UnsafeMutableRawPointer, @escaping Block) -> Void
    let setTimer: @convention(c) (UnsafeMutableRawPointer, UInt64, UInt64, UInt64) -> Void
    let resume: @convention(c) (UnsafeMutableRawPointer) -> Void
    let cancel: @convention(c) (UnsafeMutableRawPointer) -> Void
    let release: @convention(c) (UnsafeMutableRawPointer) -> Void

    init?() {
      guard let type = dlsym(nil, "_dispatch_source_type_timer"),
        let queue = dlsym(nil, "dispatch_get_global_queue"),
        let create = dlsym(nil, "dispatch_source_create"),
        let setHandler = dlsym(nil, "dispatch_source_set_event_handler"),
        let setTimer = dlsym(nil, "dispatch_source_set_timer"), let resume = dlsym(nil, "dispatch_resume"),
        let cancel = dlsym(nil, "dispatch_source_cancel"), let release = dlsym(nil, "dispatch_release")
      else { return nil }
      // As Dispatch's headers declare them.
      let makeQueue = unsafeBitCast(
        queue, to: (@convention(c) (Int, UInt) -> UnsafeMutableRawPointer?).self)
      guard let queue = makeQueue(0, 0) else { return nil }
      self.type = UnsafeRawPointer(type)
      self.queue = queue
      self.create = unsafeBitCast(create, to: Create.self)
      self.setHandler = unsafeBitCast(
        setHandler, to: (@convention(c) (UnsafeMutableRawPointer, @escaping Block) -> Void).self)
      self.setTimer = unsafeBitCast(
        setTimer, to: (@convention(c) (UnsafeMutableRawPointer, UInt64, UInt64, UInt64) -> Void).self)
      typealias OfSource = @convention(c) (UnsafeMutableRawPointer) -> Void
      self.resume = unsafeBitCast(resume, to: OfSource.self)
      self.cancel = unsafeBitCast(cancel, to: OfSource.self)
      self.release = unsafeBitCast(release, to: OfSource.self)
    }
  }

  private typealias Create =
    @convention(c) (UnsafeRawPointer, UInt, UInt, UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?

  /// A source, which is the caller's.
  private struct Source: @unchecked Sendable { let source: UnsafeMutableRawPointer }

  /// Nil when a function is missing.
  static var alarm: SimulatedClock.Alarm? {
    guard let functions = Functions() else { return nil }
    nonisolated(unsafe) let dispatch = functions
    return { nanoseconds, ring in
      guard let made = dispatch.create(dispatch.type, 0, 0, dispatch.queue) else { return {} }
      let source = Source(source: made)
      dispatch.setHandler(made) { ring() }
      dispatch.setTimer(made, nanoseconds, .max, 0)
      dispatch.resume(made)
      return {
        dispatch.cancel(source.source)
        dispatch.release(source.source)
      }
    }
  }
}
