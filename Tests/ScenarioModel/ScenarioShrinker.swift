import Scenarios

/// Makes a failing scenario smaller for as long as it still fails.
public struct ScenarioShrinker {
  /// How often the predicate may be asked.
  public var tries: Int

  public init(tries: Int = 3000) {
    self.tries = tries
  }

  /// The smallest scenario found for which `stillFails` holds, as it must for the given one. Nothing that is
  /// left can be taken away alone, unless the tries ran out.
  public func shrink(_ scenario: Scenario, while stillFails: (Scenario) -> Bool) -> Scenario {
    var search = Search(best: scenario, tries: tries)
    var previous: Scenario?
    while previous != search.best && search.tries > 0 {
      previous = search.best
      search.removeParts(stillFails)
      search.simplify(stillFails)
    }
    return search.best
  }

  private struct Search {
    var best: Scenario
    var tries: Int

    mutating func accept(_ candidate: Scenario, _ stillFails: (Scenario) -> Bool) -> Bool {
      guard tries > 0, candidate != best else { return false }
      tries -= 1
      if !stillFails(candidate) { return false }
      best = candidate
      return true
    }

    /// Delta debugging: tries without ever smaller runs of parts, down to single ones.
    mutating func removeParts(_ stillFails: (Scenario) -> Bool) {
      var length = max(best.parts.count / 2, 1)
      while tries > 0 {
        var start = 0
        while start < best.parts.count && tries > 0 {
          let parts = best.parts
          let chunk = parts[start..<min(start + length, parts.count)]
          if !accept(best.removing(Set(chunk)), stillFails) { start += length }
        }
        if length == 1 { return }
        length /= 2
      }
    }

    /// Tries a plainer thread and plainer items, one trait at a time.
    mutating func simplify(_ stillFails: (Scenario) -> Bool) {
      var onWorker = best
      onWorker.thread = .worker
      _ = accept(onWorker, stillFails)
      for index in best.items.indices {
        let item = best.items[index]
        var candidates: [Scenario.Item] = []
        func plainer(_ change: (inout Scenario.Item) -> Void) {
          var copy = item
          change(&copy)
          if copy != item { candidates.append(copy) }
        }
        plainer { $0.order = 0 }
        plainer { $0.every = 0 }
        plainer { $0.once = false }
        for handler in item.handlers.indices {
          plainer { $0.handlers[handler].lastCall = $0.handlers[handler].firstCall }
        }
        if item.kind == .observer {
          for activity in Scenario.activities where item.activities & activity.number != 0 {
            plainer { $0.activities = activity.number }
          }
        }
        for candidate in candidates {
          // Each starts from what was accepted before, as far as the traits do not depend on each other.
          var scenario = best
          scenario.items[index] = merge(candidate, into: best.items[index], from: item)
          _ = accept(scenario, stillFails)
        }
      }
    }

    /// The one trait in which `candidate` differs from `original`, applied to `current`.
    private func merge(
      _ candidate: Scenario.Item, into current: Scenario.Item, from original: Scenario.Item
    ) -> Scenario.Item {
      var result = current
      if candidate.order != original.order { result.order = candidate.order }
      if candidate.every != original.every { result.every = candidate.every }
      if candidate.once != original.once { result.once = candidate.once }
      if candidate.activities != original.activities { result.activities = candidate.activities }
      for index in result.handlers.indices where candidate.handlers[index] != original.handlers[index] {
        result.handlers[index] = candidate.handlers[index]
      }
      return result
    }
  }
}

/// Where something that can be taken away stands.
private enum Part: Hashable {
  case item(String)
  case loop(String)
  case event(Int)
  case handler(String, Int)
  case programOperation(Int)
  case eventOperation(Int, Int)
  case handlerOperation(String, Int, Int)
}

extension Scenario {
  /// The big ones first.
  fileprivate var parts: [Part] {
    var parts = loops.map { Part.loop($0) } + items.map { .item($0.name) } + events.indices.map { .event($0) }
    for item in items { parts += item.handlers.indices.map { .handler(item.name, $0) } }
    parts += program.indices.map { .programOperation($0) }
    for (index, event) in events.enumerated() {
      parts += event.operations.indices.map { .eventOperation(index, $0) }
    }
    for item in items {
      for (index, handler) in item.handlers.enumerated() {
        parts += handler.operations.indices.map { .handlerOperation(item.name, index, $0) }
      }
    }
    return parts
  }

  /// Without these parts, without the operations on them, and without handlers and events that do nothing.
  fileprivate func removing(_ parts: Set<Part>) -> Scenario {
    var result = self
    func isLeft(_ operation: Operation) -> Bool {
      let item = operation.verb.itemName.map { parts.contains(.item($0)) } ?? false
      let loop = operation.verb.loopName.map { parts.contains(.loop($0)) } ?? false
      return !item && !loop
    }
    func filter(_ operations: [Operation], _ part: (Int) -> Part) -> [Operation] {
      operations.enumerated().filter { !parts.contains(part($0)) && isLeft($1) }.map(\.element)
    }
    result.loops.removeAll { parts.contains(.loop($0)) }
    result.program = filter(program) { .programOperation($0) }
    result.events = events.enumerated().filter { index, _ in !parts.contains(.event(index)) }
      .map { index, event in
        Event(at: event.at, operations: filter(event.operations) { .eventOperation(index, $0) })
      }
      .filter { !$0.operations.isEmpty }
    result.items = items.filter { !parts.contains(.item($0.name)) }.map { item in
      var copy = item
      copy.handlers = item.handlers.enumerated().compactMap { index, handler in
        if parts.contains(.handler(item.name, index)) { return nil }
        var copy = handler
        copy.operations = filter(handler.operations) { .handlerOperation(item.name, index, $0) }
        return copy.operations.isEmpty ? nil : copy
      }
      return copy
    }
    return result
  }
}

extension Scenario.Verb {
  fileprivate var itemName: String? {
    switch self {
    case .add(let name, _), .remove(let name, _), .contains(let name, _), .invalidate(let name),
      .valid(let name), .signal(let name), .perform(let name, _, _), .dispatch(let name), .fire(let name, _),
      .fireDate(let name), .release(let name):
      name
    default: nil
    }
  }

  fileprivate var loopName: String? {
    switch self {
    case .add(_, let place), .remove(_, let place), .contains(_, let place), .nextFire(let place),
      .addCommon(let place):
      place.loop
    case .wakeUp(let loop), .stop(let loop), .perform(_, _, let loop): loop
    case .exitLoop(let loop): loop
    default: nil
    }
  }
}
