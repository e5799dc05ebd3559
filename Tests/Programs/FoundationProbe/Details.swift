import CoreFoundation
import Foundation

/// What few programs ask of CFRunLoop.
enum Details {
  static func run() {
    equalSources()
    stoppedModes()
    invalidItems()
    namesOfModes()
    contexts()
    endOfAThread()
  }

  private static var loop: CFRunLoop { CFRunLoopGetCurrent() }

  private static func mode(_ name: String) -> CFString {
    CFStringCreateWithCString(nil, name, 0x0800_0100)
  }

  private static func source(_ order: Int, _ info: Int, isEqual: Bool = false) -> CFRunLoopSource {
    var context = CFRunLoopSourceContext()
    context.info = UnsafeMutableRawPointer(bitPattern: info)
    if isEqual {
      context.equal = { _, _ in true }
      context.hash = { _ in 7 }
    }
    context.perform = { info in print("performed \(UInt(bitPattern: info))") }
    return CFRunLoopSourceCreate(nil, order, &context)
  }

  private static func run(_ mode: CFString, _ seconds: Double = 0) -> Int32 {
    CFRunLoopRunInMode(mode, seconds, false).rawValue
  }

  private static func equalSources() {
    let mode = mode("equal")
    for (one, other) in [
      (source(0, 16), source(0, 16)), (source(0, 16), source(1, 16)), (source(0, 16), source(0, 32)),
      (source(0, 16, isEqual: true), source(0, 32, isEqual: true)),
    ] {
      CFRunLoopAddSource(loop, one, mode)
      print("equal: \(CFRunLoopContainsSource(loop, other, mode))", terminator: " ")
      CFRunLoopAddSource(loop, other, mode)
      CFRunLoopSourceSignal(other)
      print("run \(run(mode))", terminator: " ")
      CFRunLoopSourceSignal(one)
      print("run \(run(mode))", terminator: " ")
      CFRunLoopRemoveSource(loop, other, mode)
      print("left: \(CFRunLoopContainsSource(loop, one, mode))")
      CFRunLoopRemoveSource(loop, one, mode)
      CFRunLoopSourceInvalidate(one)
      CFRunLoopSourceInvalidate(other)
    }
  }

  private static func stoppedModes() {
    guard let symbol = dlsym(nil, "_CFRunLoopStopMode") else { return print("no function") }
    let stop = unsafeBitCast(symbol, to: (@convention(c) (CFRunLoop, CFString) -> Void).self)
    let (first, second) = (mode("first"), mode("second"))
    let items = [source(0, 48), source(0, 64)]
    CFRunLoopAddSource(loop, items[0], first)
    CFRunLoopAddSource(loop, items[1], second)
    stop(loop, first)
    print("stopped modes: \(run(second)), \(run(first)), \(run(first))")
    // Inside a run of the mode.
    let timer = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent(), 0, 0, 0) { _ in
      stop(loop, first)
    }
    CFRunLoopAddTimer(loop, timer, first)
    print("inside: \(run(first, 5)), \(run(first))")
    for item in items { CFRunLoopSourceInvalidate(item) }
  }

  private static func invalidItems() {
    let mode = mode("invalid")
    let source = source(0, 80)
    CFRunLoopAddSource(loop, source, mode)
    CFRunLoopSourceInvalidate(source)
    CFRunLoopSourceInvalidate(source)
    CFRunLoopSourceSignal(source)
    CFRunLoopAddSource(loop, source, mode)
    print(
      "source: \(CFRunLoopSourceIsValid(source)), \(CFRunLoopContainsSource(loop, source, mode)), \(run(mode))"
    )
    guard
      let timer = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent() + 1_000, 0, 0, 0, { _ in }),
      let observer = CFRunLoopObserverCreateWithHandler(nil, 0xFF, true, 0, { _, _ in })
    else { return }
    CFRunLoopAddTimer(loop, timer, mode)
    print("next: \(CFRunLoopGetNextTimerFireDate(loop, mode) == CFRunLoopTimerGetNextFireDate(timer))")
    CFRunLoopTimerInvalidate(timer)
    CFRunLoopTimerInvalidate(timer)
    CFRunLoopAddTimer(loop, timer, mode)
    print(
      "timer: \(CFRunLoopTimerIsValid(timer)), \(CFRunLoopContainsTimer(loop, timer, mode))", terminator: " ")
    print("next: \(CFRunLoopGetNextTimerFireDate(loop, mode)), run \(run(mode))")
    CFRunLoopObserverInvalidate(observer)
    CFRunLoopAddObserver(loop, observer, mode)
    print(
      "observer: \(CFRunLoopObserverIsValid(observer)), \(CFRunLoopContainsObserver(loop, observer, mode))")
  }

  /// The names that stand for other modes in the library.
  private static func namesOfModes() {
    for name in ["default", "common", "=default", "kCFRunLoopDefaultMode", ""] {
      let mode = mode(name)
      let source = source(0, 96)
      CFRunLoopAddSource(loop, source, mode)
      let isInDefault = CFRunLoopContainsSource(loop, source, kCFRunLoopDefaultMode)
      let current = Shared("none")
      CFRunLoopPerformBlock(loop, mode) {
        current.value = CFRunLoopCopyCurrentMode(loop).map { "\($0)" } ?? "no mode"
      }
      CFRunLoopSourceSignal(source)
      print("'\(name)': default \(isInDefault), run \(run(mode)), in '\(current.value)'")
      CFRunLoopSourceInvalidate(source)
    }
    let modes = CFRunLoopCopyAllModes(loop).map { "\($0)" } ?? ""
    print("all: \(modes.contains("equal")), \(modes.contains("=default")), \(modes.contains("never"))")
  }

  /// How often a context's object is retained and released.
  private static func contexts() {
    let counts = Shared<[String: Int]>([:])
    let mode = mode("contexts")
    let info = Unmanaged.passRetained(Counter(counts))
    var context = CFRunLoopTimerContext()
    context.info = info.toOpaque()
    context.retain = { Counter.count("retain", $0) }
    context.release = { _ = Counter.count("release", $0) }
    do {
      let timer = CFRunLoopTimerCreate(nil, CFAbsoluteTimeGetCurrent(), 0, 0, 0, { _, _ in }, &context)
      CFRunLoopAddTimer(loop, timer, mode)
      print("timer: run \(run(mode, 5))")
    }
    let timers = counts.value
    print("retained \(timers["retain", default: 0]), released \(timers["release", default: 0])")
    var observerContext = CFRunLoopObserverContext()
    observerContext.info = info.toOpaque()
    observerContext.retain = { Counter.count("retain", $0) }
    observerContext.release = { _ = Counter.count("release", $0) }
    do {
      let observer = CFRunLoopObserverCreate(nil, 0xFF, false, 0, { _, _, _ in }, &observerContext)
      CFRunLoopAddObserver(loop, observer, mode)
      let source = source(0, 112)
      CFRunLoopAddSource(loop, source, mode)
      print("observer: run \(run(mode)), left: \(CFRunLoopContainsObserver(loop, observer, mode))")
      CFRunLoopSourceInvalidate(source)
    }
    print("balance \(counts.value["retain", default: 0] - counts.value["release", default: 0])")
    info.release()
  }

  private final class Counter {
    let counts: Shared<[String: Int]>
    init(_ counts: Shared<[String: Int]>) { self.counts = counts }

    static func count(_ what: String, _ info: UnsafeRawPointer?) -> UnsafeRawPointer? {
      guard let info else { return nil }
      let counter = Unmanaged<Counter>.fromOpaque(info).takeUnretainedValue()
      counter.counts.change { $0[what, default: 0] += 1 }
      return info
    }
  }

  /// A thread ends with items in its loop.
  private static func endOfAThread() {
    let objects = Shared<[Weak]>([])
    let thread = Thread {
      guard let loop = CFRunLoopGetCurrent(),
        let timer = CFRunLoopTimerCreateWithHandler(
          nil, CFAbsoluteTimeGetCurrent() + 1_000, 0, 0, 0, { _ in }),
        let observer = CFRunLoopObserverCreateWithHandler(nil, 0xFF, true, 0, { _, _ in })
      else { return }
      let source = source(0, 128)
      CFRunLoopAddSource(loop, source, kCFRunLoopDefaultMode)
      CFRunLoopAddTimer(loop, timer, kCFRunLoopDefaultMode)
      CFRunLoopAddObserver(loop, observer, kCFRunLoopCommonModes)
      let items: [AnyObject] = [source, timer, observer]
      objects.value = items.map { Weak(object: $0) }
      _ = run(kCFRunLoopDefaultMode as CFString)
    }
    thread.start()
    FoundationProbe.wait("thread") { thread.isFinished }
    FoundationProbe.wait("its items") { objects.value.allSatisfy { $0.object == nil } }
  }
}
