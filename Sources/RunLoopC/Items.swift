// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CRunLoop
internal import RunLoopCore

/// A handle that a callback gets: set once the item has it, before the item can be in a loop.
final class OwnHandle: @unchecked Sendable {
  var pointer: OpaquePointer?
  weak var item: RunLoop.Item?

  /// The item's handle, which it may pass to its callback.
  func give(_ item: RunLoop.Item) -> OpaquePointer? {
    self.item = item
    pointer = Handles.shared.handle(keeping: item)
    return pointer
  }
}

private func duration(_ nanoseconds: Int64) -> Duration { .nanoseconds(nanoseconds) }

// MARK: Making

@c @implementation
public func rl_source_create(
  _ order: Int32, _ label: UnsafePointer<CChar>?, _ callback: rl_callback?,
  _ context: UnsafeMutableRawPointer?, _ release: rl_release?, _ error: UnsafeMutablePointer<Int32>?
) -> OpaquePointer? {
  handle(error) { () throws(CError) in
    guard let callback else { throw .null }
    let context = Context(context, release)
    let source = RunLoop.Source(order: Int(order), label: text(label)) { callback(context.pointer) }
    return Handles.shared.handle(keeping: source)
  }
}

@c @implementation
public func rl_timer_create(
  _ delay: Int64, _ interval: Int64, _ tolerance: Int64, _ label: UnsafePointer<CChar>?,
  _ callback: rl_timer_callback?, _ context: UnsafeMutableRawPointer?, _ release: rl_release?,
  _ error: UnsafeMutablePointer<Int32>?
) -> OpaquePointer? {
  handle(error) { () throws(CError) in
    guard let callback else { throw .null }
    guard interval >= 0, tolerance >= 0 else { throw .argument }
    let context = Context(context, release)
    let own = OwnHandle()
    let timer = RunLoop.Timer(
      after: duration(delay), repeating: interval > 0 ? duration(interval) : nil,
      tolerance: duration(tolerance),
      label: text(label)
    ) { _ in callback(own.pointer, context.pointer) }
    return own.give(timer)
  }
}

@c @implementation
public func rl_observer_create(
  _ activities: UInt32, _ repeats: Int32, _ order: Int32, _ label: UnsafePointer<CChar>?,
  _ callback: rl_observer_callback?, _ context: UnsafeMutableRawPointer?, _ release: rl_release?,
  _ error: UnsafeMutablePointer<Int32>?
) -> OpaquePointer? {
  handle(error) { () throws(CError) in
    guard let callback else { throw .null }
    let context = Context(context, release)
    let own = OwnHandle()
    let observer = RunLoop.Observer(
      activities: RunLoop.Activity(rawValue: activities), repeats: repeats != 0, order: Int(order),
      label: text(label)
    ) { callback(own.pointer, $0.rawValue, context.pointer) }
    return own.give(observer)
  }
}

@c @implementation
public func rl_descriptor_create(
  _ descriptor: Int32, _ events: UInt32, _ trigger: Int32, _ label: UnsafePointer<CChar>?,
  _ callback: rl_descriptor_callback?, _ context: UnsafeMutableRawPointer?, _ release: rl_release?,
  _ error: UnsafeMutablePointer<Int32>?
) -> OpaquePointer? {
  handle(error) { () throws(CError) in
    guard let callback else { throw .null }
    let triggers: [Int32: RunLoop.DescriptorSource.Trigger] = [
      Int32(RL_LEVEL): .level, Int32(RL_EDGE): .edge, Int32(RL_ONE_SHOT): .oneShot,
    ]
    guard let trigger = triggers[trigger] else { throw .argument }
    let context = Context(context, release)
    let own = OwnHandle()
    do throws(RunLoop.PortError) {
      let source = try RunLoop.DescriptorSource(
        descriptor, events: .init(rawValue: events), trigger: trigger, label: text(label)
      ) { callback(own.pointer, $0.rawValue, context.pointer) == Int32(RL_DISARM) ? .disarm : .rearm }
      return own.give(source)
    } catch {
      // It stays its owner's.
      context.keep()
      throw CError(error)
    }
  }
}

// MARK: Each kind's own

@c @implementation
public func rl_source_signal(_ handle: OpaquePointer?) -> Int32 {
  number { () throws(CError) in
    let source = try Handles.shared.item(handle, as: RunLoop.Source.self)
    guard source.isValid else { throw .invalid }
    source.signal()
    return 0
  }
}

@c @implementation
public func rl_timer_set_delay(_ handle: OpaquePointer?, _ delay: Int64) -> Int32 {
  number { () throws(CError) in
    let timer = try Handles.shared.item(handle, as: RunLoop.Timer.self)
    guard timer.isValid else { throw .invalid }
    timer.fireDate = RunLoop.Instant.now.advanced(by: duration(delay))
    return 0
  }
}

@c @implementation
public func rl_timer_get_delay(_ handle: OpaquePointer?, _ delay: UnsafeMutablePointer<Int64>?) -> Int32 {
  number { () throws(CError) in
    let timer = try Handles.shared.item(handle, as: RunLoop.Timer.self)
    guard let delay else { throw .null }
    guard let date = timer.fireDate else { throw .invalid }
    let (time, isTooEarly) = date.nanoseconds.subtractingReportingOverflow(RunLoop.Instant.now.nanoseconds)
    delay.pointee = isTooEarly ? .min : time
    return 0
  }
}

private func valid<Kind: RunLoop.SwitchedSource>(
  _ handle: OpaquePointer?, _ kind: Kind.Type
) throws(CError) -> Kind {
  let source = try Handles.shared.item(handle, as: kind)
  guard source.isValid else { throw .invalid }
  return source
}

@c @implementation
public func rl_descriptor_stop_run(
  _ descriptor: OpaquePointer?, _ events: UInt32, _ loop: UnsafeMutableRawPointer?
) -> Int32 {
  _ = rl_loop_stop(OpaquePointer(loop))
  return Int32(RL_REARM)
}

@c @implementation
public func rl_descriptor_set_events(_ handle: OpaquePointer?, _ events: UInt32) -> Int32 {
  number { () throws(CError) in
    try valid(handle, RunLoop.DescriptorSource.self).events = .init(rawValue: events)
    return 0
  }
}

@c @implementation
public func rl_descriptor_arm(_ handle: OpaquePointer?) -> Int32 {
  number { () throws(CError) in
    try valid(handle, RunLoop.SwitchedSource.self).arm()
    return 0
  }
}

@c @implementation
public func rl_descriptor_disarm(_ handle: OpaquePointer?) -> Int32 {
  number { () throws(CError) in
    try valid(handle, RunLoop.SwitchedSource.self).disarm()
    return 0
  }
}

// MARK: In loops

private func mode(_ name: UnsafePointer<CChar>?) -> RunLoop.Mode {
  name.map { RunLoop.Mode(rawValue: String(cString: $0)) } ?? .default
}

@c @implementation
public func rl_loop_add(
  _ loopHandle: OpaquePointer?, _ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?
) -> Int32 {
  number { () throws(CError) in
    let loop = try Handles.shared.loop(loopHandle)
    let item = try Handles.shared.item(handle)
    if loop.isCopyOfAnotherProcess { throw .forked }
    let added: Bool
    do throws(RunLoop.PortError) {
      switch item {
      case let item as RunLoop.PortSource: added = try loop.add(item, to: mode(name))
      case let item as RunLoop.Source: added = loop.add(item, to: mode(name))
      case let item as RunLoop.Timer: added = loop.add(item, to: mode(name))
      case let item as RunLoop.Observer: added = loop.add(item, to: mode(name))
      default: return CError.kind.code
      }
    } catch {
      throw CError(error)
    }
    if added { return 0 }
    // Timers and observers have one loop at a time.
    throw !item.isValid ? .invalid : loop.isOver ? .ended : .elsewhere
  }
}

@c @implementation
public func rl_loop_remove(
  _ loopHandle: OpaquePointer?, _ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?
) -> Int32 {
  number { () throws(CError) in
    let loop = try Handles.shared.loop(loopHandle)
    switch try Handles.shared.item(handle) {
    case let item as RunLoop.RegisteredItem: loop.remove(item, from: mode(name))
    case let item as RunLoop.Timer: loop.remove(item, from: mode(name))
    case let item as RunLoop.Observer: loop.remove(item, from: mode(name))
    default: throw .kind
    }
    return 0
  }
}

@c @implementation
public func rl_loop_contains(
  _ loopHandle: OpaquePointer?, _ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?
) -> Int32 {
  number { () throws(CError) in
    let loop = try Handles.shared.loop(loopHandle)
    switch try Handles.shared.item(handle) {
    case let item as RunLoop.RegisteredItem: return loop.contains(item, in: mode(name)) ? 1 : 0
    case let item as RunLoop.Timer: return loop.contains(item, in: mode(name)) ? 1 : 0
    case let item as RunLoop.Observer: return loop.contains(item, in: mode(name)) ? 1 : 0
    default: throw .kind
    }
  }
}

@c @implementation
public func rl_item_invalidate(_ handle: OpaquePointer?) -> Int32 {
  number { () throws(CError) in
    switch try Handles.shared.item(handle) {
    case let item as RunLoop.RegisteredItem: item.invalidate()
    case let item as RunLoop.Timer: item.invalidate()
    case let item as RunLoop.Observer: item.invalidate()
    default: throw .kind
    }
    return 0
  }
}

@c @implementation
public func rl_item_is_valid(_ handle: OpaquePointer?) -> Int32 {
  number { () throws(CError) in try Handles.shared.item(handle).isValid ? 1 : 0 }
}

@c @implementation
public func rl_item_free(_ handle: OpaquePointer?) -> Int32 {
  number { () throws(CError) in
    try Handles.shared.free(handle, of: RunLoop.Item.self)
    return 0
  }
}
