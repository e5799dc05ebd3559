/// Rules for a thread that is only looked at from time to time: whether it serves events, when it waits for them, and
/// when two looks show the same piece of work.
///
/// A false stall is worse than a missed one: work counts as lasting from one look to the next only where that is
/// proven.
struct ForeignThread {
  enum Change: Equatable {
    case none
    /// Work began then, as far as is known.
    case began(UInt64)
    /// It works, and may have waited for events since the last look: proven work begins here.
    case restarted(UInt64)
    /// It has waited for events since then.
    case ended(UInt64)
  }

  /// Whether it has begun a wait for events since counting began. Paused: waits are not counted for now.
  enum Passes: Equatable { case unknown, no, yes, paused }

  /// Whether the user named it: then it is watched even if it was never seen waiting.
  let isNamed: Bool
  let isMain: Bool
  private(set) var isWorking = false
  private(set) var last: ThreadLook?
  /// Where it was seen waiting for events, and how often.
  private(set) var places: [EventWait: Int] = [:]
  /// Looks that found it waiting for events.
  private(set) var sightings = 0
  /// Looks in a row that found it at work.
  private(set) var workLooks = 0
  /// Whether the last look found a switch since the one before: the thread may have waited, so this is not one piece of work.
  private(set) var isSwitching = false
  /// The epoll or ring that it waited at last.
  private(set) var set: Int32?
  private var home: HomeWait?
  /// Whether another thread waits in its place, so that its work delays no events.
  private var isRelieved = false
  /// Waits for a futex at one depth of the stack: how many, and the count of switches at the last one.
  private var futexes: [UInt: (count: Int, switches: UInt64)] = [:]
  private static let mostPlaces = 64
  /// Number of waits for one futex, without any others, that identify it as the loop's wait.
  private static let enoughFutexes = 3

  init(isNamed: Bool, isMain: Bool) {
    self.isNamed = isNamed
    self.isMain = isMain
  }

  /// Whether it serves events, as far as is known. Many threads wait for one answer at their start; for the main thread one look
  /// is enough, since users wait for it.
  var isLoop: Bool { isNamed || sightings >= (isMain ? 1 : 2) }

  /// Whether it has worked for long enough that its waits should be counted.
  var wantsPasses: Bool { isWorking && workLooks >= 2 && !passCalls.isEmpty }

  /// The system calls by which it waits for events, most frequent first.
  var passCalls: [Int] {
    var counts: [Int: Int] = [:]
    for (place, count) in places where place.call >= 0 && !isAnswer(place) {
      counts[place.call, default: 0] += count
    }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  /// - Parameter mark: what a descriptor is.
  mutating func look(
    _ look: ThreadLook, passes: Passes = .unknown, mark: HomeWait.Mark = { "\($0)" }
  ) -> Change {
    defer { last = look }
    isSwitching = false
    let isInner = isInner(look, mark)
    if !isInner { note(look) }
    // A stopped thread's clock does not run.
    guard look.doing != .stopped else { return isWorking ? .restarted(look.time) : .none }
    if isWaiting(look), !isInner {
      sightings += 1
      workLooks = 0
      isRelieved = false
      set = look.set
      guard isWorking else { return .none }
      isWorking = false
      return .ended(end(look))
    }
    guard isLoop, !isRelieved else { return .none }
    workLooks += 1
    guard isWorking, let last else {
      isWorking = true
      return .began(begin(look))
    }
    switch passes {
    case .no: return .none
    case .yes, .paused: return .restarted(look.time)
    case .unknown:
      isSwitching = look.switches != last.switches
      return isSwitching ? .restarted(look.time) : .none
    }
  }

  /// Notes that another thread waits for the events that this one waited for before its work: the two take turns, and its work
  /// from now on is not a loop's.
  mutating func relieve(at time: UInt64) -> Change {
    guard isWorking else { return .none }
    isWorking = false
    isRelieved = true
    workLooks = 0
    return .ended(time)
  }

  /// Notes that its waits are counted from now on. Before, a wait that did not block would have been missed.
  mutating func countsPasses(since time: UInt64) -> Change {
    isWorking && last?.doing == .running ? .restarted(time) : .none
  }

  // MARK: Waits

  private mutating func note(_ look: ThreadLook) {
    switch look.doing {
    case .waiting(let wait) where places[wait] != nil || places.count < Self.mostPlaces:
      places[wait, default: 0] += 1
    case .blocked(let block) where block.isFutex && !block.isLock && futexes.count < Self.mostPlaces:
      let known = futexes[block.stackPointer] ?? (0, .max)
      if known.switches != look.switches {
        futexes[block.stackPointer] = (known.count + 1, look.switches)
      }
    default: break
    }
  }

  /// Notes where the loop waits; true for a wait that is inside of its work.
  private mutating func isInner(_ look: ThreadLook, _ mark: HomeWait.Mark) -> Bool {
    guard case .waiting(let wait) = look.doing, !isAnswer(wait) else { return false }
    if home?.isInner(look, mark: mark) == true {
      home?.noteInner(look)
      return true
    }
    if home?.note(look, wait, mark: mark) != true, let next = HomeWait(look, wait, mark: mark) { home = next }
    return false
  }

  private func isWaiting(_ look: ThreadLook) -> Bool {
    switch look.doing {
    case .waiting(let wait): !isAnswer(wait)
    case .blocked(let block):
      // The main loop of some runtimes sleeps on a condition.
      (isMain || isNamed) && places.isEmpty && block.isFutex && !block.isLock
        && (futexes[block.stackPointer]?.count ?? 0) >= Self.enoughFutexes
    case .running, .stopped: false
    }
  }

  /// Whether it is a wait for an answer: a loop that waits for many descriptors waits for a single one only inside its work. A
  /// loop with only one descriptor is known by now.
  private func isAnswer(_ wait: EventWait) -> Bool {
    if let home, home.isKnown, home.wait == wait { return false }
    return wait.kind == .one && places.contains { $0.key.kind != .one }
  }

  // MARK: Times

  /// The begin of the present work. With an unchanged count of switches it has waited at most once since the last look: all
  /// work since then is this piece.
  private func begin(_ look: ThreadLook) -> UInt64 {
    guard let last, look.doing == .running, look.switches == last.switches, look.worked >= last.worked else {
      return look.time
    }
    return max(look.time &- min(look.worked - last.worked, look.time), last.time)
  }

  private func end(_ look: ThreadLook) -> UInt64 {
    guard let last, look.time > last.time else { return look.time }
    if last.doing == .running, look.switches == last.switches &+ 1, look.worked >= last.worked {
      return min(last.time &+ (look.worked - last.worked), look.time)
    }
    return last.time + (look.time - last.time) / 2
  }
}
