internal import CFoundationHooks
internal import LinuxSystem
public import RunLoopCore

/// Foundation's loops on this library's, in a program that links it.
///
///     import FoundationBridge
///
///     guard FoundationBridge.begin() else { … }
///
/// Works like the preloaded library: Docs/foundation.md.
public enum FoundationBridge {
  /// Decides now which library serves Foundation's loops, which otherwise happens at Foundation's first loop. Call it first.
  ///
  /// - Returns: whether this library does. If not, the reason was written to standard error.
  @discardableResult
  public static func begin() -> Bool {
    guard let foundation = dlopen("libFoundation.so", RTLD_LAZY | RTLD_NOLOAD) else { return false }
    defer { dlclose(foundation) }
    guard let symbol = dlsym(foundation, "CFRunLoopGetCurrent") else { return false }
    let currentLoop = unsafeBitCast(symbol, to: (@convention(c) () -> UnsafeMutableRawPointer?).self)
    // That makes the thread's loop, which is one of the functions served.
    _ = currentLoop()
    return isServing
  }

  /// Whether Foundation's loops are served here.
  public static var isServing: Bool { Engine.isServing }
}

extension RunLoop {
  /// The loop behind one of Foundation's, so that Foundation's timers and the modes, descriptors and executors of this library meet
  /// in one loop. Nil when the toolchain's run loop serves it.
  ///
  ///     let loop = RunLoopCore.RunLoop.behind(Foundation.RunLoop.main)
  ///
  /// - Parameter loop: a `Foundation.RunLoop` or a `CFRunLoop`.
  public static func behind(_ loop: AnyObject) -> RunLoop? {
    guard FoundationBridge.isServing else { return nil }
    let object = Unmanaged.passUnretained(loop).toOpaque()
    return (LoopRecord.record(inFrontOf: object) ?? LoopRecord.record(object))?.loop
  }

  /// The `Foundation.RunLoop` in front of this loop, or nil when Foundation has not asked for the thread's loop yet.
  ///
  ///     let loop = RunLoopCore.RunLoop.main.foundationLoop as? Foundation.RunLoop
  public var foundationLoop: AnyObject? {
    guard FoundationBridge.isServing, let record = LoopRecord.record(of: self),
      let object = CoreFoundation.functions._CFRunLoopGet2(record.object)
    else { return nil }
    return Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
  }
}
