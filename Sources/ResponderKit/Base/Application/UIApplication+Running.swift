import RunLoopCore

/// Running the loop, in the mode that is wanted at the time.
extension UIApplication {
  /// Runs the loop for a time, or until it is stopped: in the default mode, or in the one on top of the stack of modes.
  public final func run(for duration: Duration? = nil) {
    if !hasLaunched { finishLaunching() }
    let end = duration.map { loop.now.advanced(by: $0) }
    while true {
      modeChanged = false
      let mode = modes[modes.count - 1]
      let result: RunLoop.RunResult
      if let end {
        let rest = loop.now.duration(to: end)
        result = loop.run(mode: mode, for: max(rest, .zero))
        if rest <= .zero { return }
      } else {
        result = loop.run(mode: mode)
      }
      if result == .stopped, modeChanged { continue }
      return
    }
  }

  /// From the next turn on the loop runs in this mode, until it is popped: `tracking` while a finger scrolls.
  public final func pushRunLoopMode(_ mode: RunLoop.Mode) {
    modes.append(mode)
    changeMode()
  }

  /// Back to the mode before. Nothing happens when that mode was not pushed.
  public final func popRunLoopMode(_ mode: RunLoop.Mode) {
    guard let index = modes.lastIndex(of: mode), index > 0 else { return }
    modes.remove(at: index)
    changeMode()
  }

  /// The mode on top.
  public final var runLoopMode: RunLoop.Mode { modes[modes.count - 1] }

  /// The run in progress ends with its turn, and `run` begins one in the new mode.
  private func changeMode() {
    guard loop.currentMode != nil, loop.currentMode != runLoopMode else { return }
    modeChanged = true
    loop.stop()
  }
}

/// What lives for a turn.
extension UIApplication {
  /// Keeps an object until the turn ends: until just before the loop sleeps, after layout, or until its run ends.
  public final func addToTurnPool(_ object: AnyObject) { frame.pool.add(object) }
}
