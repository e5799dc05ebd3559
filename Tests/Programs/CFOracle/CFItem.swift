import CVirtualTime
import CoreFoundation
import Foundation
import Synchronization

/// A source, timer or observer of CFRunLoop.
///
/// It owns one reference to the object, as a C program that created it would, until `release`. A C program
/// that uses it after that relies on a loop's reference; so does a scenario.
final class CFItem: @unchecked Sendable {
  enum Object {
    case source(Unmanaged<CFRunLoopSource>)
    case timer(Unmanaged<CFRunLoopTimer>)
    case observer(Unmanaged<CFRunLoopObserver>)
  }

  let object: Object
  /// A port's eventfd.
  let descriptor: Int32?
  private let isReleased = Atomic(false)

  init(_ object: Object, descriptor: Int32? = nil) {
    self.object = object
    self.descriptor = descriptor
  }

  /// A second time is of no effect: there is one reference to give up.
  func release() {
    guard !isReleased.exchange(true, ordering: .relaxed) else { return }
    switch object {
    case .source(let source): source.release()
    case .timer(let timer): timer.release()
    case .observer(let observer): observer.release()
    }
  }

  /// What a source's C callbacks find their way back by. It lives as long as the process.
  final class Callbacks: Sendable {
    let perform: @Sendable () -> Void
    let schedule: @Sendable (String) -> Void
    let cancel: @Sendable (String) -> Void
    let descriptor: Int32

    init(
      perform: @escaping @Sendable () -> Void, schedule: @escaping @Sendable (String) -> Void = { _ in },
      cancel: @escaping @Sendable (String) -> Void = { _ in }, descriptor: Int32 = -1
    ) {
      self.perform = perform
      self.schedule = schedule
      self.cancel = cancel
      self.descriptor = descriptor
    }

    static func of(_ info: UnsafeMutableRawPointer?) -> Callbacks {
      guard let info else { preconditionFailure("a callback without its context") }
      return Unmanaged<Callbacks>.fromOpaque(info).takeUnretainedValue()
    }
  }

  /// A version 0 source.
  static func source(order: Int, _ callbacks: Callbacks) -> CFItem {
    var context = CFRunLoopSourceContext()
    context.info = Unmanaged.passRetained(callbacks).toOpaque()
    context.perform = { Callbacks.of($0).perform() }
    context.schedule = { info, _, mode in Callbacks.of(info).schedule(scenarioMode(mode)) }
    context.cancel = { info, _, mode in Callbacks.of(info).cancel(scenarioMode(mode)) }
    return CFItem(.source(.passRetained(CFRunLoopSourceCreate(nil, order, &context))))
  }

  /// A version 1 source on an eventfd.
  static func port(order: Int, perform: @escaping @Sendable () -> Void) -> CFItem {
    let descriptor = eventfd(0, Int32(O_NONBLOCK | O_CLOEXEC))
    precondition(descriptor >= 0, "cannot make an eventfd: error \(errno)")
    let callbacks = Callbacks(perform: perform, descriptor: descriptor)
    var context = CFRunLoopSourceContext1()
    context.version = 1
    context.info = Unmanaged.passRetained(callbacks).toOpaque()
    context.getPort = { Callbacks.of($0).descriptor }
    context.perform = { Callbacks.of($0).perform() }
    // The version says which of the two contexts this is.
    let source = withUnsafeMutablePointer(to: &context) { context in
      context.withMemoryRebound(to: CFRunLoopSourceContext.self, capacity: 1) {
        CFRunLoopSourceCreate(nil, order, $0)
      }
    }
    guard let source else { preconditionFailure("cannot make a source") }
    return CFItem(.source(.passRetained(source)), descriptor: descriptor)
  }
}

/// A mode by the name that scenarios use.
func scenarioMode(_ mode: CFString?) -> String {
  guard let mode else { return "none" }
  if CFEqual(mode, kCFRunLoopDefaultMode) { return "default" }
  if CFEqual(mode, kCFRunLoopCommonModes) { return "common" }
  var bytes = [CChar](repeating: 0, count: 512)
  CFStringGetCString(mode, &bytes, bytes.count, CFStringBuiltInEncodings.UTF8.rawValue)
  return bytes.withUnsafeBufferPointer { bytes in
    String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// CFRunLoop's name for a scenario's mode.
func cfMode(_ name: String) -> CFString {
  switch name {
  case "default": kCFRunLoopDefaultMode
  case "common": kCFRunLoopCommonModes
  default: CFStringCreateWithCString(nil, name, CFStringBuiltInEncodings.UTF8.rawValue)
  }
}
