// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CRunLoop
import LinuxSystem
internal import RunLoopCore
internal import StallMonitoring
import Synchronization

/// A stall monitor that was made from C, and its callback.
private final class CMonitor: Sendable {
  let monitor: StallMonitor
  private let listener: Listener

  init(_ settings: StallMonitor.Settings, _ listener: Listener) throws(StallMonitorError) {
    self.listener = listener
    monitor = try StallMonitor(settings, delegate: listener)
  }

  deinit { monitor.stop() }

  static func of(_ handle: OpaquePointer?) throws(CError) -> CMonitor {
    try Handles.shared.object(handle, as: CMonitor.self)
  }

  /// Ends its thread and waits for that, which the thread itself can not.
  func stop() throws(CError) {
    guard !listener.isOwnThread else { throw .thread }
    monitor.stop()
  }
}

/// Calls C on the monitor's thread.
private final class Listener: StallMonitorDelegate {
  private let callback: rl_stall_callback?
  private let context: Context
  /// The thread that is in the callback, or 0.
  private let callingThread = Atomic<Int32>(0)

  init(_ callback: rl_stall_callback?, _ context: Context) {
    self.callback = callback
    self.context = context
  }

  var isOwnThread: Bool { callingThread.load(ordering: .relaxed) == linux_gettid() }

  /// Stays its owner's: for a monitor that could not be made.
  func keepContext() { context.keep() }

  func stallBegan(_ record: StallRecord) { notify(record, RL_STALL_BEGAN) }
  func stallWentOn(_ record: StallRecord) { notify(record, RL_STALL_GOES_ON) }
  func deadlockFound(_ record: StallRecord) { notify(record, RL_STALL_IN_DEADLOCK) }
  func stallEnded(_ record: StallRecord) { notify(record, RL_STALL_ENDED) }

  private func notify(_ record: StallRecord, _ phase: some BinaryInteger) {
    guard let callback else { return }
    callingThread.store(linux_gettid(), ordering: .relaxed)
    defer { callingThread.store(0, ordering: .relaxed) }
    record.loop.withCString { loop in
      record.callout.label.withCString { callout in
        record.callout.site.withCString { site in
          record.diagnosis.cause.rawValue.withCString { cause in
            var stall = rl_stall()
            stall.id = record.id
            stall.phase = Int32(phase)
            stall.thread = record.thread
            stall.duration = Int64(clamping: record.duration)
            stall.loop = loop
            stall.callout = callout
            stall.site = site
            stall.cause = cause
            callback(&stall, context.pointer)
          }
        }
      }
    }
  }
}

extension StallMonitor.Settings {
  /// - Parameter chosen: of the length in its `size`. Members that are 0 or NULL, or beyond that, keep their defaults.
  fileprivate init(_ chosen: UnsafePointer<rl_monitor_settings>?) throws(CError) {
    self.init()
    guard let chosen else { return }
    let size = chosen.pointee.size
    // A program that was compiled with a newer header may ask for what this library does not have.
    guard size >= MemoryLayout<Int>.size, size <= MemoryLayout<rl_monitor_settings>.size else {
      throw .argument
    }
    var given = rl_monitor_settings()
    memcpy(&given, chosen, size)
    if given.threshold != 0 { threshold = .nanoseconds(given.threshold) }
    if let folder = given.folder {
      let path = String(cString: folder)
      reports = path.isEmpty ? nil : .folder(path)
    }
    if let version = given.version { programVersion = String(cString: version) }
    switch given.signal {
    case 0: break
    case -1: signal = 0
    case 1...64: signal = given.signal
    default: throw .argument
    }
  }
}

extension CError {
  fileprivate init(_ error: StallMonitorError) {
    switch error {
    case .badSetting: self = .argument
    case .unusableFolder, .unwritable: self = .unwritable
    default: self = .system
    }
  }
}

@c @implementation
public func rl_monitor_create(
  _ settings: UnsafePointer<rl_monitor_settings>?, _ callback: rl_stall_callback?,
  _ context: UnsafeMutableRawPointer?, _ release: rl_release?, _ error: UnsafeMutablePointer<Int32>?
) -> OpaquePointer? {
  handle(error) { () throws(CError) in
    let settings = try StallMonitor.Settings(settings)
    let listener = Listener(callback, Context(context, release))
    do throws(StallMonitorError) {
      return Handles.shared.handle(keeping: try CMonitor(settings, listener))
    } catch {
      listener.keepContext()
      throw CError(error)
    }
  }
}

@c @implementation
public func rl_monitor_watch(_ handle: OpaquePointer?, _ loop: OpaquePointer?) -> Int32 {
  number { () throws(CError) in
    try CMonitor.of(handle).monitor.watch(try Handles.shared.loop(loop))
    return 0
  }
}

@c @implementation
public func rl_monitor_unwatch(_ handle: OpaquePointer?, _ loop: OpaquePointer?) -> Int32 {
  number { () throws(CError) in
    try CMonitor.of(handle).monitor.unwatch(try Handles.shared.loop(loop))
    return 0
  }
}

@c @implementation
public func rl_monitor_watch_heartbeats(_ handle: OpaquePointer?) -> Int32 {
  number { () throws(CError) in
    try CMonitor.of(handle).monitor.watchHeartbeatsOfC()
    return 0
  }
}

@c @implementation
public func rl_monitor_start(_ handle: OpaquePointer?) -> Int32 {
  number { () throws(CError) in
    let monitor = try CMonitor.of(handle).monitor
    if monitor.start() { return 1 }
    guard monitor.isRunning else { throw monitor.ranInTheParent ? .forked : .system }
    return 0
  }
}

@c @implementation
public func rl_monitor_stop(_ handle: OpaquePointer?) -> Int32 {
  number { () throws(CError) in
    try CMonitor.of(handle).stop()
    return 0
  }
}

@c @implementation
public func rl_monitor_free(_ handle: OpaquePointer?) -> Int32 {
  number { () throws(CError) in
    try CMonitor.of(handle).stop()
    try Handles.shared.free(handle, of: CMonitor.self)
    return 0
  }
}

@c @implementation
public func rl_monitor_copy_metrics(_ handle: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  guard let monitor = try? CMonitor.of(handle).monitor else { return nil }
  return strdup(monitor.metrics.text(.prometheus))
}

@c @implementation
public func rl_monitor_copy_limits(_ handle: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  guard let monitor = try? CMonitor.of(handle).monitor else { return nil }
  let lines = monitor.degradations.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\n" }
  return strdup(lines.joined())
}
