import CVirtualTime
import CoreFoundation
import Dispatch
import Foundation
import Scenarios
import Synchronization

/// The real CFRunLoop, driven by scenarios.
final class CFBackend: ScenarioBackend {
  struct Loop: @unchecked Sendable {
    let object: CFRunLoop
  }

  private let time: any OracleTime
  /// The wall clock at the scenario's start, which timers' dates count from.
  private let epoch = Mutex<CFAbsoluteTime>(0)

  /// What decides where items lie in memory; `nil` leaves it to the allocator.
  private let scatter: Mutex<Scatter?>

  private struct Scatter {
    var seed: UInt32
    /// Kept, or an optimizer would see that they are not needed.
    var blocks: [Int] = []
  }

  /// CFRunLoop keeps items in hash tables by address, and the order of a table's elements can show in a trace
  /// (which descriptor of a new common mode is ready first). Such a scenario gives another trace when the
  /// items lie elsewhere: so it is found.
  init(_ time: any OracleTime, scatter: UInt32?) {
    self.time = time
    self.scatter = Mutex(scatter.map { Scatter(seed: $0) })
  }

  /// Takes a few blocks of memory that are never given back.
  private func moveOn() {
    scatter.withLock { state in
      guard var scatter = state else { return }
      for _ in 0..<rand_r(&scatter.seed) % 32 {
        scatter.blocks.append(Int(bitPattern: malloc(Int(rand_r(&scatter.seed) % 512))))
      }
      state = scatter
    }
  }

  // MARK: Time and threads

  /// Lets everything that is made at first use be made before the scenario starts: the loop, the main loop,
  /// and the descriptors of the default mode.
  func prepare(deadlocked: @escaping @Sendable () -> Void) {
    time.prepare(deadlocked: deadlocked)
    _ = CFRunLoopGetCurrent()
    _ = CFRunLoopGetMain()
    CFRunLoopRunInMode(kCFRunLoopDefaultMode, 0, false)
    _ = CFAbsoluteTimeGetCurrent()
  }

  func start() {
    time.start()
    epoch.withLock { $0 = CFAbsoluteTimeGetCurrent() }
  }

  var now: Double { time.now }
  func sleep(_ seconds: Double) { time.sleep(seconds) }
  func schedule(_ events: [ScenarioEvent]) { time.schedule(events) }
  func finish() {}

  /// CFRunLoop's date. It gets infinite and impossible dates as they are.
  private func absolute(_ seconds: Double) -> CFAbsoluteTime {
    seconds.isFinite ? epoch.withLock { $0 } + seconds : seconds
  }

  /// CFRunLoop says 0 for no date.
  private func relative(_ date: CFAbsoluteTime) -> Double? {
    date == 0 ? nil : date - epoch.withLock { $0 }
  }

  // MARK: Items

  func source(
    order: Int, perform: @escaping @Sendable () -> Void, schedule: @escaping @Sendable (String) -> Void,
    cancel: @escaping @Sendable (String) -> Void
  ) -> CFItem {
    moveOn()
    return .source(order: order, .init(perform: perform, schedule: schedule, cancel: cancel))
  }

  func port(order: Int, perform: @escaping @Sendable () -> Void) -> CFItem {
    moveOn()
    return .port(order: order, perform: perform)
  }

  func timer(at date: Double, every interval: Double, order: Int, fire: @escaping @Sendable () -> Void)
    -> CFItem
  {
    moveOn()
    let timer = CFRunLoopTimerCreateWithHandler(nil, absolute(date), interval, 0, order) { _ in fire() }
    guard let timer else { preconditionFailure("cannot make a timer") }
    return CFItem(.timer(.passRetained(timer)))
  }

  func observer(
    activities: UInt32, repeats: Bool, order: Int, call: @escaping @Sendable (UInt32) -> Void
  ) -> CFItem {
    moveOn()
    let observer = CFRunLoopObserverCreateWithHandler(nil, CFOptionFlags(activities), repeats, order) {
      _, activity in call(UInt32(activity.rawValue))
    }
    guard let observer else { preconditionFailure("cannot make an observer") }
    return CFItem(.observer(.passRetained(observer)))
  }

  func add(_ item: CFItem, to mode: String, of loop: Loop) {
    switch item.object {
    case .source(let source): CFRunLoopAddSource(loop.object, source.takeUnretainedValue(), cfMode(mode))
    case .timer(let timer): CFRunLoopAddTimer(loop.object, timer.takeUnretainedValue(), cfMode(mode))
    case .observer(let observer):
      CFRunLoopAddObserver(loop.object, observer.takeUnretainedValue(), cfMode(mode))
    }
  }

  func remove(_ item: CFItem, from mode: String, of loop: Loop) {
    switch item.object {
    case .source(let source): CFRunLoopRemoveSource(loop.object, source.takeUnretainedValue(), cfMode(mode))
    case .timer(let timer): CFRunLoopRemoveTimer(loop.object, timer.takeUnretainedValue(), cfMode(mode))
    case .observer(let observer):
      CFRunLoopRemoveObserver(loop.object, observer.takeUnretainedValue(), cfMode(mode))
    }
  }

  func contains(_ item: CFItem, in mode: String, of loop: Loop) -> Bool {
    switch item.object {
    case .source(let source): CFRunLoopContainsSource(loop.object, source.takeUnretainedValue(), cfMode(mode))
    case .timer(let timer): CFRunLoopContainsTimer(loop.object, timer.takeUnretainedValue(), cfMode(mode))
    case .observer(let observer):
      CFRunLoopContainsObserver(loop.object, observer.takeUnretainedValue(), cfMode(mode))
    }
  }

  func invalidate(_ item: CFItem) {
    switch item.object {
    case .source(let source): CFRunLoopSourceInvalidate(source.takeUnretainedValue())
    case .timer(let timer): CFRunLoopTimerInvalidate(timer.takeUnretainedValue())
    case .observer(let observer): CFRunLoopObserverInvalidate(observer.takeUnretainedValue())
    }
  }

  func isValid(_ item: CFItem) -> Bool {
    switch item.object {
    case .source(let source): CFRunLoopSourceIsValid(source.takeUnretainedValue())
    case .timer(let timer): CFRunLoopTimerIsValid(timer.takeUnretainedValue())
    case .observer(let observer): CFRunLoopObserverIsValid(observer.takeUnretainedValue())
    }
  }

  func signal(_ item: CFItem) {
    if let descriptor = item.descriptor {
      eventfd_write(descriptor, 1)
    } else if case .source(let source) = item.object {
      CFRunLoopSourceSignal(source.takeUnretainedValue())
    }
  }

  func release(_ item: CFItem) { item.release() }

  func fireDate(of item: CFItem) -> Double? {
    guard case .timer(let timer) = item.object else { return nil }
    return relative(CFRunLoopTimerGetNextFireDate(timer.takeUnretainedValue()))
  }

  func setFireDate(of item: CFItem, to date: ScenarioDate) {
    guard case .timer(let timer) = item.object else { return }
    let date =
      switch date {
      case .at(let seconds): absolute(seconds)
      case .after(let seconds): CFAbsoluteTimeGetCurrent() + seconds
      case .past: absolute(-1e6)
      case .never: 1e30
      }
    CFRunLoopTimerSetNextFireDate(timer.takeUnretainedValue(), date)
  }

  // MARK: Loops

  func currentLoop() -> Loop { Loop(object: CFRunLoopGetCurrent()) }
  func wakeUp(_ loop: Loop) { CFRunLoopWakeUp(loop.object) }
  func stop(_ loop: Loop) { CFRunLoopStop(loop.object) }
  func addCommonMode(_ mode: String, to loop: Loop) { CFRunLoopAddCommonMode(loop.object, cfMode(mode)) }

  func perform(in modes: [String], of loop: Loop, _ block: @escaping @Sendable () -> Void) {
    if modes.count == 1 {
      CFRunLoopPerformBlock(loop.object, cfMode(modes[0]), block)
      return
    }
    let names = modes.map { cfMode($0) }
    var callbacks = kCFTypeArrayCallBacks
    let list = CFArrayCreateMutable(nil, names.count, &callbacks)
    for name in names { CFArrayAppendValue(list, Unmanaged.passUnretained(name).toOpaque()) }
    withExtendedLifetime(names) { CFRunLoopPerformBlock(loop.object, list, block) }
  }

  func dispatchMain(_ block: @escaping @Sendable () -> Void) { DispatchQueue.main.async(execute: block) }

  func run(_ mode: String, seconds: Double, returnAfterSourceHandled: Bool) -> ScenarioRunResult {
    switch CFRunLoopRunInMode(cfMode(mode), seconds, returnAfterSourceHandled).rawValue {
    case 1: .finished
    case 2: .stopped
    case 3: .timedOut
    default: .handledSource
    }
  }

  func runForever() { CFRunLoopRun() }

  func nextFireDate(in mode: String, of loop: Loop) -> Double? {
    relative(CFRunLoopGetNextTimerFireDate(loop.object, cfMode(mode)))
  }

  func currentMode(of loop: Loop) -> String? {
    CFRunLoopCopyCurrentMode(loop.object).map { scenarioMode($0) }
  }

  func modes(of loop: Loop) -> [String] {
    guard let list = CFRunLoopCopyAllModes(loop.object) else { return [] }
    return (0..<CFArrayGetCount(list)).map { index in
      guard let name = CFArrayGetValueAtIndex(list, index) else { return "none" }
      return scenarioMode(Unmanaged<CFString>.fromOpaque(name).takeUnretainedValue())
    }
  }

  func isWaiting(_ loop: Loop) -> Bool { CFRunLoopIsWaiting(loop.object) }
}
