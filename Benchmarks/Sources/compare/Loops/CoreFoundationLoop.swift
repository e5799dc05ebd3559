import CoreFoundation
// Links the library that CoreFoundation is a part of.
import Foundation
import Peers

/// The toolchain's CFRunLoop.
enum CoreFoundationLoop: SwiftLoop {
  static let name = "CFRunLoop"
  static let firstCallout = "FirstCalloutFoundation"

  static func way(_ workload: String) -> Way {
    switch workload {
    case "pingpong", "wake": .by("a source, signalled, and CFRunLoopWakeUp")
    case "post", "self-post": .by("CFRunLoopPerformBlock and CFRunLoopWakeUp")
    case "timer-churn": .by("remove, set the date, add of one object")
    case "timer-reschedule": .by("CFRunLoopTimerSetNextFireDate")
    case "timer-new": .by("invalidate, create, add")
    case "timer-once": .by("new timers, which fire once")
    case "timer-fire": .by("new timers: one that has fired is spent")
    case "turn": .by("CFRunLoopRunInMode with a time of 0")
    case "pipes": .none("has no public way to watch a descriptor on Linux that is not a socket")
    case "echo": .by("CFSocket, which selects on a thread of its own")
    case "startup", "memory of a process":
      .by("a program with Foundation's RunLoop, linked dynamically as ours is")
    default: .plain
    }
  }

  // MARK: Loops

  static let hasObservers = true
  static let hasThread = true

  static func open(_ parameters: WorkloadParameters, keepsProcessor: Bool) -> CFRunLoop {
    CFRunLoopGetCurrent()
  }

  @inline(__always)
  static func run(_ loop: CFRunLoop) { CFRunLoopRun() }

  @inline(__always)
  static func stop(_ loop: CFRunLoop) { CFRunLoopStop(loop) }

  @inline(__always)
  static func turn(_ loop: CFRunLoop) { CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, false) }

  // MARK: What a loop serves

  @inline(__always)
  static func post<Block: PostedBlock>(_ loop: CFRunLoop, _ block: Block) {
    CFRunLoopPerformBlock(loop, kCFRunLoopDefaultMode) { block.run() }
    CFRunLoopWakeUp(loop)
  }

  static func makeBell(_ loop: CFRunLoop, _ served: @escaping @Sendable () -> Void) -> Source {
    makeSource(loop, served)
  }

  @inline(__always)
  static func ring(_ loop: CFRunLoop, _ bell: Source) {
    signal(bell)
    CFRunLoopWakeUp(loop)
  }

  /// A source that calls a closure.
  final class Source {
    private var perform: (@Sendable () -> Void)?
    fileprivate private(set) var source: CFRunLoopSource?

    fileprivate init(_ perform: @escaping @Sendable () -> Void) {
      self.perform = perform
      var context = CFRunLoopSourceContext()
      context.info = Unmanaged.passUnretained(self).toOpaque()
      context.perform = { info in
        guard let info else { return }
        Unmanaged<Source>.fromOpaque(info)._withUnsafeGuaranteedRef { $0.perform?() }
      }
      source = CFRunLoopSourceCreate(nil, 0, &context)
    }

    /// What it calls may hold it in turn.
    fileprivate func invalidate() {
      CFRunLoopSourceInvalidate(source)
      perform = nil
    }
  }

  static func makeSource(_ loop: CFRunLoop, _ perform: @escaping @Sendable () -> Void) -> Source {
    let source = Source(perform)
    CFRunLoopAddSource(loop, source.source, kCFRunLoopDefaultMode)
    return source
  }

  @inline(__always)
  static func signal(_ source: Source) { CFRunLoopSourceSignal(source.source) }

  static func end(_ source: Source) { source.invalidate() }

  static func observe(_ loop: CFRunLoop, _ count: Int, areCalled: Bool) {
    let activity = areCalled ? CFRunLoopActivity.beforeSources : .afterWaiting
    for _ in 0..<count {
      let observer = CFRunLoopObserverCreateWithHandler(nil, activity.rawValue, true, 0) { _, _ in }
      CFRunLoopAddObserver(loop, observer, kCFRunLoopDefaultMode)
    }
  }

  /// A socket that calls a closure.
  final class Watch {
    private let readable: @Sendable () -> Void
    fileprivate private(set) var socket: CFSocket?

    fileprivate init(_ descriptor: Int32, _ readable: @escaping @Sendable () -> Void) {
      self.readable = readable
      var context = CFSocketContext()
      context.info = Unmanaged.passUnretained(self).toOpaque()
      socket = CFSocketCreateWithNative(
        nil, descriptor, Self.readCallBack,
        { _, _, _, _, info in
          guard let info else { return }
          Unmanaged<Watch>.fromOpaque(info)._withUnsafeGuaranteedRef { $0.readable() }
        }, &context)
    }

    /// Enumerators that Swift does not get: kCFSocketReadCallBack, kCFSocketCloseOnInvalidate.
    private static let readCallBack: CFOptionFlags = 1
    fileprivate static let closeOnInvalidate: CFOptionFlags = 128
  }

  static func watch(
    _ loop: CFRunLoop, _ descriptor: Int32, _ readable: @escaping @Sendable () -> Void
  ) throws(Unprepared) -> Watch {
    let watch = Watch(descriptor, readable)
    guard let socket = watch.socket else { throw Unprepared(description: "no CFSocket") }
    // The descriptors are closed where they were opened.
    CFSocketSetSocketFlags(socket, CFSocketGetSocketFlags(socket) & ~Watch.closeOnInvalidate)
    CFRunLoopAddSource(loop, CFSocketCreateRunLoopSource(nil, socket, 0), kCFRunLoopDefaultMode)
    return watch
  }

  static func end(_ loop: CFRunLoop, _ watches: [Watch]) {
    for watch in watches { CFSocketInvalidate(watch.socket) }
  }

  // MARK: Timers

  static let firedTimerIsSpent = true

  @inline(__always)
  static func now(_ loop: CFRunLoop) -> CFAbsoluteTime { CFAbsoluteTimeGetCurrent() }

  @inline(__always)
  private static func date(_ now: CFAbsoluteTime, _ delay: Int64) -> CFAbsoluteTime {
    now + Double(delay) * 1e-9
  }

  @inline(__always)
  static func startTimer<Called: TimerCallee>(
    _ loop: CFRunLoop, _ now: CFAbsoluteTime, _ delay: Int64, _ called: Called
  ) -> CFRunLoopTimer {
    guard
      let timer = CFRunLoopTimerCreateWithHandler(
        nil, date(now, delay), 0, 0, 0, { _ in called.timerFired() })
    else { fatalError("CFRunLoop makes no timer") }
    CFRunLoopAddTimer(loop, timer, kCFRunLoopDefaultMode)
    return timer
  }

  @inline(__always)
  static func cancel(_ loop: CFRunLoop, _ timer: CFRunLoopTimer) {
    CFRunLoopRemoveTimer(loop, timer, kCFRunLoopDefaultMode)
  }

  @inline(__always)
  static func restart(_ loop: CFRunLoop, _ timer: CFRunLoopTimer, _ now: CFAbsoluteTime, _ delay: Int64) {
    CFRunLoopTimerSetNextFireDate(timer, date(now, delay))
    CFRunLoopAddTimer(loop, timer, kCFRunLoopDefaultMode)
  }

  @inline(__always)
  static func renew(_ loop: CFRunLoop, _ timer: CFRunLoopTimer, _ now: CFAbsoluteTime, _ delay: Int64) {
    CFRunLoopRemoveTimer(loop, timer, kCFRunLoopDefaultMode)
    CFRunLoopTimerSetNextFireDate(timer, date(now, delay))
    CFRunLoopAddTimer(loop, timer, kCFRunLoopDefaultMode)
  }

  @inline(__always)
  static func move(_ timer: CFRunLoopTimer, _ now: CFAbsoluteTime, _ delay: Int64) {
    CFRunLoopTimerSetNextFireDate(timer, date(now, delay))
  }

  @inline(__always)
  static func end(_ timer: CFRunLoopTimer) { CFRunLoopTimerInvalidate(timer) }

  /// The latest first: each is taken off the end of the loop's list.
  static func end(_ timers: [CFRunLoopTimer]) {
    for timer in timers.sorted(by: {
      CFRunLoopTimerGetNextFireDate($0) > CFRunLoopTimerGetNextFireDate($1)
    }) {
      CFRunLoopTimerInvalidate(timer)
    }
  }
}
