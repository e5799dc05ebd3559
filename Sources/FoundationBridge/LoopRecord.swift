internal import CFoundationHooks
internal import LinuxSystem
internal import RunLoopCore
internal import RunLoopDispatch
import Synchronization

/// A loop of CF's and ours behind it: that of the same thread.
final class LoopRecord: @unchecked Sendable {
  /// CF's loop, retained: it stays until ours has ended, whose callouts name it.
  let object: cf_object
  let loop: RunLoop
  /// The same, without a reference.
  private let borrowedLoop: Unmanaged<RunLoop>
  private let lock = FutexLock()
  /// The items that are in a mode of the loop, or among its common items: it retains their objects. Guarded by the lock.
  @exclusivity(unchecked) private var members: [ObjectIdentifier: ItemRecord] = [:]
  /// The sources among them, by CF's hash. Guarded by the lock.
  @exclusivity(unchecked) private var sources: [UInt: [SourceRecord]] = [:]
  /// Modes that `_CFRunLoopStopMode` has stopped, until a run of them has ended. Guarded by the lock.
  @exclusivity(unchecked) private var stoppedModes: Set<RunLoop.Mode> = []
  /// Whether a mode of any loop was ever stopped, which hardly any program does.
  private static let hasStoppedModes = Atomic<Bool>(false)
  /// Whether the one-time setup on the loop's own thread was done. That thread only.
  @exclusivity(unchecked) private var isSetUp = false

  private static let byObject = SideTable<LoopRecord>()
  private static let byLoop = SideTable<LoopRecord>()

  private init(_ object: cf_object, _ loop: RunLoop) {
    self.object = object
    self.loop = loop
    borrowedLoop = .passUnretained(loop)
    CoreFoundation.retain(object)
  }

  // MARK: Finding

  /// Where each thread has its record, which it retains. Set before the first function is served: every function reads it, and
  /// would pay for a `ThreadKey`, which is made when it is used first.
  @exclusivity(unchecked) nonisolated(unsafe) private static var key = pthread_key_t()

  /// Makes the place for each thread's record, and what ends it with the thread.
  static func makeKey() {
    let failure = pthread_key_create(&key) { value in
      guard let value else { return }
      let record = Unmanaged<LoopRecord>.fromOpaque(value)
      // The loop itself ends in the first round of destructors. There are four.
      if record.takeUnretainedValue().endsWithThread() {
        record.release()
      } else {
        pthread_setspecific(LoopRecord.key, value)
      }
    }
    precondition(failure == 0, "the process has no thread-specific key left")
  }

  @inline(__always)
  private static var own: Unmanaged<LoopRecord>? { pthread_getspecific(key).map { .fromOpaque($0) } }

  /// This library's loop behind the calling thread's CF loop, valid during the call; otherwise nil.
  @inline(__always)
  static func borrowOwn(_ object: cf_object) -> Unmanaged<RunLoop>? {
    own?._withUnsafeGuaranteedRef { $0.object == object ? $0.borrowedLoop : nil }
  }

  /// The record of a loop of CF's; nil for one that the engine never saw, as a loop that was made before it came.
  @inline(__always)
  static func record(_ object: cf_object) -> LoopRecord? {
    if let own = own?.takeUnretainedValue(), own.object == object { return own }
    return elsewhere(object)
  }

  @inline(never)
  private static func elsewhere(_ object: cf_object) -> LoopRecord? {
    if let known = byObject[object] { return known }
    // After the thread's end has taken its record away, a destructor asks again: its loop is a new one.
    guard own == nil, CoreFoundation.isCurrent(object) else { return nil }
    return enterOwn(object)
  }

  /// CF's loop for a loop of this library, on any thread, or nil.
  static func record(of loop: RunLoop) -> LoopRecord? {
    byLoop[Unmanaged.passUnretained(loop).toOpaque()]
  }

  /// The record of the loop that a `RunLoop` of Foundation's is in front of, or nil.
  static func record(inFrontOf object: UnsafeRawPointer) -> LoopRecord? {
    byObject.all.first { CoreFoundation.functions._CFRunLoopGet2b($0.object) == object }
  }

  // MARK: Making

  /// The loop of the calling thread was asked for.
  @discardableResult
  static func enterOwn(_ object: cf_object) -> LoopRecord {
    if let own = own?.takeUnretainedValue(), own.object == object { return own }
    if let clock = Engine.orderedClock, RunLoop.currentAddress == 0 { clock.install() }
    let record = byObject[object].flatMap { $0.loop.isMain ? $0 : nil } ?? enter(object, .current)
    record.setUp()
    return record
  }

  /// The main thread's loop was asked for, by another thread.
  static func enterMain(_ object: cf_object) {
    if byObject[object] == nil { enter(object, .main) }
  }

  @discardableResult
  private static func enter(_ object: cf_object, _ loop: RunLoop) -> LoopRecord {
    let record = LoopRecord(object, loop)
    byObject.enter(record, for: object)
    byLoop.enter(record, for: Unmanaged.passUnretained(loop).toOpaque())
    return record
  }

  /// The one-time setup on the loop's thread.
  func setUp() {
    guard !isSetUp else { return }
    isSetUp = true
    // Makes the thread the owner of a main loop that another thread has asked for.
    _ = RunLoop.current
    pthread_setspecific(Self.key, Unmanaged.passRetained(self).toOpaque())
    guard loop.isMain else { return }
    try? loop.serveDispatchMainQueue()
    Watching.begin(loop)
  }

  // MARK: The end of the thread

  /// False when it must be asked again: the loop itself has not ended yet, whose last callouts need the record.
  private func endsWithThread() -> Bool {
    // CF's main loop survives its thread, though it never runs again.
    if loop.isMain { return true }
    guard loop.isOver else { return false }
    let left = lock.withLock {
      defer {
        members = [:]
        sources = [:]
      }
      return members
    }
    for item in left.values { item.leave(self) }
    withExtendedLifetime(
      (Self.byLoop.remove(Unmanaged.passUnretained(loop).toOpaque()), Self.byObject.remove(object))
    ) {}
    CoreFoundation.release(object)
    return true
  }

  // MARK: Items

  /// An item came to be in the loop.
  func enter(_ item: ItemRecord) {
    lock.withLock {
      members[ObjectIdentifier(item)] = item
      if let source = item as? SourceRecord { sources[source.hash, default: []].append(source) }
    }
  }

  /// An item has left the loop. True when it was a member: then its object is the caller's to release.
  func remove(_ item: ItemRecord) -> Bool {
    lock.withLock {
      guard members.removeValue(forKey: ObjectIdentifier(item)) != nil else { return false }
      if let source = item as? SourceRecord {
        sources[source.hash]?.removeAll { $0 === source }
        if sources[source.hash]?.isEmpty ?? false { sources[source.hash] = nil }
      }
      return true
    }
  }

  /// The sources of the loop that may be equal to one, itself left out.
  func sources(like source: SourceRecord) -> [SourceRecord] {
    lock.withLock { sources.isEmpty ? [] : (sources[source.hash] ?? []).filter { $0 !== source } }
  }

  // MARK: Runs

  /// A run, on the loop's thread.
  func run(_ mode: RunLoop.Mode, seconds: Double, afterSource: Bool) -> RunLoop.RunResult {
    let isEndless = !(seconds <= Seconds.longest)
    let duration: Duration? =
      isEndless ? nil : seconds <= 0 ? .zero : .nanoseconds(Seconds.nanoseconds(seconds))
    var stop: RunLoop.Observer?
    // A mode without items has no run that could be stopped: its stop waits.
    if Self.hasStoppedModes.load(ordering: .relaxed), !loop.isFinished(mode), takeStop(of: mode) {
      // As with CF, such a run has its entry and its exit.
      let observer = RunLoop.Observer(activities: .entry, repeats: false, order: .max) { [loop] _ in
        loop.stop()
      }
      loop.add(observer, to: mode)
      stop = observer
    }
    let result = loop.run(mode: mode, for: duration, returnAfterSourceHandled: afterSource)
    stop?.invalidate()
    // The outer run may be of a mode that was stopped meanwhile, perhaps as the first one of all.
    if Self.hasStoppedModes.load(ordering: .relaxed), let outer = loop.currentMode, takeStop(of: outer) {
      loop.stop()
    }
    return result
  }

  /// Makes the innermost run of the mode end, or the next one.
  func stop(_ mode: RunLoop.Mode) {
    if loop.currentMode == mode { return loop.stop() }
    Self.hasStoppedModes.store(true, ordering: .relaxed)
    _ = lock.withLock { stoppedModes.insert(mode) }
    loop.wakeUp()
  }

  private func takeStop(of mode: RunLoop.Mode) -> Bool {
    lock.withLock { stoppedModes.remove(mode) != nil }
  }

  // MARK: Forks

  static func lockForFork() {
    byObject.lockForFork()
    byLoop.lockForFork()
  }

  static func unlockInParent() {
    byLoop.unlockInParent()
    byObject.unlockInParent()
  }

  static func unlockInCopy() {
    byLoop.unlockInCopy()
    byObject.unlockInCopy()
  }
}
