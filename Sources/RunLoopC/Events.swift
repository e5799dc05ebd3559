// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CRunLoop
import LinuxSystem
internal import RunLoopCore

/// Makes an item for C: on failure the context stays its owner's.
private func item(
  _ pointer: UnsafeMutableRawPointer?, _ release: rl_release?, _ error: UnsafeMutablePointer<Int32>?,
  _ make: (Context, OwnHandle) throws(RunLoop.PortError) -> RunLoop.Item
) -> OpaquePointer? {
  handle(error) { () throws(CError) in
    let context = Context(pointer, release)
    let own = OwnHandle()
    do throws(RunLoop.PortError) {
      return own.give(try make(context, own))
    } catch {
      context.keep()
      throw CError(error)
    }
  }
}

/// A callback that must be there.
private func refuseNull(_ error: UnsafeMutablePointer<Int32>?) -> OpaquePointer? {
  error?.pointee = CError.null.code
  return nil
}

/// The texts of a list that ends with NULL.
private func texts(_ list: UnsafePointer<UnsafePointer<CChar>?>) -> [[UInt8]] {
  var texts: [[UInt8]] = []
  while let text = list[texts.count] { texts.append(bytes(text)) }
  return texts
}

/// A text of C, which need not be UTF-8.
private func bytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
  Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
}

private func answer(_ answer: Int32) -> RunLoop.SwitchedSource.Answer {
  answer == Int32(RL_DISARM) ? .disarm : .rearm
}

// MARK: Signals

@c @implementation
public func rl_signal_create(
  _ signals: UnsafePointer<Int32>?, _ count: Int32, _ label: UnsafePointer<CChar>?,
  _ callback: rl_signal_callback?, _ context: UnsafeMutableRawPointer?, _ release: rl_release?,
  _ error: UnsafeMutablePointer<Int32>?
) -> OpaquePointer? {
  guard let callback, let signals else { return refuseNull(error) }
  guard count > 0 else {
    error?.pointee = CError.argument.code
    return nil
  }
  return item(context, release, error) { context, own throws(RunLoop.PortError) in
    try RunLoop.SignalSource(
      Set(UnsafeBufferPointer(start: signals, count: Int(count))), label: text(label)
    ) { answer(callback(own.pointer, $0.number, $0.sender, context.pointer)) }
  }
}

// MARK: Children

extension RunLoop.ChildSource.Status {
  /// As waitpid(2) gives it.
  fileprivate var number: Int32 {
    switch self {
    case .exited(let code): (code & 0xFF) << 8
    case .killed(let signal, let dumpedCore): signal | (dumpedCore ? 0x80 : 0)
    case .unknown: -1
    }
  }
}

@c @implementation
public func rl_child_create(
  _ process: Int32, _ label: UnsafePointer<CChar>?, _ callback: rl_child_callback?,
  _ context: UnsafeMutableRawPointer?, _ release: rl_release?, _ error: UnsafeMutablePointer<Int32>?
) -> OpaquePointer? {
  guard let callback else { return refuseNull(error) }
  return item(context, release, error) { context, own throws(RunLoop.PortError) in
    try RunLoop.ChildSource(process, label: text(label)) {
      callback(own.pointer, $0.number, context.pointer)
    }
  }
}

@c @implementation
public func rl_child_spawn(
  _ arguments: UnsafePointer<UnsafePointer<CChar>?>?, _ environment: UnsafePointer<UnsafePointer<CChar>?>?,
  _ descriptors: UnsafePointer<Int32>?, _ label: UnsafePointer<CChar>?, _ callback: rl_child_callback?,
  _ context: UnsafeMutableRawPointer?, _ release: rl_release?, _ error: UnsafeMutablePointer<Int32>?
) -> OpaquePointer? {
  guard let callback, let arguments else { return refuseNull(error) }
  var given: [Int32: Int32] = [:]
  if let descriptors {
    for number in 0..<Int32(3) where descriptors[Int(number)] >= 0 {
      given[number] = descriptors[Int(number)]
    }
  }
  return item(context, release, error) { context, own throws(RunLoop.PortError) in
    try RunLoop.ChildSource(
      spawningBytes: texts(arguments), environment: environment.map(texts), descriptors: given,
      label: text(label)
    ) { callback(own.pointer, $0.number, context.pointer) }
  }
}

@c @implementation
public func rl_child_process(_ handle: OpaquePointer?) -> Int32 {
  number { () throws(CError) in try Handles.shared.item(handle, as: RunLoop.ChildSource.self).process }
}

@c @implementation
public func rl_child_kill(_ handle: OpaquePointer?, _ signal: Int32) -> Int32 {
  number { () throws(CError) in
    guard (0...64).contains(signal) else { throw .argument }
    return try Handles.shared.item(handle, as: RunLoop.ChildSource.self).send(signal) ? 1 : 0
  }
}

// MARK: Files

@c @implementation
public func rl_file_watch_create(
  _ label: UnsafePointer<CChar>?, _ callback: rl_file_callback?, _ context: UnsafeMutableRawPointer?,
  _ release: rl_release?, _ error: UnsafeMutablePointer<Int32>?
) -> OpaquePointer? {
  guard let callback else { return refuseNull(error) }
  return item(context, release, error) { context, own throws(RunLoop.PortError) in
    try RunLoop.FileWatchSource(label: text(label)) { changes in
      var last = RunLoop.SwitchedSource.Answer.rearm
      // A callback may have invalidated it.
      for change in changes where own.item?.isValid == true {
        let number = change.changes.rawValue
        last = withText(change.pathBytes) { path in
          guard let name = change.nameBytes else {
            return answer(callback(own.pointer, path, nil, number, context.pointer))
          }
          return withText(name) { answer(callback(own.pointer, path, $0, number, context.pointer)) }
        }
      }
      return last
    }
  }
}

private func withText<Result>(_ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
  (bytes.map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer {
    // It has an element.
    body($0.baseAddress!)
  }
}

private func watch(_ handle: OpaquePointer?) throws(CError) -> RunLoop.FileWatchSource {
  let watch = try Handles.shared.item(handle, as: RunLoop.FileWatchSource.self)
  guard watch.isValid else { throw .invalid }
  return watch
}

@c @implementation
public func rl_file_watch_add(
  _ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?, _ changes: UInt32
) -> Int32 {
  number { () throws(CError) in
    let watch = try watch(handle)
    guard let path else { throw .null }
    let wanted = RunLoop.FileWatchSource.Changes(rawValue: changes)
    do throws(RunLoop.PortError) {
      try watch.watch(bytes(path), for: wanted.isEmpty ? .usual : wanted)
    } catch {
      throw CError(error)
    }
    return 0
  }
}

@c @implementation
public func rl_file_watch_remove(_ handle: OpaquePointer?, _ path: UnsafePointer<CChar>?) -> Int32 {
  number { () throws(CError) in
    let watch = try watch(handle)
    guard let path else { throw .null }
    watch.unwatch(bytes(path))
    return 0
  }
}

// MARK: Metrics

@c @implementation
public func rl_loop_start_metrics(_ handle: OpaquePointer?) -> Int32 {
  number { () throws(CError) in
    try Handles.shared.loop(handle).startMetrics()
    return 0
  }
}

@c @implementation
public func rl_loop_stop_metrics(_ handle: OpaquePointer?) -> Int32 {
  number { () throws(CError) in
    try Handles.shared.loop(handle).stopMetrics()
    return 0
  }
}

@c @implementation
public func rl_loop_get_metrics(
  _ handle: OpaquePointer?, _ metrics: UnsafeMutablePointer<rl_metrics>?
) -> Int32 {
  number { () throws(CError) in
    let loop = try Handles.shared.loop(handle)
    guard let metrics else { throw .null }
    guard let read = loop.metrics else { throw .invalid }
    var result = rl_metrics()
    result.runs = read.runs
    result.turns = read.turns
    result.sleeps = read.sleeps
    let asleep = read.timeAsleep.components
    result.asleep = UInt64(asleep.seconds) * 1_000_000_000 + UInt64(asleep.attoseconds / 1_000_000_000)
    result.observers = read.callouts[.observer, default: 0]
    result.blocks = read.callouts[.block, default: 0]
    result.main_queue = read.callouts[.mainQueue, default: 0]
    result.timers = read.callouts[.timer, default: 0]
    result.sources = read.callouts[.source, default: 0]
    result.descriptors = read.callouts[.portSource, default: 0]
    withUnsafeMutableBytes(of: &result.turn_times) { $0.copyBytes(from: read.turnTimes.counts.raw) }
    withUnsafeMutableBytes(of: &result.wake_latencies) { $0.copyBytes(from: read.wakeLatencies.counts.raw) }
    metrics.pointee = result
    return 0
  }
}

extension [UInt64] {
  /// The bytes of the buckets.
  fileprivate var raw: [UInt8] { withUnsafeBytes { [UInt8]($0) } }
}
