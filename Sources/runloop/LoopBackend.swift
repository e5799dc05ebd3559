import Dispatch
import RunLoopCore
import RunLoopDispatch
import Scenarios
import Synchronization

/// The library's loop, driven by scenarios.
final class LoopBackend: ScenarioBackend {
  struct Loop: Sendable {
    let object: RunLoop
  }

  /// An item, until the scenario gives it up; its loops may still hold it.
  final class Item: Sendable {
    enum Object: Sendable {
      case source(RunLoop.Source)
      case port(RunLoop.PortSource, RunLoop.WakePort)
      case timer(RunLoop.Timer)
      case observer(RunLoop.Observer)
    }

    let object: Object

    init(_ object: Object) {
      self.object = object
    }
  }

  private let time: any ScenarioTime
  /// Whether the main queue is Dispatch's instead of the library's own.
  private let usesDispatch: Bool

  init(_ time: any ScenarioTime, usesDispatch: Bool) {
    self.time = time
    self.usesDispatch = usesDispatch
  }

  // MARK: Time and threads

  func prepare(deadlocked: @escaping @Sendable () -> Void) { time.prepare(deadlocked: deadlocked) }
  func start() { time.start() }
  var now: Double { seconds(RunLoop.Instant.now) }
  func sleep(_ seconds: Double) { time.sleep(duration(seconds)) }
  func finish() {}

  func schedule(_ events: [ScenarioEvent]) {
    time.schedule(events.map { (instant($0.at), $0.body) })
  }

  private func seconds(_ instant: RunLoop.Instant) -> Double {
    time.epoch.duration(to: instant) / .seconds(1)
  }

  /// NaN means never; a time out of range is clamped.
  private func instant(_ seconds: Double) -> RunLoop.Instant {
    seconds.isNaN || seconds > 9e9
      ? .distantFuture
      : seconds < -9e9 ? .distantPast : time.epoch.advanced(by: duration(seconds))
  }

  private func duration(_ seconds: Double) -> Duration {
    .nanoseconds(Int64((min(max(seconds.isNaN ? 0 : seconds, -9e9), 9e9) * 1e9).rounded()))
  }

  // MARK: Items

  func source(
    order: Int, perform: @escaping @Sendable () -> Void, schedule: @escaping @Sendable (String) -> Void,
    cancel: @escaping @Sendable (String) -> Void
  ) -> Item {
    Item(
      .source(
        RunLoop.Source(
          order: order, schedule: { schedule($1.rawValue) }, cancel: { cancel($1.rawValue) }, perform: perform
        )))
  }

  func port(order: Int, perform: @escaping @Sendable () -> Void) -> Item {
    do {
      let port = try RunLoop.WakePort()
      return Item(.port(RunLoop.PortSource(port, order: order, perform: perform), port))
    } catch {
      Tool.fail("trace: \(error)")
    }
  }

  func timer(at date: Double, every interval: Double, order: Int, fire: @escaping @Sendable () -> Void)
    -> Item
  {
    Item(
      .timer(
        RunLoop.Timer(at: instant(date), repeating: duration(interval), order: order) { _ in fire() }))
  }

  func observer(
    activities: UInt32, repeats: Bool, order: Int, call: @escaping @Sendable (UInt32) -> Void
  ) -> Item {
    Item(
      .observer(
        RunLoop.Observer(activities: .init(rawValue: activities), repeats: repeats, order: order) {
          call($0.rawValue)
        }))
  }

  func add(_ item: Item, to mode: String, of loop: Loop) {
    let mode = RunLoop.Mode(rawValue: mode)
    switch item.object {
    case .source(let source): loop.object.add(source, to: mode)
    case .port(let source, _):
      attempt { () throws(RunLoop.PortError) in _ = try loop.object.add(source, to: mode) }
    case .timer(let timer): loop.object.add(timer, to: mode)
    case .observer(let observer): loop.object.add(observer, to: mode)
    }
  }

  func remove(_ item: Item, from mode: String, of loop: Loop) {
    let mode = RunLoop.Mode(rawValue: mode)
    switch item.object {
    case .source(let source): loop.object.remove(source, from: mode)
    case .port(let source, _): loop.object.remove(source, from: mode)
    case .timer(let timer): loop.object.remove(timer, from: mode)
    case .observer(let observer): loop.object.remove(observer, from: mode)
    }
  }

  func contains(_ item: Item, in mode: String, of loop: Loop) -> Bool {
    let mode = RunLoop.Mode(rawValue: mode)
    return switch item.object {
    case .source(let source): loop.object.contains(source, in: mode)
    case .port(let source, _): loop.object.contains(source, in: mode)
    case .timer(let timer): loop.object.contains(timer, in: mode)
    case .observer(let observer): loop.object.contains(observer, in: mode)
    }
  }

  func invalidate(_ item: Item) {
    switch item.object {
    case .source(let source): source.invalidate()
    case .port(let source, _): source.invalidate()
    case .timer(let timer): timer.invalidate()
    case .observer(let observer): observer.invalidate()
    }
  }

  func isValid(_ item: Item) -> Bool {
    switch item.object {
    case .source(let source): source.isValid
    case .port(let source, _): source.isValid
    case .timer(let timer): timer.isValid
    case .observer(let observer): observer.isValid
    }
  }

  func signal(_ item: Item) {
    switch item.object {
    case .source(let source): source.signal()
    case .port(_, let port): port.ring()
    case .timer, .observer: break
    }
  }

  /// The driver's own reference stays: that a loop keeps its items is for other tests.
  func release(_ item: Item) {}

  func fireDate(of item: Item) -> Double? {
    guard case .timer(let timer) = item.object else { return nil }
    return timer.fireDate.map(seconds)
  }

  func setFireDate(of item: Item, to date: ScenarioDate) {
    guard case .timer(let timer) = item.object else { return }
    switch date {
    case .at(let seconds): timer.fireDate = instant(seconds)
    case .after(let seconds): timer.fireDate = .now.advanced(by: duration(seconds))
    case .past: timer.fireDate = instant(-1e6)
    case .never: timer.fireDate = .distantFuture
    }
  }

  // MARK: Loops

  func currentLoop() -> Loop {
    time.adoptThread()
    if usesDispatch, RunLoop.current === RunLoop.main {
      do { try RunLoop.main.serveDispatchMainQueue() } catch { Tool.fail("trace: \(error)") }
    }
    return Loop(object: .current)
  }

  func wakeUp(_ loop: Loop) { loop.object.wakeUp() }
  func stop(_ loop: Loop) { loop.object.stop() }

  func addCommonMode(_ mode: String, to loop: Loop) {
    attempt { () throws(RunLoop.PortError) in try loop.object.addCommonMode(.init(rawValue: mode)) }
  }

  func perform(in modes: [String], of loop: Loop, _ block: @escaping @Sendable () -> Void) {
    loop.object.perform(inModes: modes.map { .init(rawValue: $0) }, block)
  }

  func dispatchMain(_ block: @escaping @Sendable () -> Void) {
    if usesDispatch { DispatchQueue.main.async(execute: block) } else { RunLoop.mainQueue.async(block) }
  }

  func run(_ mode: String, seconds: Double, returnAfterSourceHandled: Bool) -> ScenarioRunResult {
    let isEndless = seconds.isNaN || seconds > 504_911_232
    let result = RunLoop.current.run(
      mode: .init(rawValue: mode), for: isEndless ? nil : duration(seconds),
      returnAfterSourceHandled: returnAfterSourceHandled)
    return switch result {
    case .finished: .finished
    case .stopped: .stopped
    case .timedOut: .timedOut
    case .handledSource: .handledSource
    }
  }

  func runForever() { RunLoop.current.run() }

  func nextFireDate(in mode: String, of loop: Loop) -> Double? {
    loop.object.nextFireDate(in: .init(rawValue: mode)).map(seconds)
  }

  func currentMode(of loop: Loop) -> String? { loop.object.currentMode?.rawValue }
  func modes(of loop: Loop) -> [String] { loop.object.allModes.map(\.rawValue) }
  func isWaiting(_ loop: Loop) -> Bool { loop.object.isWaiting }

  /// A scenario's ports can not fail, but for lack of descriptors.
  private func attempt(_ body: () throws(RunLoop.PortError) -> Void) {
    do { try body() } catch { Tool.fail("trace: \(error)") }
  }
}
