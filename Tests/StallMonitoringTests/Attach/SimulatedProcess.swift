@testable import StallMonitoring

/// Another process on a simulated clock: what each of its threads does, second by second.
final class SimulatedProcess: ForeignSource {
  enum Step {
    case work(Double)
    /// Waits for events; without a time it finds some at once and does not block.
    case wait(Double)
    /// The same, at an epoll that other threads may wait at, too.
    case waitAt(Int32, Double)
    /// At a single descriptor that is all that the loop has.
    case waitAtOne(Int32, Double)
    /// Waits for other descriptors than the loop does.
    case innerWait(Int32, Double)
    /// The same, for one descriptor alone.
    case waitForOne(Double)
    case sleep(Double)
    case futex(Double)
    case stop(Double)
  }

  private struct Piece {
    var begin: UInt64
    var end: UInt64
    var doing: ThreadLook.Doing
    var descriptors: [Int32] = []
  }

  let world: SimulatedWorld
  private var pieces: [Int32: [Piece]] = [:]
  private var ends: [Int32: UInt64] = [:]
  private let began: UInt64
  var countsPasses = true
  private var counted: [Int32: UInt64] = [:]
  /// For how long waits were counted.
  private(set) var countedTime: UInt64 = 0
  /// How often a thread was looked at.
  private(set) var looks = 0

  static let set = EventWait(kind: .set, returnAddress: 0x1000, call: 232)
  static let many = EventWait(kind: .many, returnAddress: 0x3000, call: 7)
  static let one = EventWait(kind: .one, returnAddress: 0x2000, call: 7)

  init(_ world: SimulatedWorld) {
    self.world = world
    began = world.now
  }

  /// What a thread does from the beginning on; then it waits for events for as long as it is looked at.
  func thread(_ number: Int32, _ steps: [Step], thenEnds: Bool = false) {
    var time = began
    var pieces: [Piece] = []
    for step in steps {
      let (seconds, doing): (Double, ThreadLook.Doing) =
        switch step {
        case .work(let seconds): (seconds, .running)
        case .wait(let seconds), .waitAt(_, let seconds): (seconds, .waiting(Self.set))
        case .innerWait(_, let seconds): (seconds, .waiting(Self.many))
        case .waitAtOne(_, let seconds): (seconds, .waiting(Self.one))
        case .waitForOne(let seconds): (seconds, .waiting(Self.one))
        case .sleep(let seconds): (seconds, .blocked(Block(call: 230)))
        case .futex(let seconds): (seconds, .blocked(Block(call: 202, isFutex: true, stackPointer: 0x7000)))
        case .stop(let seconds): (seconds, .stopped)
        }
      let end = time + UInt64(seconds * 1e9)
      var piece = Piece(begin: time, end: end, doing: doing)
      switch step {
      case .waitAt(let set, _), .waitAtOne(let set, _):
        piece.descriptors = [set]
      case .innerWait(let first, _): piece.descriptors = [first, first + 1]
      default: break
      }
      pieces.append(piece)
      time = end
    }
    if thenEnds {
      ends[number] = time
    } else {
      var piece = Piece(begin: time, end: .max, doing: .waiting(Self.set))
      piece.descriptors = pieces.last?.descriptors ?? []
      pieces.append(piece)
    }
    self.pieces[number] = pieces
  }

  var now: UInt64 { world.now }
  func threads() -> [Int32]? {
    let present = pieces.keys.filter { isThere($0) }.sorted()
    return present.isEmpty ? nil : present
  }
  func name(of thread: Int32) -> String { "worker" }
  func forget(_ thread: Int32) {}
  /// When descriptors are closed, and other ones get their numbers.
  var closes: [Int32: Double] = [:]
  func mark(of descriptor: Int32) -> String {
    let isClosed = closes[descriptor].map { now >= began + UInt64($0 * 1e9) } ?? false
    return "\(descriptor) \(isClosed)"
  }

  private func isThere(_ thread: Int32) -> Bool { now < ends[thread] ?? .max }

  func look(_ thread: Int32) -> ThreadLook? {
    guard isThere(thread), let pieces = pieces[thread] else { return nil }
    looks += 1
    let present = pieces.last(where: { $0.begin <= now && $0.begin < $0.end })
    guard let present else { return nil }
    let past = pieces.filter { $0.begin <= now && $0.begin < $0.end }
    let worked = past.filter { $0.doing == .running }.reduce(UInt64(0)) { $0 + min($1.end, now) - $1.begin }
    // A wait that blocks gives the processor up, and so does a stop.
    let switches = past.count { $0.doing != .running }
    return ThreadLook(
      time: now, doing: present.doing, switches: UInt64(switches), worked: worked,
      descriptors: present.descriptors)
  }

  func stopCounting(_ thread: Int32) {
    if let since = counted.removeValue(forKey: thread) { countedTime += now - since }
  }
  func countPasses(_ thread: Int32, of calls: [Int]) -> UInt64? {
    guard countsPasses, calls.contains(Self.set.call) else { return nil }
    counted[thread] = now
    return now
  }

  /// Whether the times of waits are recorded.
  var recordsWaits = false
  private var recorded: [Int32: UInt64] = [:]
  private var waits: [Int32: RecordedWaits] = [:]

  func recordWaits(_ thread: Int32, of calls: [Int]) -> UInt64? {
    guard recordsWaits, calls.contains(Self.set.call) else { return nil }
    recorded[thread] = now
    return now
  }

  func recordedWaits(_ thread: Int32, until end: UInt64) -> RecordedWaits? {
    guard let since = recorded[thread], let pieces = pieces[thread] else { return nil }
    var result = waits[thread] ?? RecordedWaits()
    result.firstBegin = nil
    let end = min(end, now)
    for piece in pieces where piece.doing == .waiting(Self.set) {
      if piece.begin > since, piece.begin <= end { result.began(piece.begin) }
      if piece.end > since, piece.end <= end { result.ended(piece.end) }
    }
    (recorded[thread], waits[thread]) = (end, result)
    return result
  }

  func passes(_ thread: Int32) -> ForeignThread.Passes {
    guard let since = counted[thread], let pieces = pieces[thread] else { return .unknown }
    let hasPassed = pieces.contains { $0.doing == .waiting(Self.set) && $0.end > since && $0.end <= now }
    return hasPassed ? .yes : .no
  }
}

/// A watch of a simulated process, with the core that judges it.
final class ForeignSimulation {
  let world = SimulatedWorld()
  let process: SimulatedProcess
  let sink = RecordingSink()
  let core: MonitorCore
  let watch: ForeignWatch
  private let began: UInt64
  private(set) var hasEnded = false

  init(milliseconds: Int = 250, thread: Int32? = nil, watchesAll: Bool = true) {
    process = SimulatedProcess(world)
    began = world.now
    var settings = StallMonitor.Settings()
    settings.processorShare = nil
    settings.threshold = .milliseconds(milliseconds)
    settings.rarestRepeat = 1
    core = MonitorCore(world: world, settings: settings)
    core.countingSinks = [sink]
    watch = ForeignWatch(process, core: core, process: 1, thread: thread, watchesAll: watchesAll)
    world.hasBarrier = false
  }

  func run(to seconds: Double) {
    let end = began + UInt64(seconds * 1e9)
    while world.now < end {
      guard let next = watch.look() else {
        hasEnded = true
        return
      }
      let pass = core.pass()
      if pass == nil { core.unmark() }
      world.now = min(max(min(next, pass ?? .max), world.now + 1), end)
    }
  }

  func seconds(_ time: UInt64) -> Double { (Double(time) - Double(began)) / 1e9 }

  /// When each stall began, and how long it took.
  var stalls: [(begin: Double, length: Double)] {
    sink.ended.map { (seconds($0.started), Double($0.duration) / 1e9) }
  }
}
