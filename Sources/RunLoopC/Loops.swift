// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CRunLoop
import LinuxSystem
internal import RunLoopCore

private func mode(_ name: UnsafePointer<CChar>?, else other: RunLoop.Mode = .default) -> RunLoop.Mode {
  name.map { RunLoop.Mode(rawValue: String(cString: $0)) } ?? other
}

private func loop(_ handle: OpaquePointer?) throws(CError) -> RunLoop { try Handles.shared.loop(handle) }

/// The loop, on its own thread and in its own process.
private func ownLoop(_ handle: OpaquePointer?) throws(CError) -> RunLoop {
  let loop = try loop(handle)
  guard loop.isOwnThread else { throw .thread }
  if loop.isCopyOfAnotherProcess { throw .forked }
  return loop
}

@c @implementation
public func rl_loop_current() -> OpaquePointer? { Handles.shared.handle(for: .current) }

@c @implementation
public func rl_loop_main() -> OpaquePointer? { Handles.shared.handle(for: .main) }

@c @implementation
public func rl_loop_is_own_thread(_ handle: OpaquePointer?) -> Int32 {
  number { () throws(CError) in try loop(handle).isOwnThread ? 1 : 0 }
}

@c @implementation
public func rl_loop_is_waiting(_ handle: OpaquePointer?) -> Int32 {
  number { () throws(CError) in try loop(handle).isWaiting ? 1 : 0 }
}

@c @implementation
public func rl_now() -> Int64 { RunLoop.Instant.now.nanoseconds }

@c @implementation
public func rl_loop_run(
  _ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ nanoseconds: Int64, _ afterSource: Int32
) -> Int32 {
  number { () throws(CError) in
    guard nanoseconds >= Int64(RL_FOREVER) else { throw .argument }
    let duration = nanoseconds < 0 ? nil : Duration.nanoseconds(nanoseconds)
    let result = try ownLoop(handle).run(
      mode: mode(name), for: duration, returnAfterSourceHandled: afterSource != 0)
    return Int32(result.rawValue)
  }
}

@c @implementation
public func rl_loop_stop(_ handle: OpaquePointer?) -> Int32 {
  number { () throws(CError) in
    try loop(handle).stop()
    return 0
  }
}

@c @implementation
public func rl_loop_wake(_ handle: OpaquePointer?) -> Int32 {
  number { () throws(CError) in
    try loop(handle).wakeUp()
    return 0
  }
}

@c @implementation
public func rl_loop_set_spinning(_ handle: OpaquePointer?, _ spinning: Int32) -> Int32 {
  number { () throws(CError) in
    guard let setting = UInt8(exactly: spinning).flatMap(RunLoop.Spinning.init(rawValue:)) else {
      throw .argument
    }
    try loop(handle).spinning = setting
    return 0
  }
}

@c @implementation
public func rl_loop_get_spinning(_ handle: OpaquePointer?) -> Int32 {
  number { () throws(CError) in Int32(try loop(handle).spinning.rawValue) }
}

@c @implementation
public func rl_loop_add_common_mode(_ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> Int32 {
  number { () throws(CError) in
    guard let name else { throw .null }
    let loop = try loop(handle)
    if loop.isCopyOfAnotherProcess { throw .forked }
    do throws(RunLoop.PortError) { try loop.addCommonMode(mode(name)) } catch { throw CError(error) }
    return 0
  }
}

// MARK: Blocks

@c @implementation
public func rl_loop_post(
  _ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ callback: rl_callback?,
  _ context: UnsafeMutableRawPointer?, _ release: rl_release?
) -> Int32 {
  number { () throws(CError) in
    guard let callback else { throw .null }
    let loop = try loop(handle)
    return try taken(context, release) { context in
      // The place in C is not known.
      loop.post(inModes: [mode(name, else: .common)], file: "", line: 0) { callback(context.pointer) }
    }
  }
}

@c @implementation
public func rl_loop_perform(
  _ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ callback: rl_callback?,
  _ context: UnsafeMutableRawPointer?, _ release: rl_release?
) -> Int32 {
  number { () throws(CError) in
    guard let callback else { throw .null }
    let loop = try loop(handle)
    return try taken(context, release) { context in
      loop.perform(inModes: [mode(name)], file: "", line: 0) { callback(context.pointer) }
    }
  }
}

/// A block that was refused leaves the context to its owner.
private func taken(
  _ pointer: UnsafeMutableRawPointer?, _ release: rl_release?, _ post: (Context) -> Bool
) throws(CError) -> Int32 {
  let context = Context(pointer, release)
  guard post(context) else {
    context.keep()
    throw .ended
  }
  return 0
}

@c @implementation
public func rl_main_post(
  _ callback: rl_callback?, _ context: UnsafeMutableRawPointer?, _ release: rl_release?
) -> Int32 {
  guard let callback else { return CError.null.code }
  let context = Context(context, release)
  RunLoop.mainQueue.async(file: "", line: 0) { callback(context.pointer) }
  return 0
}

// MARK: Living in another event loop

/// The loop and the one mode that a host serves.
private func served(
  _ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?
) throws(CError) -> (RunLoop, RunLoop.Mode) {
  let loop = try ownLoop(handle)
  let mode = mode(name)
  if mode == .common { throw .argument }
  return (loop, mode)
}

@c @implementation
public func rl_loop_descriptor(_ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> Int32 {
  number { () throws(CError) in
    let (loop, mode) = try served(handle, name)
    do throws(RunLoop.PortError) { return try loop.fileDescriptor(for: mode) } catch { throw CError(error) }
  }
}

@c @implementation
public func rl_loop_prepare(_ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> Int32 {
  number { () throws(CError) in
    let (loop, mode) = try served(handle, name)
    guard loop.hasDescriptor(for: mode) else { throw .argument }
    return loop.prepare(mode: mode) ? 1 : 0
  }
}

@c @implementation
public func rl_loop_dispatch(_ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> Int32 {
  number { () throws(CError) in
    let (loop, mode) = try served(handle, name)
    return Int32(loop.dispatch(mode: mode).rawValue)
  }
}

@c @implementation
public func rl_loop_leave_host(_ handle: OpaquePointer?) -> Int32 {
  number { () throws(CError) in
    try ownLoop(handle).leaveHost()
    return 0
  }
}

// MARK: Forks, and looking inside

@c @implementation
public func rl_reinitialize_after_fork() -> Int32 {
  number { () throws(CError) in
    do throws(RunLoop.PortError) { try RunLoop.reinitializeAfterFork() } catch { throw CError(error) }
    return 0
  }
}

@c @implementation
public func rl_loop_copy_tree(_ handle: OpaquePointer?) -> UnsafeMutablePointer<CChar>? {
  guard let loop = try? loop(handle) else { return nil }
  return strdup(loop.snapshot().tree)
}

@c @implementation
public func rl_text_free(_ text: UnsafeMutablePointer<CChar>?) { free(text) }
