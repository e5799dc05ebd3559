/// Who wants to know of what a monitor does, add to its reports, or hold them back.
///
/// Called on the monitor's thread, which looks at nothing meanwhile: answer quickly. Every method has a default that
/// does nothing. The names in brackets are WeChat's.
public protocol StallMonitorDelegate: AnyObject, Sendable {
  /// Before a record is given out for the first time: add notes to it, or return false to hold it back.
  /// [onBlockMonitor:getCustomUserInfoForDumpType:]
  func shouldReport(_ record: inout StallRecord) -> Bool

  /// A look at the loops is over; nil when nothing was found. [onBlockMonitor:enterNextCheckWithDumpType:]
  func monitorLooked(found kind: RecordKind?)
  /// A stall passed its threshold. [onBlockMonitor:beginDump:blockTime:runloopThreshold:]
  func stallBegan(_ record: StallRecord)
  /// The stall goes on; called as its stacks are taken.
  func stallWentOn(_ record: StallRecord)
  /// The thread of the stall is in a deadlock for `Settings.deadlockTime`: it will not continue by itself. Called once for each
  /// deadlock, also when its stall was not reported. The record's `diagnosis.chain` has the threads.
  func deadlockFound(_ record: StallRecord)
  /// The stall is over, and its record complete. [onBlockMonitor:getDumpFile:withDumpType:]
  func stallEnded(_ record: StallRecord)
  /// A record was held back: its `verdict` says by what. [onBlockMonitor:dumpType:filter:]
  func stallWasFiltered(_ record: StallRecord)
  /// A burst took that long, within `Settings.sensitiveRange`. [onBlockMonitorRunloopHangDetected:]
  func burstTook(_ duration: Duration, loop: String)
  /// Processors in use, as a share of one, now or over the long window. [onBlockMonitorCurrentCPUTooHigh:,
  /// onBlockMonitorIntervalCPUTooHigh:]
  func processorUseIsHigh(_ share: Double, isLong: Bool)
  /// Resident bytes. [onBlockMonitorMemoryExcessive:]
  func memoryIsHigh(_ bytes: UInt64)
  /// The whole process stood: no stall.
  func processFroze(for duration: Duration, why: String)
}

extension StallMonitorDelegate {
  public func shouldReport(_ record: inout StallRecord) -> Bool { true }
  public func monitorLooked(found kind: RecordKind?) {}
  public func stallBegan(_ record: StallRecord) {}
  public func stallWentOn(_ record: StallRecord) {}
  public func deadlockFound(_ record: StallRecord) {}
  public func stallEnded(_ record: StallRecord) {}
  public func stallWasFiltered(_ record: StallRecord) {}
  public func burstTook(_ duration: Duration, loop: String) {}
  public func processorUseIsHigh(_ share: Double, isLong: Bool) {}
  public func memoryIsHigh(_ bytes: UInt64) {}
  public func processFroze(for duration: Duration, why: String) {}
}
