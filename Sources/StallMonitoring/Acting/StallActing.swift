import LinuxSystem

/// A monitor's actions on stalls, besides reports. The monitor's thread only, except for `liveness`.
final class StallActing {
  let liveness: Liveness
  /// Nil without a watchdog.
  var watchdog: WatchdogPing?
  /// The actions on a stall, by its duration.
  let actions: [StallAction]
  /// How long a callout may take before its loop counts as making no progress.
  let patience: UInt64
  /// Writes a line about a held loop.
  var log: (StallRecord, String) -> Void = { _, line in StallActing.writeError(line) }
  /// Ends the process by SIGABRT.
  var abort: (Int32) -> Void = StallActing.abort

  init(patience: UInt64, poll: UInt64, actions: [StallAction], clock: @escaping @Sendable () -> UInt64) {
    self.patience = patience
    self.actions = actions.sorted { $0.after < $1.after }
    liveness = Liveness(longestPause: max(patience, 20 * poll), clock: clock)
  }

  func perform(_ action: StallAction, about record: StallRecord, in callout: String, for time: UInt64) {
    let line =
      "\(TaskPool.subject(record.loop)) has been held up for \(PlainTime.text(time))"
      + (callout.isEmpty ? "" : " by \(callout)")
    switch action.kind {
    case .log: log(record, line.onOneLine)
    case .abort:
      log(record, "\(line): the process is ended by SIGABRT, as is set for \(action.after)".onOneLine)
      abort(record.thread)
    case .call(let body): body(record)
    }
  }

  private static func writeError(_ line: String) {
    // A writable pipe has room for a page, so the monitor never waits for its reader.
    let bytes = Array("stall monitor: \(line)".utf8.prefix(4_000)) + [UInt8(ascii: "\n")]
    var entry = pollfd(fd: 2, events: Int16(POLLOUT), revents: 0)
    guard poll(&entry, 1, 0) == 1, Int32(entry.revents) & POLLOUT != 0 else { return }
    _ = write(2, bytes, bytes.count)
  }

  private static func abort(_ thread: Int32) {
    if thread > 0 { linux_send_signal(thread, SIGABRT) }
    MonotonicTime.sleep(nanoseconds: 2_000_000_000)
    LinuxSystem.abort()
  }
}

/// Schedule of notifications to systemd's watchdog: regular, and only while all loops make progress.
struct WatchdogPing {
  let interval: UInt64
  private var next: UInt64 = 0
  /// False when it could not be sent: then it is soon retried.
  private let send: () -> Bool

  /// - Parameter timeout: the time after which the service manager considers the process dead.
  init(timeout: UInt64, send: @escaping () -> Bool) {
    interval = max(timeout / 3, 1_000_000)
    self.send = send
  }

  /// The time of the next notification; never for a process without progress, which is looked at often anyway.
  mutating func pass(_ now: UInt64, isLive: Bool) -> UInt64 {
    guard isLive else { return .max }
    if now >= next { next = now &+ (send() ? interval : max(interval / 8, 1_000_000)) }
    return next
  }
}

extension MonitorCore {
  /// Acts on the results of this pass. Returns when to act again; `max`: not before a loop is active.
  func act(_ now: UInt64) -> UInt64 {
    var held: [Liveness.HeldLoop] = []
    for watch in watches where watch.calloutTime(now) >= acting.patience {
      held.append(
        Liveness.HeldLoop(
          loop: watch.loop.label, thread: watch.loop.thread, callout: watch.loop.describe(watch.last),
          duration: .nanoseconds(Int64(clamping: watch.calloutTime(now)))))
    }
    acting.liveness.note(held, of: watches.count, at: now)
    for index in watches.indices { actOnStall(index, now) }
    return acting.watchdog?.pass(now, isLive: held.isEmpty) ?? .max
  }

  /// Acts on a loop's stall. A burst needs no action: a callout as long as an action's time is a stall of its own.
  private func actOnStall(_ index: Int, _ now: UInt64) {
    guard let stall = watches[index].stall, stall.actionsTaken < acting.actions.count else { return }
    let time = watches[index].calloutTime(now)
    let action = acting.actions[stall.actionsTaken]
    guard time >= action.after.inNanoseconds,
      stall.record.verdict != .hook
    else { return }
    stall.actionsTaken += 1
    var record = stall.record
    record.lastSeen = max(record.lastSeen, now)
    acting.perform(action, about: record, in: record.callout.text(), for: time)
    actOnStall(index, now)
  }
}
