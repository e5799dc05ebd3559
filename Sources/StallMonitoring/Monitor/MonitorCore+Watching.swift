import RunLoopCore

extension MonitorCore {
  /// Adds WeChat's two observers to a loop whose bursts are to be reported.
  func observe(_ loop: RunLoop, _ label: String, _ range: ClosedRange<Duration>, _ engine: MonitorEngine) {
    // The loop's thread detects it; the monitor's thread reports it.
    let observers = ActivityObservers(range: range) { [weak engine] duration in
      engine?.request { core in core.delegate?.burstTook(duration, loop: label) }
    }
    observers.add(to: loop)
    self.observers[ObjectIdentifier(loop)] = observers
  }

  func stopWatching(_ subject: AnyObject) {
    remove { $0.isAbout(subject) }
    observers.removeValue(forKey: ObjectIdentifier(subject))?.remove()
  }

  func stopAll() {
    remove { _ in true }
    for observers in observers.values { observers.remove() }
    observers = [:]
    told = nil
    acting.liveness.stop()
  }
}
