internal import CFoundationHooks
internal import LinuxSystem
internal import RunLoopCore
internal import StallMonitoring

/// What the shim calls, once, when Foundation first asks for a loop or makes an item: fills in the functions that are served from
/// now on. 1, or 0 when the toolchain's shall serve as before.
@_cdecl("mainspring_foundation_engine")
public func mainspringFoundationEngine(_ call: UnsafeRawPointer?) -> Int32 {
  guard let call = call?.load(as: cf_engine_call.self) else { return 0 }
  return Engine.begin(call) ? 1 : 0
}

enum Engine {
  /// Whether the functions are served. Set before the first of them is.
  @exclusivity(unchecked) nonisolated(unsafe) private(set) static var isServing = false

  /// The clock of loops that keep events in the kernel's order; nil for the faster way. Set before the first loop is made.
  @exclusivity(unchecked) nonisolated(unsafe) private(set) static var orderedClock: SimulatedClock?

  fileprivate static func begin(_ call: cf_engine_call) -> Bool {
    guard let served = call.served else { return false }
    guard CoreFoundation.find(call) else {
      Message.once("a function of Foundation's is missing: the toolchain's run loop is used")
      return false
    }
    guard reachesHooks(call) else {
      Message.once(
        "this Foundation calls its functions otherwise than by name, or has loops already:"
          + " the toolchain's run loop is used")
      return false
    }
    guard mayServe() else { return false }
    let main = cf_thread_number(CoreFoundation.functions.mainThread)
    if main > 0 { RunLoop.takeForMainThread(main) }
    if KernelCalls.followReplacements() || Environment.value("MAINSPRING_FOUNDATION_ORDER") != nil {
      orderedClock = SimulatedClock(followingSystem: DispatchAlarm.alarm)
    }
    ForkGuard.add(
      prepare: { Engine.lockForFork() }, parent: { Engine.unlockInParent() }, child: { Engine.unlockInCopy() }
    )
    LoopRecord.makeKey()
    ItemRecord.makeTable()
    Loops.serve(&served.pointee)
    Items.serve(&served.pointee)
    isServing = true
    // The look at the hooks has made the thread's loop.
    if let loop = CoreFoundation.functions.CFRunLoopGetCurrent() { LoopRecord.enterOwn(loop) }
    return true
  }

  /// Whether CF's own calls reach the hooks. A build of Foundation may bind its functions to each other, and a loop that was made
  /// before the hooks came is not ours.
  private static func reachesHooks(_ call: cf_engine_call) -> Bool {
    guard let count = call.loopsAsked else { return false }
    if count.pointee > 0 { return true }
    _ = CoreFoundation.functions.CFRunLoopGetCurrent()
    return count.pointee > 0
  }

  /// Under `MAINSPRING_FOUNDATION=tried`, with builds of Foundation that were tried only.
  private static func mayServe() -> Bool {
    guard Environment.value("MAINSPRING_FOUNDATION") == "tried" else { return true }
    let function = unsafeBitCast(CoreFoundation.functions.CFRetain, to: UnsafeRawPointer.self)
    var place = linux_library()
    guard linux_find_library(function, &place) != 0, let name = place.file else { return false }
    let path = String(cString: name)
    let build = BuildID.ofFile(path)
    if let build, TriedBuild.names[build] != nil { return true }
    Message.once("\(path), build \(build ?? "unknown"), was not tried: the toolchain's run loop is used")
    return false
  }

  private static func lockForFork() {
    ItemRecord.table.lockForFork()
    LoopRecord.lockForFork()
  }

  private static func unlockInParent() {
    LoopRecord.unlockInParent()
    ItemRecord.table.unlockInParent()
  }

  private static func unlockInCopy() {
    LoopRecord.unlockInCopy()
    ItemRecord.table.unlockInCopy()
  }
}
