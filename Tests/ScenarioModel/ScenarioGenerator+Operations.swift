import Scenarios

/// The random operations.
extension ScenarioGenerator {
  /// Where an operation stands.
  enum Context {
    case program, callout, otherThread
  }

  private enum Choice {
    case signal, perform, add, remove, invalidate, stop, wakeUp, fire, query, addCommon, run, sleep, dispatch
  }

  mutating func operation(in context: Context) -> Scenario.Verb {
    let isDense = options.contains(.dense)
    let isCallout = context == .callout
    let isMain = options.contains(.main)
    let choices: [(Choice, Double)] = [
      (.signal, 5), (.perform, blocks.isEmpty ? 0 : 3), (.add, 3), (.remove, 2), (.invalidate, 0.7),
      (.stop, context == .program ? 0.3 : isDense ? 1.8 : 1.2), (.wakeUp, 1.5), (.fire, 1.5), (.query, 1.5),
      (.addCommon, addsCommonModes ? 0.8 : 0), (.run, isCallout ? (isDeep ? 5 : isDense ? 2.6 : 1.6) : 0),
      (.sleep, context == .otherThread ? 0 : 0.8), (.dispatch, isMain && !blocks.isEmpty ? 2 : 0),
    ]
    switch random.weighted(choices) {
    case .signal: return .signal(item: random.one(of: sources + ports))
    case .perform: return perform()
    case .add: return .add(item: random.one(of: items), place())
    case .remove: return .remove(item: random.one(of: items), place())
    case .invalidate: return .invalidate(item: random.one(of: items))
    case .stop: return .stop(loop: nil)
    case .wakeUp: return .wakeUp(loop: nil)
    case .fire: return fire()
    case .query: return query(in: context)
    case .addCommon: return .addCommon(.init(mode: random.one(of: Array(modes.dropFirst()))))
    case .run:
      let seconds = random.one(of: [0...0, 0...2, 1...3])
      return .run(mode: random.one(of: modes), seconds: runTime(seconds), handled: random.chance(0.3))
    case .sleep: return .sleep(Double(random.number(1...2)))
    case .dispatch: return .dispatch(block: random.one(of: blocks))
    }
  }

  /// Whether another thread's operation leaves a sleeping loop asleep.
  func isQuiet(_ verb: Scenario.Verb) -> Bool {
    switch verb {
    case .remove, .invalidate, .contains, .valid, .perform, .mode, .waiting: true
    case .signal(let item): sources.contains(item)
    case .add(let item, _): sources.contains(item) || observers.contains(item)
    default: false
    }
  }

  mutating func anyMode() -> String {
    random.one(of: modes + ["common"])
  }

  /// Whole ticks and a few hundredths; 0 for 0...0.
  mutating func runTime(_ range: ClosedRange<Int>) -> Scenario.Ticks {
    if range == 0...0 { return 0 }
    return Scenario.Ticks(Double(random.number(range) * 100 + hundredths) / 100)
  }

  private mutating func place() -> Scenario.Place {
    let mode = anyMode()
    let isElsewhere = options.contains(.loops) && mode != "common" && random.chance(0.3)
    return Scenario.Place(mode: mode, loop: isElsewhere ? "L" : nil)
  }

  private mutating func perform() -> Scenario.Verb {
    let kind = random.number(0...19)
    let places = kind < 3 ? ["common"] : kind < 6 ? random.sample(2, of: modes) : [random.one(of: modes)]
    return .perform(block: random.one(of: blocks), modes: places, loop: nil)
  }

  private mutating func fire() -> Scenario.Verb {
    let index = random.number(0...timers.count - 1)
    let kind = random.number(0...19)
    let date: Scenario.Date
    if kind < 4 {
      date = .past
    } else if kind < 6 {
      date = .never
    } else if kind < 8, !options.contains(.coarse) {
      // Between the timers' tenths and the hundredths of nested runs.
      date = .after(Double(random.number(1...4) * 1000 + 45) / 1000)
    } else {
      date = .at(Double(random.number(1...9) * 10 + index + 1) / 10)
    }
    return .fire(timer: timers[index], date)
  }

  private mutating func query(in context: Context) -> Scenario.Verb {
    let item = random.one(of: items)
    switch random.number(0...(context == .otherThread ? 3 : 5)) {
    case 0: return .contains(item: item, .init(mode: anyMode()))
    case 1: return .valid(item: item)
    case 2: return .mode
    case 3: return .waiting
    case 4: return .fireDate(timer: random.one(of: timers))
    default: return .nextFire(.init(mode: random.one(of: modes)))
    }
  }
}
