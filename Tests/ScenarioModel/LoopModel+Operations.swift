import Scenarios

/// The operations of the scenario language.
extension LoopModel {
  func perform(_ operations: [Scenario.Operation]) throws(Ending) {
    for operation in operations {
      writer.flush()
      try perform(operation.verb)
    }
  }

  private func perform(_ verb: Scenario.Verb) throws(Ending) {
    switch verb {
    case .add(let name, let place):
      if let item = itemsByName[name] { try add(item, to: place) }
    case .remove(let name, let place):
      if let item = itemsByName[name] { try remove(item, from: place) }
    case .invalidate(let name):
      if let item = itemsByName[name] { try invalidate(item) }
    case .signal(let name):
      if let item = itemsByName[name] { signal(item) }
    case .wakeUp(let name):
      if name == nil { wakeUp() }  // Other loops never run, so they drop wakes (W-4) and stops (S-1).
    case .stop(let name):
      if name == nil { stop() }
    case .perform(let name, let modes, let loop):
      if let block = itemsByName[name], let owner = find(loop) { perform(block, in: modes, of: owner) }
    case .dispatch(let name):
      if let block = itemsByName[name] { dispatch(block) }
    case .run(let mode, let seconds, let handled):
      try run(mode: mode, seconds: seconds, handled: handled)
    case .runForever:
      try runForever()
    case .sleep(let ticks):
      if who == nil { try sleep(ModelTime.nanoseconds(ticks)) }
    case .fire(let name, let date):
      if let timer = itemsByName[name] { fire(timer, date) }
    case .addCommon(let place):
      try addCommonMode(place)
    case .release:
      break  // C-1: the loop's modes keep what is in them.
    case .exitLoop(let name):
      try exitLoop(name)
    case .contains, .valid, .fireDate, .nextFire, .mode, .modes, .waiting, .print:
      try answer(verb)
    }
  }

  private func run(mode: String, seconds: Scenario.Ticks, handled: Bool) throws(Ending) {
    try trace("run \(mode) \(seconds.text)\(handled ? " handled" : "")")
    depth += 1
    // Another thread would run its own loop, which has nothing in it.
    let result = who == nil ? try run(mode: mode, ticks: seconds.value, handled: handled) : .finished
    depth -= 1
    try trace("ret \(result)")
  }

  /// R-15.
  private func runForever() throws(Ending) {
    try trace("runforever")
    depth += 1
    while who == nil {
      let result = try run(mode: "default", ticks: .infinity, handled: false)
      if result == .stopped || result == .finished { break }
    }
    depth -= 1
    try trace("ret")
  }

  /// The operations that ask.
  private func answer(_ verb: Scenario.Verb) throws(Ending) {
    switch verb {
    case .contains(let name, let place):
      guard let item = itemsByName[name] else { return }
      try trace("contains \(name) \(place) = \(contains(item, in: place) ? "yes" : "no")")
    case .valid(let name):
      guard let item = itemsByName[name] else { return }
      try trace("valid \(name) = \(item.isValid ? "yes" : "no")")
    case .fireDate(let name):
      guard let timer = itemsByName[name] else { return }
      try trace("firedate \(name) = \(timer.isValid ? text(ofDate: timer.date) : "none")")
    case .nextFire(let place):  // T-9
      let timer = find(place.loop)?.mode(place.mode)?.timers.first
      try trace("nextfire \(place) = \(timer.map { text(ofDate: $0.date) } ?? "none")")
    case .mode:  // M-12
      try trace("mode = \(loop.runs.last?.mode.name ?? "none")")
    case .modes:
      try trace("modes = \(loop.modes.map(\.name).sorted().joined(separator: " "))")
    case .waiting:
      try trace("waiting = \(loop.isWaiting ? "yes" : "no")")
    case .print(let word):
      try trace("print \(word)")
    default:
      break
    }
  }

  private func text(ofDate ticks: Double) -> String {
    if ticks.isNaN { return "nan" }
    if ticks > 10_000_000 { return "far" }
    if ticks < -10_000_000 { return "longPast" }
    return ModelTime.text(hundredths: Int64((ticks * 100).rounded()))
  }
}
