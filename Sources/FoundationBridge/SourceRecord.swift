internal import CFoundationHooks
internal import RunLoopCore
import Synchronization

/// A source of CF's, of either version.
final class SourceRecord: ItemRecord, @unchecked Sendable {
  private let context: cf_source_context
  /// The context's `perform`.
  private let callout: UnsafeMutableRawPointer?
  private let info: UnsafeMutableRawPointer?
  private let order: Int
  /// CF's hash of the source: that of its context.
  let hash: UInt
  private let isPortSource: Bool
  private let lock = FutexLock()
  /// Of version 0.
  @exclusivity(unchecked) private var source: RunLoop.Source?
  /// The same, without a reference.
  @exclusivity(unchecked) private var borrowedSource: Unmanaged<RunLoop.Source>?
  /// Of version 1: made when it is first added, since a descriptor may not be there before. Guarded by the lock.
  @exclusivity(unchecked) private var portSource: RunLoop.RegisteredItem?
  /// The mark of a port source, which has no effect.
  private let mark = Atomic<Bool>(false)

  init(_ object: cf_object, order: Int) {
    var context = cf_source_context()
    CoreFoundation.functions.CFRunLoopSourceGetContext(object, &context)
    if context.version != 0 {
      context.version = 1
      CoreFoundation.functions.CFRunLoopSourceGetContext(object, &context)
    }
    isPortSource = context.version == 1
    self.context = context
    callout = cf_source_perform(&context)
    info = context.info
    self.order = order
    hash = context.hash.map { $0(context.info) } ?? UInt(bitPattern: context.info)
    super.init(object)
    if !isPortSource {
      let source = makeSource()
      self.source = source
      borrowedSource = .passUnretained(source)
    }
  }

  // MARK: Our item

  /// The item, made if necessary. Nil when its descriptor can not be watched, which is reported once.
  func makeItem() -> RunLoop.RegisteredItem? {
    if let source { return source }
    return lock.withLock {
      if portSource == nil { portSource = makePortSource() }
      return portSource
    }
  }

  var itemIfMade: RunLoop.RegisteredItem? { source ?? lock.withLock { portSource } }

  private func makeSource() -> RunLoop.Source {
    var schedule: (@Sendable (RunLoop, RunLoop.Mode) -> Void)?
    if context.schedule != nil { schedule = { [self] loop, mode in call(context.schedule, loop, mode) } }
    var cancel: (@Sendable (RunLoop, RunLoop.Mode) -> Void)?
    if context.cancel != nil { cancel = { [self] loop, mode in call(context.cancel, loop, mode) } }
    return RunLoop.Source(order: order, schedule: schedule, cancel: cancel, perform: { [self] in perform() })
  }

  private func makePortSource() -> RunLoop.RegisteredItem? {
    var context = context
    let descriptor = cf_source_descriptor(&context)
    do {
      return RunLoop.PortSource(
        try RunLoop.Port(countingOrBorrowing: descriptor), order: order, perform: { [self] in perform() })
    } catch {
      Message.once("a source's descriptor can not be watched: \(error)")
      return nil
    }
  }

  private func call(
    _ function: (@convention(c) (UnsafeMutableRawPointer?, cf_object?, cf_type?) -> Void)?, _ loop: RunLoop,
    _ mode: RunLoop.Mode
  ) {
    guard let record = LoopRecord.record(of: loop), let name = ModeNames.createName(mode) else { return }
    function?(context.info, record.object, name)
    CoreFoundation.functions.CFRelease(name)
  }

  private func perform() {
    guard let hold = beginCall() else { return }
    cf_call(callout, info)
    endCall(hold)
  }

  override func isKept(by loop: RunLoop) -> Bool { itemIfMade.map { loop.keeps($0) } ?? false }

  override func invalidateItem() { itemIfMade?.invalidate() }

  // MARK: In loops

  func add(to record: LoopRecord, _ mode: RunLoop.Mode) {
    if equal(in: record, mode) != nil { return }
    switch makeItem() {
    case let source as RunLoop.Source: record.loop.add(source, to: mode)
    case let source as RunLoop.PortSource:
      do { try record.loop.add(source, to: mode) } catch {
        Message.once("a source's descriptor can not be watched: \(error)")
      }
    default: return
    }
    settle(in: record)
  }

  func remove(from record: LoopRecord, _ mode: RunLoop.Mode) {
    // CF removes an equal source, even if it is not identical.
    let source = isItself(in: record, mode) ? self : equal(in: record, mode)
    guard let source, let item = source.itemIfMade else { return }
    record.loop.remove(item, from: mode)
    source.settle(in: record)
  }

  func isContained(in record: LoopRecord, _ mode: RunLoop.Mode) -> Bool {
    isItself(in: record, mode) || equal(in: record, mode) != nil
  }

  private func isItself(in record: LoopRecord, _ mode: RunLoop.Mode) -> Bool {
    itemIfMade.map { record.loop.contains($0, in: mode) } ?? false
  }

  /// Another source of the mode that CF takes for this one: its context is equal.
  private func equal(in record: LoopRecord, _ mode: RunLoop.Mode) -> SourceRecord? {
    record.sources(like: self).first { $0.isEqual(to: self) && $0.isItself(in: record, mode) }
  }

  private func isEqual(to other: SourceRecord) -> Bool {
    guard order == other.order, context.version == other.context.version,
      address(context.hash) == address(other.context.hash),
      address(context.equal) == address(other.context.equal)
    else { return false }
    guard callout == other.callout else { return false }
    if let equal = context.equal { return equal(info, other.info) != 0 }
    return info == other.info
  }

  private func address<Function>(_ function: Function?) -> UInt {
    // Of a C function.
    function.map { unsafeBitCast($0, to: UInt.self) } ?? 0
  }

  // MARK: Signals

  var isSignalled: Bool {
    source?.isSignalled ?? mark.load(ordering: .acquiring)
  }

  /// Neither calls out nor blocks for long: CFSocket and CFStream signal under their locks.
  func signal() {
    guard let borrowedSource else { return mark.store(true, ordering: .releasing) }
    borrowedSource._withUnsafeGuaranteedRef { $0.signal() }
  }
}
