import CoreFoundation
import Foundation

/// Work to be counted from outside, by `perf stat` or `strace -c`: Docs/foundation.md. The number is how often; 0 is the rest
/// of the program, to be taken off.
enum Measures {
  static let kinds: [String: @Sendable (Int) -> Void] = [
    "turns": turns, "runs": runs, "pending": pending, "wakeups": wakeups, "spawns": Spawns.run,
    "items": Items.run,
  ]

  // Of the main thread, without locks: what the program does itself shall not count.
  @exclusivity(unchecked) nonisolated(unsafe) private static var left = 0
  @exclusivity(unchecked) nonisolated(unsafe) private static var place:
    (Unmanaged<CFRunLoop>, Unmanaged<CFRunLoopSource>)?

  /// A source that signals itself again and wakes its loop: a turn each time, in one run.
  static func turns(_ count: Int) {
    var context = CFRunLoopSourceContext()
    context.perform = { _ in
      guard let (loop, source) = Measures.place else { return }
      Measures.left -= 1
      loop._withUnsafeGuaranteedRef { loop in
        if Measures.left == 0 { return CFRunLoopStop(loop) }
        source._withUnsafeGuaranteedRef { CFRunLoopSourceSignal($0) }
        CFRunLoopWakeUp(loop)
      }
    }
    left = count
    guard let loop = CFRunLoopGetCurrent(), let source = CFRunLoopSourceCreate(nil, 0, &context) else {
      return
    }
    place = (.passRetained(loop), .passRetained(source))
    CFRunLoopAddSource(loop, source, kCFRunLoopDefaultMode)
    CFRunLoopSourceSignal(source)
    if count > 0 { CFRunLoopRunInMode(kCFRunLoopDefaultMode, 60, false) }
  }

  /// A signalled source, and a run that performs it.
  static func runs(_ count: Int) {
    let (loop, source) = performing {}
    for _ in 0..<count {
      CFRunLoopSourceSignal(source)
      CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, true)
    }
    CFRunLoopRemoveSource(loop, source, kCFRunLoopDefaultMode)
  }

  /// A timer that fires again and again, and 10,000 that wait.
  static func pending(_ count: Int) {
    let loop = CFRunLoopGetCurrent()
    let now = CFAbsoluteTimeGetCurrent()
    for number in 0..<10_000 {
      let timer = CFRunLoopTimerCreateWithHandler(nil, now + 1_000 + Double(number), 0, 0, 0) { _ in }
      CFRunLoopAddTimer(loop, timer, kCFRunLoopDefaultMode)
    }
    let fired = Shared(0)
    let timer = CFRunLoopTimerCreateWithHandler(nil, now, 0.000_1, 0, 0) { _ in
      fired.change { $0 += 1 }
      if fired.value == count { CFRunLoopStop(CFRunLoopGetCurrent()) }
    }
    CFRunLoopAddTimer(loop, timer, kCFRunLoopDefaultMode)
    if count > 0 { CFRunLoopRunInMode(kCFRunLoopDefaultMode, 60, false) }
  }

  /// Another thread signals a source and wakes the loop, which answers.
  static func wakeups(_ count: Int) {
    let answer = DispatchSemaphore(value: 0)
    let left = Shared(count)
    let (loop, source) = performing {
      left.change { $0 -= 1 }
      if left.value == 0 { CFRunLoopStop(CFRunLoopGetCurrent()) }
      answer.signal()
    }
    let target = Shared((loop, source))
    let thread = Thread {
      let (loop, source) = target.value
      for _ in 0..<count {
        CFRunLoopSourceSignal(source)
        CFRunLoopWakeUp(loop)
        answer.wait()
      }
    }
    thread.start()
    if count > 0 { CFRunLoopRunInMode(kCFRunLoopDefaultMode, 60, false) }
    while !thread.isFinished { usleep(1_000) }
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  private static func performing(_ body: @escaping @Sendable () -> Void) -> (CFRunLoop, CFRunLoopSource) {
    var context = CFRunLoopSourceContext()
    context.info = Unmanaged.passRetained(Work(body)).toOpaque()
    context.perform = { Unmanaged<Work>.fromOpaque($0!).takeUnretainedValue().body() }
    guard let loop = CFRunLoopGetCurrent(), let source = CFRunLoopSourceCreate(nil, 0, &context) else {
      preconditionFailure("no loop, or no source")
    }
    CFRunLoopAddSource(loop, source, kCFRunLoopDefaultMode)
    return (loop, source)
  }
}
