import Scenarios

/// Timers (rules T).
extension LoopModel {
  func createTimer(_ timer: ModelItem, _ description: Scenario.Item) {
    if description.every > 0 { timer.interval = ModelTime.nanoseconds(description.every) }  // T-7
    setDate(timer, description.at)
  }

  /// T-4, T-5: the date is kept as given, the fire time is not before now.
  private func setDate(_ timer: ModelItem, _ date: Double) {
    timer.date = date
    timer.clamped = nil
    if date.isNaN {
      timer.fire = nil
      return
    }
    let limit = now + ModelTime.longest
    let exact = date * Double(ModelTime.length)
    let time = exact >= Double(limit) ? limit : exact <= Double(now) ? now : ModelTime.nanoseconds(date)
    if time == now { timer.clamped = now }
    timer.fire = Moment(nanoseconds: time, rank: reading())
  }

  /// CFRunLoopTimerSetNextFireDate (T-30, T-34).
  func fire(_ timer: ModelItem, _ date: Scenario.Date) {
    guard timer.isValid else { return }
    switch date {
    case .at(let ticks): setDate(timer, ticks)
    case .after(let ticks): setDate(timer, Double(now) / Double(ModelTime.length) + ticks)
    case .past: setDate(timer, -10_000_000)
    case .never: setDate(timer, .infinity)
    }
    reposition(timer)
    if who != nil && timer.loop === loop { wakeUp() }
  }

  /// T-10: the timer moves within all its modes.
  private func reposition(_ timer: ModelItem) {
    for mode in timer.modes {
      mode.timers.removeAll { $0 === timer }
      insert(timer, in: mode)
    }
  }

  func insert(_ timer: ModelItem, in mode: ModelMode) {
    let index = mode.timers.firstIndex { other in
      guard let fire = timer.fire else { return false }
      return other.fire.map { $0 > fire } ?? true
    }
    mode.timers.insert(timer, at: index ?? mode.timers.endIndex)
    arm(mode)  // W-12
  }

  /// Step 9 for the timer port: the batch of due timers (T-20).
  func fireTimers(in mode: ModelMode) throws(Ending) {
    mode.armed = nil
    tieFinder.batch(mode.timers, at: now)
    var hasFired = false
    for timer in mode.timers.filter({ $0.isValid && !$0.isFiring && $0.isDue(at: now) }) {
      if try fireTimer(timer, in: mode) { hasFired = true }
    }
    if !hasFired { arm(mode) }
  }

  private func fireTimer(_ timer: ModelItem, in mode: ModelMode) throws(Ending) -> Bool {
    // T-21: checked again for each member of the batch.
    guard timer.isValid, !timer.isFiring, timer.isDue(at: now), timer.loop === loop, let fired = timer.fire
    else { return false }
    timer.isFiring = true  // T-23
    armAround(timer, in: mode)
    try trace("timer \(timer.name)")
    try call(timer)
    if timer.interval == 0 { try invalidate(timer) }  // T-24
    timer.isFiring = false
    guard timer.isValid, let fire = timer.fire else { return true }
    if fired < fire {  // T-25: a date set in the callout stands.
      armAround(timer, in: mode)
      return true
    }
    tieFinder.grid(of: timer, fired: fired.nanoseconds, at: now)
    // T-25, T-28: the first point of the grid that is later than now.
    let missed = (now - fired.nanoseconds) / timer.interval + 1
    let (next, overflow) = fired.nanoseconds.addingReportingOverflow(missed * timer.interval)
    timer.fire = overflow ? nil : Moment(nanoseconds: next, rank: fired.rank)
    timer.date = overflow ? .infinity : Double(next) / Double(ModelTime.length)
    reposition(timer)
    return true
  }

  /// W-12: around a firing, only the running mode's port is set anew.
  private func armAround(_ timer: ModelItem, in mode: ModelMode) {
    arm(mode)
    if fixes.contains(.otherModePort) {
      for other in timer.modes where other !== mode { arm(other) }
    }
  }
}
