extension Scenario {
  /// Every name in an operation must stand for something the operation can be done to.
  ///
  /// Reports the first offending line. The parser ends with this check; an editor of scenarios may call it, too.
  public func checkReferences() throws(ScenarioError) {
    let kinds = Dictionary(items.map { ($0.name, $0.kind) }, uniquingKeysWith: { first, _ in first })
    let loops = Set(loops)
    var operations = program + events.flatMap(\.operations)
    for item in items { operations += item.handlers.flatMap(\.operations) }
    operations.sort { $0.line < $1.line }
    for operation in operations {
      guard let reason = operation.verb.reference.fault(kinds, loops) else { continue }
      throw ScenarioError(line: operation.line, reason: reason)
    }
  }

  /// What an operation refers to: at most one item and one loop.
  fileprivate struct Reference {
    var operation = ""
    var item: String?
    /// The operation's kinds of items, and their description.
    var kinds: [Kind] = []
    var loop: String?

    func fault(_ known: [String: Kind], _ loops: Set<String>) -> String? {
      if let item {
        guard let kind = known[item] else { return "unknown item '\(item)'" }
        guard kinds.contains(kind) else {
          if kinds.count > 2 { return "\(operation) is not for blocks, and '\(item)' is one" }
          let wanted = "needs a \(kinds.map(\.rawValue).joined(separator: " or "))"
          return "\(operation) \(wanted), and '\(item)' is \(kind.withArticle)"
        }
      }
      if let loop, !loops.contains(loop) { return "unknown loop '\(loop)'" }
      return nil
    }
  }
}

extension Scenario.Verb {
  fileprivate var reference: Scenario.Reference {
    let any: [Scenario.Kind] = [.source, .port, .timer, .observer]
    return switch self {
    case .add(let item, let place): .init(operation: "add", item: item, kinds: any, loop: place.loop)
    case .remove(let item, let place): .init(operation: "remove", item: item, kinds: any, loop: place.loop)
    case .contains(let item, let place):
      .init(operation: "contains", item: item, kinds: any, loop: place.loop)
    case .invalidate(let item): .init(operation: "invalidate", item: item, kinds: any)
    case .valid(let item): .init(operation: "valid", item: item, kinds: any)
    case .release(let item): .init(operation: "release", item: item, kinds: any)
    case .signal(let item): .init(operation: "signal", item: item, kinds: [.source, .port])
    case .perform(let block, _, let loop):
      .init(operation: "perform", item: block, kinds: [.block], loop: loop)
    case .dispatch(let block): .init(operation: "dispatch", item: block, kinds: [.block])
    case .fire(let timer, _): .init(operation: "fire", item: timer, kinds: [.timer])
    case .fireDate(let timer): .init(operation: "firedate", item: timer, kinds: [.timer])
    case .wakeUp(let loop), .stop(let loop): .init(loop: loop)
    case .nextFire(let place), .addCommon(let place): .init(loop: place.loop)
    case .exitLoop(let loop): .init(loop: loop)
    case .run, .runForever, .sleep, .mode, .modes, .waiting, .print: .init()
    }
  }
}

extension Scenario.Kind {
  /// The kind with its article, for complaints.
  var withArticle: String { self == .observer ? "an observer" : "a \(rawValue)" }
}
