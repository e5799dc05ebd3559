extension ScenarioDriver {
  func perform(_ operations: [Scenario.Operation]) {
    for operation in operations {
      trace.flush()
      perform(operation.verb)
    }
  }

  /// Performs one operation. An operation on another thread's ended loop does nothing.
  private func perform(_ verb: Scenario.Verb) {
    switch verb {
    case .add(let item, let place):
      if let loop = loop(place.loop) { backend.add(self.item(item), to: place.mode, of: loop) }
    case .remove(let item, let place):
      if let loop = loop(place.loop) { backend.remove(self.item(item), from: place.mode, of: loop) }
    case .contains(let item, let place):
      let contains = loop(place.loop).map { backend.contains(self.item(item), in: place.mode, of: $0) }
      trace.line("contains \(item) \(place) = \(word(contains == true))")
    case .invalidate(let item): backend.invalidate(self.item(item))
    case .valid(let item): trace.line("valid \(item) = \(word(backend.isValid(self.item(item))))")
    case .signal(let item): backend.signal(self.item(item))
    case .release(let item): backend.release(self.item(item))
    case .wakeUp(let name): if let loop = loop(name) { backend.wakeUp(loop) }
    case .stop(let name): if let loop = loop(name) { backend.stop(loop) }
    case .perform(let block, let modes, let name):
      guard let loop = loop(name) else { return }
      backend.perform(in: modes, of: loop) { self.called("block \(block)", block: block) }
    case .dispatch(let block): backend.dispatchMain { self.called("queue \(block)", block: block) }
    case .run(let mode, let seconds, let handled):
      trace.line("run \(mode) \(seconds.text)\(handled ? " handled" : "")")
      trace.enterRun()
      let result = backend.run(mode, seconds: seconds.value * tick, returnAfterSourceHandled: handled)
      trace.leaveRun()
      trace.line("ret \(result.rawValue)")
    case .runForever:
      trace.line("runforever")
      trace.enterRun()
      backend.runForever()
      trace.leaveRun()
      trace.line("ret")
    case .sleep(let time): backend.sleep(time * tick)
    case .fire(let timer, let date): backend.setFireDate(of: item(timer), to: inSeconds(date))
    case .fireDate(let timer):
      trace.line("firedate \(timer) = \(text(ofDate: backend.fireDate(of: item(timer))))")
    case .nextFire(let place):
      let date = loop(place.loop).flatMap { backend.nextFireDate(in: place.mode, of: $0) }
      trace.line("nextfire \(place) = \(text(ofDate: date))")
    case .addCommon(let place):
      if let loop = loop(place.loop) { backend.addCommonMode(place.mode, to: loop) }
    case .mode: trace.line("mode = \(loop(nil).flatMap { backend.currentMode(of: $0) } ?? "none")")
    case .modes:
      let modes = loop(nil).map { backend.modes(of: $0) } ?? []
      let sorted = modes.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      trace.line((["modes ="] + sorted).joined(separator: " "))
    case .waiting: trace.line("waiting = \(word(loop(nil).map { backend.isWaiting($0) } == true))")
    case .print(let word): trace.line("print \(word)")
    case .exitLoop(let name): exitLoop(name)
    }
  }

  private func word(_ answer: Bool) -> String { answer ? "yes" : "no" }

  private func inSeconds(_ date: Scenario.Date) -> ScenarioDate {
    switch date {
    case .at(let time): .at(time * tick)
    case .after(let time): .after(time * tick)
    case .past: .past
    case .never: .never
    }
  }

  /// A date as the trace shows it: in ticks, or in words when it is out of any scenario's reach.
  private func text(ofDate seconds: Double?) -> String {
    guard let seconds else { return "none" }
    let ticks = seconds / tick
    if ticks.isNaN { return "nan" }
    if ticks > 1e7 { return "far" }
    if ticks < -1e7 { return "longPast" }
    return fixed((ticks * 100).rounded())
  }
}
