/// The text of a scenario: parsed, it gives the value back (except for the line numbers).
extension Scenario: CustomStringConvertible {
  public var description: String {
    var lines: [String] = []
    if !name.isEmpty { lines.append("name \(name)") }
    if !tags.isEmpty { lines.append("tags \(tags.joined(separator: " "))") }
    if thread != .worker { lines.append("thread \(thread.rawValue)") }
    lines += loops.map { "loop \($0)" }
    lines += items.map(\.description)
    for item in items { lines += item.handlers.map { $0.text(on: item.name) } }
    lines += events.map { "bg \(Scenario.text(of: $0.at)):\(Scenario.text(of: $0.operations))" }
    lines += program.map(\.verb.description)
    return lines.map { $0 + "\n" }.joined()
  }

  /// The same scenario as if it had never been text: two scenarios are the same when these are equal.
  public var withoutLines: Scenario {
    func cleared(_ operations: [Operation]) -> [Operation] { operations.map { Operation($0.verb) } }
    var copy = self
    copy.program = cleared(program)
    for index in events.indices { copy.events[index].operations = cleared(events[index].operations) }
    for index in items.indices {
      copy.items[index].line = 0
      for number in items[index].handlers.indices {
        copy.items[index].handlers[number].operations = cleared(items[index].handlers[number].operations)
      }
    }
    return copy
  }

  /// `3` rather than `3.0`, otherwise the shortest text that gives the number back.
  static func text(of number: Double) -> String {
    if number == 0 { return "0" }
    if let whole = Int(exactly: number), abs(whole) < 1_000_000_000_000 { return String(whole) }
    return String(number)
  }

  /// The operations after a colon.
  fileprivate static func text(of operations: [Operation]) -> String {
    operations.isEmpty ? "" : " " + operations.map(\.verb.description).joined(separator: "; ")
  }

  fileprivate static func text(ofActivities mask: UInt32) -> String {
    if mask == allActivities { return "all" }
    return activities.filter { mask & $0.number != 0 }.map(\.name).joined(separator: ",")
  }
}

extension Scenario.Item: CustomStringConvertible {
  /// The declaration, without the handlers.
  public var description: String {
    var text = "\(kind.rawValue) \(name)"
    switch kind {
    case .timer:
      text += " at \(Scenario.text(of: at))"
      if every != 0 { text += " every \(Scenario.text(of: every))" }
    case .observer:
      text += " on \(Scenario.text(ofActivities: activities))"
      if once { text += " once" }
    case .source, .port, .block:
      break
    }
    return order == 0 ? text : text + " order \(order)"
  }
}

extension Scenario.Handler {
  fileprivate func text(on item: String) -> String {
    var text = "on \(item)"
    if activity != 0 { text += " " + Scenario.text(ofActivities: activity) }
    if lastCall == firstCall {
      text += " #\(firstCall)"
    } else if lastCall != .max {
      text += " #\(firstCall)-\(lastCall)"
    } else if firstCall != 1 {
      text += " #\(firstCall)-"
    }
    return text + ":" + Scenario.text(of: operations)
  }
}

extension Scenario.Place: CustomStringConvertible {
  public var description: String { loop.map { "\(mode)@\($0)" } ?? mode }
}

extension Scenario.Date: CustomStringConvertible {
  public var description: String {
    switch self {
    case .at(let time): "at \(Scenario.text(of: time))"
    case .after(let time): "after \(Scenario.text(of: time))"
    case .past: "past"
    case .never: "never"
    }
  }
}

extension Scenario.Verb: CustomStringConvertible {
  public var description: String {
    switch self {
    case .add(let item, let place): "add \(item) \(place)"
    case .remove(let item, let place): "remove \(item) \(place)"
    case .contains(let item, let place): "contains \(item) \(place)"
    case .invalidate(let item): "invalidate \(item)"
    case .valid(let item): "valid \(item)"
    case .signal(let item): "signal \(item)"
    case .wakeUp(let loop): loop.map { "wakeup \($0)" } ?? "wakeup"
    case .stop(let loop): loop.map { "stop \($0)" } ?? "stop"
    case .perform(let block, let modes, let loop):
      "perform \(block) \(Scenario.Place(mode: modes.joined(separator: ","), loop: loop))"
    case .dispatch(let block): "dispatch \(block)"
    case .run(let mode, let seconds, let handled): "run \(mode) \(seconds.text)\(handled ? " handled" : "")"
    case .runForever: "runforever"
    case .sleep(let time): "sleep \(Scenario.text(of: time))"
    case .fire(let timer, let date): "fire \(timer) \(date)"
    case .fireDate(let timer): "firedate \(timer)"
    case .nextFire(let place): "nextfire \(place)"
    case .addCommon(let place): "addcommon \(place)"
    case .mode: "mode"
    case .modes: "modes"
    case .waiting: "waiting"
    case .print(let word): "print \(word)"
    case .release(let item): "release \(item)"
    case .exitLoop(let loop): "exitloop \(loop)"
    }
  }
}
