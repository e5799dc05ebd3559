internal import CFoundationHooks
internal import LinuxSystem
internal import RunLoopCore

/// CF's functions of loops.
enum Loops {
  static func serve(_ hooks: inout cf_hooks) {
    hooks._CFRunLoopGet0 = { Loops.loop(of: $0) }
    hooks.CFRunLoopRunSpecific = { Loops.run($0, $1, $2, $3) }
    hooks.CFRunLoopStop = { loop in
      guard let loop else { return }
      if let record = LoopRecord.record(loop) {
        record.loop.stop()
      } else {
        CoreFoundation.real.CFRunLoopStop(loop)
      }
    }
    hooks.CFRunLoopWakeUp = { loop in
      guard let loop else { return }
      if let own = LoopRecord.borrowOwn(loop) {
        own._withUnsafeGuaranteedRef { $0.wakeUp() }
      } else if let record = LoopRecord.record(loop) {
        record.loop.wakeUp()
      } else {
        CoreFoundation.real.CFRunLoopWakeUp(loop)
      }
    }
    hooks.CFRunLoopIsWaiting = { loop in
      guard let loop else { return 0 }
      guard let record = LoopRecord.record(loop) else { return CoreFoundation.real.CFRunLoopIsWaiting(loop) }
      return record.loop.isWaiting ? 1 : 0
    }
    hooks.CFRunLoopCopyCurrentMode = { loop in
      guard let loop else { return nil }
      guard let record = LoopRecord.record(loop) else {
        return CoreFoundation.real.CFRunLoopCopyCurrentMode(loop)
      }
      return record.loop.currentMode.flatMap { ModeNames.createName($0) }
    }
    hooks.CFRunLoopCopyAllModes = { loop in
      guard let loop else { return nil }
      guard let record = LoopRecord.record(loop) else {
        return CoreFoundation.real.CFRunLoopCopyAllModes(loop)
      }
      return CoreFoundation.createArray(taking: record.loop.allModes.compactMap { ModeNames.createName($0) })
    }
    hooks.CFRunLoopAddCommonMode = { Loops.addCommonMode($0, $1) }
    hooks.CFRunLoopGetNextTimerFireDate = { loop, mode in
      guard let loop, let mode else { return 0 }
      guard let record = LoopRecord.record(loop) else {
        return CoreFoundation.real.CFRunLoopGetNextTimerFireDate(loop, mode)
      }
      return Loops.nextFireDate(record.loop, ModeNames.mode(mode))
    }
    hooks.CFRunLoopPerformBlock = { Loops.perform($0, $1, $2) }
    hooks._CFRunLoop01 = { loop, mode in
      guard let loop, let mode else { return 0 }
      guard let record = LoopRecord.record(loop) else { return CoreFoundation.real._CFRunLoop01(loop, mode) }
      return record.loop.isCommon(ModeNames.mode(mode)) ? 1 : 0
    }
    hooks._CFRunLoopFinished = { loop, mode in
      guard let loop, let mode else { return 1 }
      guard let record = LoopRecord.record(loop) else {
        return CoreFoundation.real._CFRunLoopFinished(loop, mode)
      }
      return record.loop.isFinished(ModeNames.mode(mode)) ? 1 : 0
    }
    hooks._CFRunLoopStopMode = { loop, mode in
      guard let loop, let mode else { return }
      guard let record = LoopRecord.record(loop) else {
        return CoreFoundation.real._CFRunLoopStopMode(loop, mode)
      }
      record.stop(ModeNames.mode(mode))
    }
  }

  /// The loop of a thread is asked for, which happens at the latest when its own thread uses it.
  private static func loop(of thread: pthread_t) -> cf_object? {
    guard let object = CoreFoundation.real._CFRunLoopGet0(thread) else { return nil }
    // No thread stands for the main one.
    let main = CoreFoundation.functions.mainThread
    let thread = thread == 0 ? main : thread
    if pthread_equal(thread, pthread_self()) != 0 {
      LoopRecord.enterOwn(object)
    } else if pthread_equal(thread, main) != 0 {
      LoopRecord.enterMain(object)
    }
    return object
  }

  private static func run(_ loop: cf_object?, _ mode: cf_type?, _ seconds: Double, _ afterSource: UInt8)
    -> Int32
  {
    let finished = Int32(RunLoop.RunResult.finished.rawValue)
    guard let loop, let mode else { return finished }
    // The run of a loop by another thread is undefined with CF; here it does nothing.
    guard let record = LoopRecord.record(loop), record.loop.isOwnThread else { return finished }
    record.setUp()
    let result = record.run(ModeNames.mode(mode), seconds: seconds, afterSource: afterSource != 0)
    return Int32(result.rawValue)
  }

  private static func nextFireDate(_ loop: RunLoop, _ mode: RunLoop.Mode) -> Double {
    guard let timer = loop.nextTimer(in: mode) else { return 0 }
    if let record = TimerRecord.record(of: timer) { return record.fireDate }
    return timer.fireDate.map { Seconds.date($0) } ?? 0
  }

  private static func addCommonMode(_ loop: cf_object?, _ mode: cf_type?) {
    guard let loop, let mode else { return }
    guard let record = LoopRecord.record(loop) else {
      return CoreFoundation.real.CFRunLoopAddCommonMode(loop, mode)
    }
    do { try record.loop.addCommonMode(ModeNames.mode(mode)) } catch {
      Message.once("a source's descriptor can not be watched: \(error)")
    }
  }

  private static func perform(_ loop: cf_object?, _ modes: cf_type?, _ block: UnsafeMutableRawPointer?) {
    guard let loop, let modes, let block else { return }
    guard let record = LoopRecord.record(loop) else {
      return CoreFoundation.real.CFRunLoopPerformBlock(loop, modes, block)
    }
    guard let names = CoreFoundation.strings(modes), let block = CopiedBlock(block) else { return }
    record.loop.perform(inModes: names.map { ModeNames.mode($0) }) { block.call() }
  }
}

/// A block of C's that is released with the closure that calls it.
private final class CopiedBlock: @unchecked Sendable {
  private let block: UnsafeMutableRawPointer

  init?(_ block: UnsafeMutableRawPointer) {
    guard let copy = CoreFoundation.functions._Block_copy(block) else { return nil }
    self.block = copy
  }

  deinit { CoreFoundation.functions._Block_release(block) }

  func call() { cf_call_block(block) }
}
