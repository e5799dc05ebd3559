import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import RunLoopCore

/// A loop whose callouts do anything to it, a second loop that rests, and what both should have in their modes.
///
/// All of it is done on one thread, so the model says exactly what each `contains` must answer.
final class FuzzWorld: @unchecked Sendable {
  static let modes: [RunLoop.Mode] = [.default, "a", "b", "c"]

  /// What an item is, and where it should be.
  final class Entry: @unchecked Sendable {
    enum Item {
      case timer(RunLoop.Timer)
      case observer(RunLoop.Observer)
      case source(RunLoop.Source)
      case port(RunLoop.PortSource, RunLoop.WakePort)
    }

    var item: Item?
    weak var object: RunLoop.Item?
    var isValid = true
    /// For each of the two loops.
    var modes: [Set<RunLoop.Mode>] = [[], []]
    var isCommon = [false, false]
    var isBound = false
    var fires = Firing.again
    /// The date was set while the callout was on the stack.
    var wasSet = false
    var depth = 0

    enum Firing {
      case once, onceAndReusable, again
    }

    /// It leaves all modes of all loops.
    func leave() {
      modes = [[], []]
      isCommon = [false, false]
    }

    /// The callout has returned.
    func wasCalled() {
      switch fires {
      case .again: break
      case .onceAndReusable: if !wasSet { leave() }
      case .once:
        isValid = false
        leave()
      }
      wasSet = false
    }
  }

  let seed: UInt64
  let loops: [RunLoop]
  var dice: SplitMix
  var entries: [Entry] = []
  /// What may still be done: callouts do nothing any more when it is used up.
  var budget = 500
  var depth = 0
  private var common: [Set<RunLoop.Mode>] = [[.default], [.default]]
  /// What was invalidated, or has done its one call, and has a successor.
  private var retired: [Entry] = []
  private(set) var tally = FuzzTally("one loop")
  private(set) var faults: [String] = []
  private(set) var calls = 0

  init(seed: UInt64, resting: RunLoop) {
    self.seed = seed
    loops = [.current, resting]
    dice = SplitMix(seed)
    for number in 0..<30 { entries.append(makeEntry(number)) }
  }

  func fault(_ text: String) {
    if faults.count < 8 { faults.append("seed \(seed), depth \(depth): \(text)") }
  }

  func chance(_ one: UInt64) -> Bool { dice.next() % one == 0 }

  // MARK: Items

  private func makeEntry(_ number: Int) -> Entry {
    let entry = Entry()
    let label = number % 3 == 0 ? "labelled" : ""
    switch number % 10 {
    case 0..<5:
      entry.isBound = true
      entry.fires = [.once, .onceAndReusable, .again][number % 3]
      let timer = RunLoop.Timer(
        at: date(),
        repeating: entry.fires == .again ? .microseconds(Int.random(in: 1...300, using: &dice)) : nil,
        tolerance: .microseconds(number % 2 * 40), isReusable: entry.fires == .onceAndReusable, label: label
      ) { [unowned self, unowned entry] timer in
        if let date = timer.fireDate, date > loops[0].now { fault("timer \(number) is early") }
        called(entry, number)
      }
      entry.item = .timer(timer)
      entry.object = timer
    case 5, 6:
      entry.isBound = true
      entry.fires = number % 4 == 1 ? .once : .again
      let observer = RunLoop.Observer(
        activities: .all, repeats: entry.fires == .again, order: number % 3, label: label
      ) { [unowned self, unowned entry] _ in called(entry, number) }
      entry.item = .observer(observer)
      entry.object = observer
    case 7, 8:
      let source = RunLoop.Source(order: number % 3, label: label) { [unowned self, unowned entry] in
        called(entry, number)
      }
      entry.item = .source(source)
      entry.object = source
    default:
      // A process may have no descriptor left: then there is one item less.
      guard let port = try? RunLoop.WakePort() else { break }
      let source = RunLoop.PortSource(port, label: label) { [unowned self, unowned entry] in
        called(entry, number)
      }
      entry.item = .port(source, port)
      entry.object = source
    }
    return entry
  }

  private func called(_ entry: Entry, _ number: Int) {
    calls += 1
    if !entry.isValid { fault("\(number) is called and invalid") }
    if entry.isBound, entry.depth > 0 { fault("\(number) is called within its own call") }
    entry.depth += 1
    callout()
    entry.depth -= 1
    if entry.isBound { entry.wasCalled() }
  }

  // MARK: What callouts do

  func date() -> RunLoop.Instant {
    switch dice.next() % 8 {
    case 0: .distantPast
    case 1: loops[0].now.advanced(by: .seconds(3600))
    case 2: .distantFuture
    default: loops[0].now.advanced(by: .microseconds(Int.random(in: -20...400, using: &dice)))
    }
  }

  func callout() {
    depth += 1
    for _ in 0..<dice.next() % 5 where budget > 0 { step() }
    depth -= 1
  }

  func run() {
    let mode = chance(2) ? .default : Self.modes.randomElement(using: &dice)!
    let polls = chance(2)
    depth += 1
    _ = loops[0].run(
      mode: mode, for: polls ? .zero : .microseconds(200), returnAfterSourceHandled: chance(4))
    depth -= 1
  }

  func step() {
    budget -= 1
    var didSomething = true
    switch dice.next() % 20 {
    case 0 where depth < 5: run()
    case 1: loops[0].perform(inModes: [anyMode(), anyMode()]) { [unowned self] in callout() }
    case 2: loops[0].post { [unowned self] in callout() }
    case 3: loops[0].stop()
    case 4 where chance(6): didSomething = becomeCommon()
    case 5: check()
    default: didSomething = change(randomEntry())
    }
    tally.count(didSomething)
  }

  /// An entry whose item is valid: one that has come to its end has a successor first, or all would come to rest.
  private func randomEntry() -> Entry {
    let number = Int.random(in: 0..<entries.count, using: &dice)
    let entry = entries[number]
    if !entry.isValid {
      retired.append(entry)
      entry.item = nil
      entries[number] = makeEntry(number)
    }
    return entries[number]
  }

  private func anyMode() -> RunLoop.Mode { chance(4) ? .common : Self.modes.randomElement(using: &dice)! }

  private func becomeCommon() -> Bool {
    let loop = Int(dice.next() % 2)
    let mode = Self.modes.randomElement(using: &dice)!
    do { try loops[loop].addCommonMode(mode) } catch { fault("\(error)") }
    guard common[loop].insert(mode).inserted else { return false }
    for entry in entries where entry.isCommon[loop] { entry.modes[loop].insert(mode) }
    return true
  }

  /// Whether something came of it: the item went somewhere, was refused, has another date or a mark.
  private func change(_ entry: Entry) -> Bool {
    guard let item = entry.item else { return false }
    let loop = chance(4) ? 1 : 0
    let mode = anyMode()
    switch dice.next() % 16 {
    // Not always from where it is, nor only what is somewhere.
    case 6..<10 where !entry.modes[loop].isEmpty || chance(4):
      let places = Self.modes.filter { entry.modes[loop].contains($0) }
      return remove(entry, item, loop, chance(4) ? mode : places.randomElement(using: &dice) ?? mode)
    case 0..<10: return add(entry, item, loop, mode)
    case 10 where chance(8):
      entry.isValid = false
      entry.leave()
      switch item {
      case .timer(let timer): timer.invalidate()
      case .observer(let observer): observer.invalidate()
      case .source(let source): source.invalidate()
      case .port(let source, _): source.invalidate()
      }
      return true
    // Out and in at once, as a time-out.
    case 11, 12:
      let left = remove(entry, item, 0, mode)
      let stirred = stir(entry, item)
      return add(entry, item, 0, chance(3) ? anyMode() : mode) || left || stirred
    default: return stir(entry, item)
    }
  }

  /// Gives it a date, signals it, rings it.
  private func stir(_ entry: Entry, _ item: Entry.Item) -> Bool {
    switch item {
    case .timer(let timer):
      timer.fireDate = date()
      if entry.depth > 0, entry.isValid { entry.wasSet = true }
    case .observer: return false
    case .source(let source): source.signal()
    case .port(_, let port): port.ring()
    }
    return entry.isValid
  }

  /// False when it was there already.
  private func add(_ entry: Entry, _ item: Entry.Item, _ loop: Int, _ mode: RunLoop.Mode) -> Bool {
    let (modes, isCommon) = (entry.modes, entry.isCommon)
    let isFree = !entry.isBound || entry.modes[1 - loop].isEmpty
    let added: Bool
    do {
      switch item {
      case .timer(let timer): added = loops[loop].add(timer, to: mode)
      case .observer(let observer): added = loops[loop].add(observer, to: mode)
      case .source(let source): added = loops[loop].add(source, to: mode)
      case .port(let source, _): added = try loops[loop].add(source, to: mode)
      }
    } catch {
      fault("\(error)")
      return true
    }
    if added != (entry.isValid && isFree) { fault("added: \(added)") }
    guard added else { return true }
    if entry.isBound { entry.isCommon[1 - loop] = false }
    if mode == .common {
      entry.isCommon[loop] = true
      entry.modes[loop].formUnion(common[loop])
    } else {
      entry.modes[loop].insert(mode)
    }
    return entry.modes != modes || entry.isCommon != isCommon
  }

  /// False when it was not there.
  @discardableResult
  private func remove(_ entry: Entry, _ item: Entry.Item, _ loop: Int, _ mode: RunLoop.Mode) -> Bool {
    let (modes, isCommon) = (entry.modes, entry.isCommon)
    switch item {
    case .timer(let timer): loops[loop].remove(timer, from: mode)
    case .observer(let observer): loops[loop].remove(observer, from: mode)
    case .source(let source): loops[loop].remove(source, from: mode)
    case .port(let source, _): loops[loop].remove(source, from: mode)
    }
    if mode == .common {
      if entry.isCommon[loop] { entry.modes[loop].subtract(common[loop]) }
      entry.isCommon[loop] = false
    } else {
      entry.modes[loop].remove(mode)
    }
    return entry.modes != modes || entry.isCommon != isCommon
  }

  /// Removes all items, without invalidating them, and releases them.
  func letGo() {
    for entry in entries {
      guard let item = entry.item else { continue }
      for loop in 0...1 { for mode in Self.modes + [.common] { remove(entry, item, loop, mode) } }
      check()
      entry.item = nil
    }
  }

  /// All entries that there ever were, by the number of their place.
  var allEntries: [Entry] { entries + retired }
}
