// The monitor's settings, converted for its parts.

extension ProcessorWatch {
  init(_ settings: StallMonitor.Settings) {
    self.init(
      share: settings.processorShare, longShare: settings.longProcessorShare,
      window: settings.longProcessorWindow.inNanoseconds)
  }
}

extension MemoryWatch {
  init(_ settings: StallMonitor.Settings) { self.init(limit: settings.memoryLimit) }
}

extension ReportFilter {
  init(_ settings: StallMonitor.Settings) {
    self.init(
      fewestFrames: settings.fewestFrames, rarestRepeat: settings.rarestRepeat,
      dailyLimit: settings.dailyLimit)
  }
}

extension SamplingPace {
  init(_ settings: StallMonitor.Settings, now: UInt64) {
    self.init(
      from: settings.stackInterval.inNanoseconds, to: settings.longestStackInterval.inNanoseconds,
      closeStacks: settings.closeStacks, now: now)
  }
}

extension StallActing {
  convenience init(_ settings: StallMonitor.Settings, clock: @escaping @Sendable () -> UInt64) {
    self.init(
      patience: (settings.patience ?? max(.seconds(5), settings.threshold)).inNanoseconds,
      poll: settings.poll,
      actions: settings.actions, clock: clock)
  }
}
