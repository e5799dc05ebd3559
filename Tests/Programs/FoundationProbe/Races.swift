import CoreFoundation
import Foundation

/// Items that are signalled, invalidated and released by several threads while a loop calls them.
enum Races {
  private static let rounds = 60

  static func run() {
    let performed = Shared(0)
    for round in 0..<rounds {
      let isReady = Shared(false)
      let target = Shared<(CFRunLoop, [CFRunLoopSource])?>(nil)
      let thread = Thread {
        guard let loop = CFRunLoopGetCurrent() else { return }
        let sources = (0..<8).compactMap { _ in source(performed) }
        for source in sources { CFRunLoopAddSource(loop, source, kCFRunLoopDefaultMode) }
        target.value = (loop, sources)
        isReady.value = true
        let end = Date(timeIntervalSinceNow: 10)
        // Ends when all are invalid, which only the other thread makes them.
        while CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0.01, false) != .finished, Date() < end {}
      }
      thread.start()
      while !isReady.value { usleep(100) }
      let signalling = DispatchGroup()
      for _ in 0..<2 {
        signalling.enter()
        Thread.detachNewThread {
          guard let (loop, sources) = target.value else { return signalling.leave() }
          for _ in 0..<20 {
            for source in sources { CFRunLoopSourceSignal(source) }
            CFRunLoopWakeUp(loop)
          }
          signalling.leave()
        }
      }
      if round % 2 == 0 { signalling.wait() }
      if round == 0 {
        // On a busy machine the sources of all rounds may be invalid before the loop calls one.
        let end = Date(timeIntervalSinceNow: 10)
        while performed.value == 0, Date() < end { usleep(100) }
      }
      if let (loop, sources) = target.value {
        target.value = nil
        for source in sources { CFRunLoopSourceInvalidate(source) }
        CFRunLoopWakeUp(loop)
      }
      signalling.wait()
      while !thread.isFinished { usleep(200) }
    }
    dropInCallout()
    let end = Date(timeIntervalSinceNow: 5)
    while Leaks.Token.count.value > 0, Date() < end { usleep(1_000) }
    print("performed: \(performed.value > 0)")
    print("tokens: \(Leaks.Token.count.value)")
  }

  private final class Work {
    let token = Leaks.Token()
    let performed: Shared<Int>
    init(_ performed: Shared<Int>) { self.performed = performed }
  }

  /// A source that retains what it calls.
  private static func source(_ performed: Shared<Int>) -> CFRunLoopSource? {
    let work = Work(performed)
    var context = CFRunLoopSourceContext()
    context.info = Unmanaged.passUnretained(work).toOpaque()
    context.retain = { UnsafeRawPointer(Unmanaged<Work>.fromOpaque($0!).retain().toOpaque()) }
    context.release = { Unmanaged<Work>.fromOpaque($0!).release() }
    context.perform = { Unmanaged<Work>.fromOpaque($0!).takeUnretainedValue().performed.change { $0 += 1 } }
    return withExtendedLifetime(work) { CFRunLoopSourceCreate(nil, 0, &context) }
  }

  /// The last references to a source, a timer and an observer are released inside their own callouts.
  private static func dropInCallout() {
    let kept = Shared<[AnyObject]>([])
    let called = Shared(0)
    guard let loop = CFRunLoopGetCurrent() else { return }
    for _ in 0..<20 {
      let token = Leaks.Token()
      let timer = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent(), 1, 0, 0) { timer in
        CFRunLoopTimerInvalidate(timer)
        kept.value = []
        token.use()
        called.change { $0 += 1 }
      }
      let observer = CFRunLoopObserverCreateWithHandler(nil, CFRunLoopActivity.entry.rawValue, true, 0) {
        observer, _ in
        CFRunLoopObserverInvalidate(observer)
        token.use()
        called.change { $0 += 1 }
      }
      guard let timer, let observer else { return }
      CFRunLoopAddTimer(loop, timer, kCFRunLoopDefaultMode)
      CFRunLoopAddObserver(loop, observer, kCFRunLoopDefaultMode)
      kept.value = [timer, observer]
    }
    FoundationProbe.wait("dropped") { called.value == 40 }
  }
}
