import Scenarios

/// Makes random scenarios: the same seed and options give the same scenario.
///
/// What keeps their traces independent of small delays:
/// * timers live on whole ticks and a tenth of their own, their intervals are whole; other threads act at
///   whole ticks and 0.6 to 0.9;
/// * runs take whole ticks and 0.03, so the ends of nested runs do not meet the timers; sleeps are whole;
/// * handlers carry call numbers, so nothing continues forever; every run has a deadline.
///
/// Ties cannot be excluded altogether: ask the model (`LoopModel.Outcome.ties`).
public struct ScenarioGenerator {
  public struct Options: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// Times only 0.05 ticks apart, enough for real time with ticks of 100 ms.
    public static let coarse = Options(rawValue: 1 << 0)
    /// On the main thread, with the main queue.
    public static let main = Options(rawValue: 1 << 1)
    /// Version 1 sources.
    public static let ports = Options(rawValue: 1 << 2)
    /// Other threads act meanwhile.
    public static let threads = Options(rawValue: 1 << 3)
    /// More and longer handlers, more nested runs and stops, fewer items that keep a mode from being empty.
    public static let dense = Options(rawValue: 1 << 4)
    /// Another thread's loop.
    public static let loops = Options(rawValue: 1 << 5)

    public static let named: [(name: String, option: Options)] = [
      ("coarse", .coarse), ("main", .main), ("ports", .ports), ("threads", .threads), ("dense", .dense),
      ("loops", .loops),
    ]
  }

  /// `size`: so many items of each kind rather than a random number; 0 for that.
  public static func generate(seed: UInt64, options: Options = [], size: Int = 0) -> Scenario {
    var generator = ScenarioGenerator(seed: seed, options: options, size: size)
    return generator.scenario(named: "random_\(seed)")
  }

  let options: Options
  var random: RandomNumbers
  /// The modes that run; the first is `default`.
  let modes: [String]
  let sources: [String]
  let ports: [String]
  let timers: [String]
  let observers: [String]
  let blocks: [String]
  /// Sources that are never signalled and keep their mode from being empty.
  let keepers: [String]
  /// Modes become common in the course: then no two observers have the same order, as the order in which
  /// common items come into a new common mode is unspecified.
  let addsCommonModes: Bool
  /// Many runs within runs.
  let isDeep: Bool
  /// Run times are whole ticks and so many hundredths.
  let hundredths: Int

  var items: [String] { sources + ports + timers + observers }

  private init(seed: UInt64, options: Options, size: Int) {
    self.options = options
    var random = RandomNumbers(seed: seed)
    modes = ["default", "A"] + (random.chance(0.5) ? ["B"] : [])
    func names(_ letter: String, _ count: Int) -> [String] { (0..<count).map { "\(letter)\($0 + 1)" } }
    let drawn = [1...4, 1...4, 1...3, 0...4].map { random.number($0) }
    sources = names("s", size > 0 ? size : drawn[0])
    timers = names("t", size > 0 ? min(size, 5) : drawn[1])
    observers = names("o", size > 0 ? size : drawn[2])
    blocks = names("b", size > 0 ? size : drawn[3])
    ports = names("p", options.contains(.ports) ? random.number(1...2) : 0)
    keepers = modes.filter { _ in random.chance(options.contains(.dense) ? 0.5 : 0.8) }.map { "k\($0)" }
    addsCommonModes = random.chance(0.6)
    isDeep = random.chance(options.contains(.dense) ? 0.3 : 0.1)
    hundredths = options.contains(.coarse) ? 5 : 3
    self.random = random
  }

  private mutating func scenario(named name: String) -> Scenario {
    var scenario = Scenario(name: name, tags: ["random"], thread: options.contains(.main) ? .main : .worker)
    scenario.tags += Options.named.filter { options.contains($0.option) }.map(\.name)
    if options.contains(.loops) { scenario.loops = ["L"] }
    scenario.items = declarations()
    if options.contains(.threads) { scenario.events = events() }
    scenario.program = program()
    if options.contains(.threads), random.chance(0.1) { addRunForever(to: &scenario) }
    for item in items { scenario.program.append(.init(.valid(item: item))) }
    if options.contains(.loops) { scenario.program += [.init(.exitLoop("L"))] + afterLoop() }
    scenario.program.append(.init(.modes))
    return scenario
  }

  // MARK: Items

  private mutating func declarations() -> [Scenario.Item] {
    var result = keepers.map { Scenario.Item(kind: .source, name: $0) }
    for name in sources {
      result.append(Scenario.Item(kind: .source, name: name, order: random.number(-2...2)))
    }
    result += ports.map { Scenario.Item(kind: .port, name: $0) }
    for (index, name) in timers.enumerated() {
      var at = Double(random.number(0...5) * 10 + index + 1) / 10
      if random.chance(0.1) { at = -Double(10 + index) / 10 }
      let every = random.chance(0.5) ? Double(random.number(1...3)) : 0
      let order = random.number(-2...2)
      result.append(Scenario.Item(kind: .timer, name: name, order: order, at: at, every: every))
    }
    for (index, name) in observers.enumerated() {
      let order = addsCommonModes ? index * 7 % 5 * 10 + index : random.number(0...1)
      var activities = Scenario.allActivities
      if random.chance(0.6) {
        activities = random.sample(random.number(1...3), of: Scenario.activities).reduce(0) { $0 | $1.number }
      }
      result.append(
        Scenario.Item(
          kind: .observer, name: name, order: order, activities: activities, once: random.chance(0.2)))
    }
    result += blocks.map { Scenario.Item(kind: .block, name: $0) }
    for index in result.indices where !keepers.contains(result[index].name) {
      result[index].handlers = handlers(for: result[index])
    }
    return result
  }

  private mutating func handlers(for item: Scenario.Item) -> [Scenario.Handler] {
    let isDense = options.contains(.dense)
    let isObserver = item.kind == .observer
    let counts = isObserver ? (isDense ? [1, 2, 2] : [0, 1, 1]) : (isDense ? [1, 2, 3] : [0, 1, 1, 2])
    let longest = (isObserver ? 2 : 3) + (isDense ? 1 : 0)
    return (0..<random.one(of: counts)).map { _ in
      var activity: UInt32 = 0
      if isObserver {
        activity = random.one(of: Scenario.activities.filter { item.activities & $0.number != 0 }).number
      }
      let first = random.number(1...3)
      let last = !isDense || random.chance(0.6) ? first : first + random.number(1...2)
      return Scenario.Handler(
        activity: activity, firstCall: first, lastCall: last,
        operations: operations(1...longest, in: .callout))
    }
  }

  // MARK: What happens

  private mutating func operations(_ count: ClosedRange<Int>, in context: Context) -> [Scenario.Operation] {
    (0..<random.number(count)).map { _ in Scenario.Operation(operation(in: context)) }
  }

  /// Of another thread's operations at most one can wake the loop, and it comes last: what the loop does then
  /// would go on at the same time as the rest.
  private mutating func events() -> [Scenario.Event] {
    (0..<random.number(1...4)).map { index in
      let drawn = operations(1...2, in: .otherThread)
      let quiet = drawn.filter { isQuiet($0.verb) }
      var operations = quiet + drawn.filter { !isQuiet($0.verb) }.prefix(1)
      if operations.count == quiet.count, random.chance(0.8) { operations.append(.init(.wakeUp(loop: nil))) }
      return Scenario.Event(at: Double(random.number(0...8) * 10 + 6 + index) / 10, operations: operations)
    }
  }

  private mutating func program() -> [Scenario.Operation] {
    var verbs = keepers.map { Scenario.Verb.add(item: $0, .init(mode: String($0.dropFirst()))) }
    for item in items {
      let places = (0..<random.number(1...2)).map { _ in Scenario.Place(mode: anyMode()) }
      if random.chance(0.9) { verbs += places.map { .add(item: item, $0) } }
    }
    for _ in 0..<random.number(2...5) {
      for _ in 0..<random.number(0...3) { verbs.append(operation(in: .program)) }
      let seconds = random.one(of: [0...0, 1...3, 2...6, 2...6])
      let odd = random.one(of: ["nowhere", "common"])
      let mode = random.chance(0.03) ? odd : random.one(of: modes)
      verbs.append(.run(mode: mode, seconds: runTime(seconds), handled: random.chance(0.25)))
    }
    return verbs.map { .init($0) }
  }

  /// A run with no deadline: another thread stops the loop often enough to end it for certain.
  private mutating func addRunForever(to scenario: inout Scenario) {
    scenario.program.append(.init(.runForever))
    for time in stride(from: 40.65, to: 60, by: 4) {
      scenario.events.append(Scenario.Event(at: time, operations: [.init(.stop(loop: nil))]))
    }
  }

  /// Timers and observers of a loop that has ended are free for another.
  private mutating func afterLoop() -> [Scenario.Operation] {
    let added = random.sample(min(2, items.count), of: items)
    let verbs: [Scenario.Verb] = added.flatMap { item in
      [.add(item: item, .init(mode: "default")), .contains(item: item, .init(mode: "default"))]
    }
    return verbs.map { .init($0) }
  }
}
