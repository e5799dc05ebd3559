/// A delegate that is notified of a monitor's findings, and may add to its reports or suppress them.
///
/// Called on the monitor's thread, which is blocked meanwhile: return quickly. Every method has a default that
/// does nothing. The names in brackets are WeChat's.
public protocol StallMonitorDelegate: AnyObject, Sendable {
  /// Called before a record is first reported: add notes to it, or return false to suppress it.
  /// [onBlockMonitor:getCustomUserInfoForDumpType:]
  func shouldReport(_ record: inout StallRecord) -> Bool

  /// A look at the loops has ended; nil when nothing was found. [onBlockMonitor:enterNextCheckWithDumpType:]
  func monitorLooked(found kind: RecordKind?)
  /// A stall passed its threshold. [onBlockMonitor:beginDump:blockTime:runloopThreshold:]
  func stallBegan(_ record: StallRecord)
  /// The stall continues; called as its stacks are taken.
  func stallWentOn(_ record: StallRecord)
  /// The stall's thread has been in a deadlock for `Settings.deadlockTime`: it will not continue by itself. Called once for each
  /// deadlock, also when its stall was not reported. The record's `diagnosis.chain` has the threads.
  func deadlockFound(_ record: StallRecord)
  /// The stall has ended, and its record is complete. [onBlockMonitor:getDumpFile:withDumpType:]
  func stallEnded(_ record: StallRecord)
  /// A record was suppressed, by the rule in its `verdict`. [onBlockMonitor:dumpType:filter:]
  func stallWasFiltered(_ record: StallRecord)
  /// A burst had this duration, within `Settings.sensitiveRange`. [onBlockMonitorRunloopHangDetected:]
  func burstTook(_ duration: Duration, loop: String)
  /// Processors in use, as a share of one, now or over the long window. [onBlockMonitorCurrentCPUTooHigh:,
  /// onBlockMonitorIntervalCPUTooHigh:]
  func processorUseIsHigh(_ share: Double, isLong: Bool)
  /// Resident bytes. [onBlockMonitorMemoryExcessive:]
  func memoryIsHigh(_ bytes: UInt64)
  /// The whole process was frozen: no stall.
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
