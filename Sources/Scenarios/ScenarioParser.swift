/// Reads the scenario language: one statement a line.
///
/// Nothing is guessed. A text that is not a scenario is refused with the line and the reason; first for what
/// is wrong with the words of a line, then (see `checkReferences`) for names that stand for nothing or for
/// the wrong kind of item. Operations and handlers may name items that are declared further down.
public struct ScenarioParser {
  private var scenario = Scenario()
  /// Handlers by the name in their `on`, until all items are known.
  private var handlers: [(item: String, line: Int, handler: Scenario.Handler)] = []
  private var names: Set<String> = []

  public static func parse(_ text: String) throws(ScenarioError) -> Scenario {
    var parser = ScenarioParser()
    var number = 0
    for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      try parser.parseLine(Substring(line).withoutComment.trimmed, number)
    }
    try parser.attachHandlers()
    try parser.scenario.checkReferences()
    return parser.scenario
  }

  private mutating func parseLine(_ text: Substring, _ line: Int) throws(ScenarioError) {
    var words = ScenarioWords(text, line: line)
    guard let first = words.optional() else { return }
    switch first {
    case "name":
      scenario.name = words.all().joined(separator: " ")
    case "tags":
      scenario.tags = words.all()
    case "thread":
      let word = try words.word("thread: main or worker")
      guard let thread = Scenario.Thread(rawValue: word) else {
        throw words.error("unknown thread '\(word)': main or worker")
      }
      scenario.thread = thread
      try words.end()
    case "loop":
      let name = try Self.name("name of the loop", &words)
      guard !scenario.loops.contains(name) else { throw words.error("loop '\(name)' declared twice") }
      scenario.loops.append(name)
      try words.end()
    case "source", "port", "timer", "observer", "block":
      guard let kind = Scenario.Kind(rawValue: first) else { return }
      try parseItems(kind, &words)
    case "on", "on:", "bg", "bg:":
      guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
        throw words.error("missing ':' after '\(first) …'")
      }
      var head = ScenarioWords(text[..<colon], line: line)
      _ = head.optional()
      let operations = try Self.operations(text[text.utf8.index(after: colon)...], line)
      if first.hasPrefix("on") {
        try parseHandler(&head, operations)
      } else {
        scenario.events.append(.init(at: try head.finiteNumber("time of the event"), operations: operations))
        try head.end()
      }
    default:
      scenario.program += try Self.operations(text, line)
    }
  }

  // MARK: Items

  private mutating func parseItems(_ kind: Scenario.Kind, _ words: inout ScenarioWords) throws(ScenarioError)
  {
    let line = words.line
    let first = try Self.name("name of the \(kind)", &words)
    guard first != "order" else { throw words.error("missing name of the \(kind)") }
    var declared = [Scenario.Item(kind: kind, name: first, line: line)]
    var given: Set<String> = []
    while let word = words.optional() {
      let isOption = ["order", "at", "every", "on", "once"].contains(word)
      if isOption, !given.insert(word).inserted { throw words.error("'\(word)' given twice") }
      switch (kind, word) {
      case (.source, "order"), (.port, "order"), (.timer, "order"), (.observer, "order"):
        let order = try Self.order(&words)
        for index in declared.indices { declared[index].order = order }
      case (.timer, "at"): declared[0].at = try words.number("time after 'at'")
      case (.timer, "every"): declared[0].every = try words.number("interval after 'every'")
      case (.observer, "on"): declared[0].activities = try Self.activities(&words)
      case (.observer, "once"): declared[0].once = true
      case (.source, _), (.port, _), (.block, _):
        guard !isOption, given.isEmpty else { throw words.error("unexpected word '\(word)'") }
        declared.append(.init(kind: kind, name: try Self.checkedName(word, words), line: line))
      default: throw words.error("unexpected word '\(word)'")
      }
    }
    if kind == .timer, !given.contains("at") { throw words.error("timer '\(declared[0].name)' without 'at'") }
    if kind == .observer, !given.contains("on") {
      throw words.error("observer '\(declared[0].name)' without 'on'")
    }
    for item in declared {
      guard names.insert(item.name).inserted else { throw words.error("'\(item.name)' declared twice") }
    }
    scenario.items += declared
  }

  private static func name(_ meaning: String, _ words: inout ScenarioWords) throws(ScenarioError) -> String {
    try checkedName(try words.word(meaning), words)
  }

  /// A name must be a word that operations can mention.
  private static func checkedName(_ word: String, _ words: ScenarioWords) throws(ScenarioError) -> String {
    let special: [UInt8] = [":", ";", "@", ",", "#"].map { (scalar: Unicode.Scalar) in UInt8(ascii: scalar) }
    guard !word.utf8.contains(where: special.contains) else { throw words.error("bad name '\(word)'") }
    return word
  }

  private static func order(_ words: inout ScenarioWords) throws(ScenarioError) -> Int {
    let word = try words.word("number after 'order'")
    guard let number = Double(word), let order = Int(exactly: number) else {
      throw words.error("bad order '\(word)': a whole number")
    }
    return order
  }

  private static func activities(_ words: inout ScenarioWords) throws(ScenarioError) -> UInt32 {
    var mask: UInt32 = 0
    for name in try words.word("activities after 'on'").split(
      separator: ",", omittingEmptySubsequences: false)
    {
      mask |= try activity(String(name), words)
    }
    return mask
  }

  private static func activity(_ name: String, _ words: ScenarioWords) throws(ScenarioError) -> UInt32 {
    if name == "all" { return Scenario.allActivities }
    guard let known = Scenario.activities.first(where: { $0.name == name }) else {
      throw words.error("unknown activity '\(name)'")
    }
    return known.number
  }

  // MARK: Handlers

  /// `NAME [ACTIVITY] [#N|#N-M|#N-]`, between `on` and the colon.
  private mutating func parseHandler(
    _ words: inout ScenarioWords, _ operations: [Scenario.Operation]
  ) throws(ScenarioError) {
    let item = try words.word("name of an item")
    var handler = Scenario.Handler(operations: operations)
    var hasCalls = false
    while let word = words.optional() {
      if word.hasPrefix("#") {
        guard !hasCalls else { throw words.error("unexpected word '\(word)'") }
        hasCalls = true
        guard let calls = Self.calls(word) else {
          throw words.error("bad call range '\(word)': #N, #N-M or #N-, from 1")
        }
        (handler.firstCall, handler.lastCall) = calls
      } else {
        guard handler.activity == 0 else { throw words.error("unexpected word '\(word)'") }
        handler.activity = try Self.activity(word, words)
      }
    }
    handlers.append((item, words.line, handler))
  }

  private static func calls(_ word: String) -> (first: Int, last: Int)? {
    let ends = word.utf8.dropFirst().split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard let start = ends.first, ends.count <= 2, let first = callNumber(start) else { return nil }
    guard ends.count == 2 else { return (first, first) }
    if ends[1].isEmpty { return (first, .max) }
    guard let last = callNumber(ends[1]), last >= first else { return nil }
    return (first, last)
  }

  private static func callNumber(_ digits: Substring.UTF8View) -> Int? {
    guard digits.allSatisfy(isDigit), let number = Int(Substring(digits)), number >= 1 else { return nil }
    return number
  }

  private mutating func attachHandlers() throws(ScenarioError) {
    for (name, line, handler) in handlers {
      guard let index = scenario.items.firstIndex(where: { $0.name == name }) else {
        throw ScenarioError(line: line, reason: "unknown item '\(name)'")
      }
      let kind = scenario.items[index].kind
      guard handler.activity == 0 || kind == .observer else {
        throw ScenarioError(
          line: line, reason: "only observers have activities, and '\(name)' is \(kind.withArticle)")
      }
      scenario.items[index].handlers.append(handler)
    }
  }
}
