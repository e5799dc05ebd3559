extension ScenarioParser {
  /// `OP; OP …`; empty ones are left out.
  static func operations(_ text: Substring, _ line: Int) throws(ScenarioError) -> [Scenario.Operation] {
    var operations: [Scenario.Operation] = []
    for part in text.utf8.split(separator: UInt8(ascii: ";")) {
      var words = ScenarioWords(Substring(part), line: line)
      guard let first = words.optional() else { continue }
      operations.append(.init(try verb(first, &words), line: line))
      try words.end()
    }
    return operations
  }

  private static func verb(_ name: String, _ words: inout ScenarioWords) throws(ScenarioError)
    -> Scenario.Verb
  {
    switch name {
    case "add": .add(item: try item(&words), try place(&words))
    case "remove": .remove(item: try item(&words), try place(&words))
    case "contains": .contains(item: try item(&words), try place(&words))
    case "invalidate": .invalidate(item: try item(&words))
    case "valid": .valid(item: try item(&words))
    case "signal": .signal(item: try item(&words))
    case "release": .release(item: try item(&words))
    case "wakeup": .wakeUp(loop: words.optional())
    case "stop": .stop(loop: words.optional())
    case "perform": try perform(&words)
    case "dispatch": .dispatch(block: try item(&words))
    case "run": try run(&words)
    case "runforever": .runForever
    case "sleep": .sleep(try words.finiteNumber("time to sleep"))
    case "fire": .fire(timer: try item(&words), try date(&words))
    case "firedate": .fireDate(timer: try item(&words))
    case "nextfire": .nextFire(try place(&words))
    case "addcommon": .addCommon(try place(&words))
    case "mode": .mode
    case "modes": .modes
    case "waiting": .waiting
    case "print": .print(try words.word("word to print"))
    case "exitloop": .exitLoop(try words.word("loop"))
    default: throw words.error("unknown operation '\(name)'")
    }
  }

  private static func item(_ words: inout ScenarioWords) throws(ScenarioError) -> String {
    try words.word("name of an item")
  }

  /// `MODE` or `MODE@LOOP`.
  private static func place(_ words: inout ScenarioWords) throws(ScenarioError) -> Scenario.Place {
    let word = try words.word("mode")
    let parts = word.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
    guard let mode = parts.first, !mode.isEmpty else { throw words.error("missing mode in '\(word)'") }
    return Scenario.Place(mode: mode, loop: parts.count == 2 ? parts[1] : nil)
  }

  /// `BLOCK MODE[,MODE]`, and the list may end in `@LOOP`.
  private static func perform(_ words: inout ScenarioWords) throws(ScenarioError) -> Scenario.Verb {
    let block = try item(&words)
    let place = try place(&words)
    let modes = place.mode.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
    guard !modes.contains("") else { throw words.error("missing mode in '\(place.mode)'") }
    return .perform(block: block, modes: modes, loop: place.loop)
  }

  private static func run(_ words: inout ScenarioWords) throws(ScenarioError) -> Scenario.Verb {
    let place = try place(&words)
    guard place.loop == nil else { throw words.error("run is for the thread's own loop, not for '\(place)'") }
    let text = try words.word("number of ticks")
    guard let seconds = Double(text) else { throw words.error("bad number '\(text)'") }
    let last = words.optional()
    guard last == nil || last == "handled" else { throw words.error("unexpected word '\(last ?? "")'") }
    return .run(mode: place.mode, seconds: .init(seconds, text: text), handled: last != nil)
  }

  private static func date(_ words: inout ScenarioWords) throws(ScenarioError) -> Scenario.Date {
    let word = try words.word("date: at T, after T, past or never")
    switch word {
    case "at": return .at(try words.number("time after 'at'"))
    case "after": return .after(try words.number("time after 'after'"))
    case "past": return .past
    case "never": return .never
    default: throw words.error("unknown date '\(word)': at T, after T, past or never")
    }
  }
}
