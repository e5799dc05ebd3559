import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport

/// Loops and items on which many threads do everything at random, the loops' own callouts included.
final class StormWorld: @unchecked Sendable {
  static let modes: [RunLoop.Mode] = [.default, .common, "a", "b", "c"]
  /// What runs inside of callouts.
  private static let innerModes: [RunLoop.Mode] = ["a", "b", "d", .default]

  private(set) var workers: [LoopThread] = []
  var loops: [RunLoop] = []
  let census = Census()
  /// How many operations the callouts have done.
  let inner = Counter()
  let calls = Counter()
  let seed: UInt64
  private let timers: [Box<RunLoop.Timer>]
  private let sources: [Box<RunLoop.Source>]
  private let observers: [Box<RunLoop.Observer>]
  private let ports: [Box<Ring>]
  private let isOver = Flag()
  /// By thread: the operators' first, then the loops'.
  private let mailboxes: [[Mailbox]]

  /// A port with its source.
  private final class Ring: Sendable {
    let port: RunLoop.WakePort
    let source: RunLoop.PortSource
    init(_ port: RunLoop.WakePort, _ source: RunLoop.PortSource) {
      self.port = port
      self.source = source
    }
  }

  /// The posts of one thread to one loop: numbered by the poster, checked by the loop.
  final class Mailbox: @unchecked Sendable {
    /// The poster's only.
    var sent = 0
    /// The loop's only.
    var received = 0
    var isInOrder = true

    func receive(_ number: Int) {
      received += 1
      if number != received { isInOrder = false }
    }
  }

  init(seed: UInt64, operators: Int, loopCount: Int) {
    self.seed = seed
    timers = (0..<64).map { _ in Box() }
    sources = (0..<48).map { _ in Box() }
    observers = (0..<12).map { _ in Box() }
    ports = (0..<12).map { _ in Box() }
    mailboxes = (0..<operators + loopCount).map { _ in (0..<loopCount).map { _ in Mailbox() } }
    for number in 0..<loopCount {
      workers.append(
        LoopThread { _ in StormThread.begin(SplitMix(seed &+ 1_000 &+ UInt64(number)), operators + number) }
      )
    }
    loops = workers.map(\.loop)
    var dice = SplitMix(seed)
    for slot in timers { slot.value = makeTimer(&dice) }
    for slot in sources { slot.value = makeSource(&dice) }
    for slot in observers { slot.value = makeObserver(&dice) }
    for slot in ports { slot.value = makeRing() }
  }

  /// Ends the loops and releases the items; afterwards all of it must be deallocated.
  func end() {
    isOver.set()
    for worker in workers { worker.end() }
    for slot in timers { slot.value = nil }
    for slot in sources { slot.value = nil }
    for slot in observers { slot.value = nil }
    for slot in ports { slot.value = nil }
  }

  /// Whether each post came once and in its thread's order. Only when the loops have ended.
  var complaints: [String] {
    var complaints: [String] = []
    for (poster, row) in mailboxes.enumerated() {
      for (loop, box) in row.enumerated() {
        if box.sent != box.received {
          complaints.append(
            "thread \(poster) posted \(box.sent) blocks to loop \(loop), which ran \(box.received)")
        }
        if !box.isInOrder {
          complaints.append("blocks of thread \(poster) came to loop \(loop) out of order")
        }
      }
    }
    return complaints
  }

  // MARK: Items

  private func makeTimer(_ dice: inout SplitMix) -> RunLoop.Timer {
    let token = census.token()
    let repeats: Duration? = dice.roll(2) == 0 ? .microseconds(5_000 + dice.roll(500_000)) : nil
    return RunLoop.Timer(
      after: .microseconds(dice.roll(100_000)), repeating: repeats,
      tolerance: dice.roll(4) == 0 ? .microseconds(dice.roll(1_000)) : .zero
    ) { [unowned self] _ in
      token.touch()
      callout(mayNest: true)
    }
  }

  private func makeSource(_ dice: inout SplitMix) -> RunLoop.Source {
    let token = census.token()
    guard dice.roll(3) == 0 else {
      return RunLoop.Source(order: dice.roll(3)) { [unowned self] in
        token.touch()
        callout(mayNest: true)
      }
    }
    return RunLoop.Source(
      order: dice.roll(3),
      schedule: { loop, mode in _ = loop.currentMode == mode },
      cancel: { loop, _ in loop.wakeUp() },
      perform: { [unowned self] in
        token.touch()
        callout(mayNest: true)
      })
  }

  private func makeObserver(_ dice: inout SplitMix) -> RunLoop.Observer {
    let token = census.token()
    return RunLoop.Observer(
      activities: RunLoop.Activity(rawValue: 1 << UInt32(dice.roll(8))), repeats: dice.roll(8) != 0,
      order: dice.roll(3)
    ) { [unowned self] _ in
      token.touch()
      callout(mayNest: true)
    }
  }

  private func makeRing() -> Ring? {
    let token = census.token()
    guard let port = try? RunLoop.WakePort() else { return nil }
    return Ring(
      port,
      RunLoop.PortSource(port) { [unowned self] in
        token.touch()
        callout(mayNest: true)
      })
  }

  // MARK: What is done

  /// In a callout of a loop: now and then an operation, or a run in the run.
  private func callout(mayNest: Bool) {
    calls.add()
    guard !isOver.isSet, let thread = StormThread.current else { return }
    switch thread.dice.roll(16) {
    case 0, 1, 2:
      inner.add()
      operate(thread)
    case 3 where mayNest && thread.depth < 3:
      thread.depth += 1
      let mode = Self.innerModes[thread.dice.roll(Self.innerModes.count)]
      RunLoop.current.run(
        mode: mode, for: .microseconds(thread.dice.roll(3) * 100),
        returnAfterSourceHandled: thread.dice.roll(2) == 0)
      thread.depth -= 1
    default: break
    }
  }

  /// Posts a numbered block.
  private func post(_ thread: StormThread, _ number: Int) {
    let box = mailboxes[thread.number][number]
    box.sent += 1
    let sent = box.sent
    let token = census.token()
    loops[number].post {
      token.touch()
      box.receive(sent)
    }
  }

  /// One random operation.
  func operate(_ thread: StormThread) {
    let number = thread.dice.roll(loops.count)
    let loop = loops[number]
    let mode = Self.modes[thread.dice.roll(Self.modes.count)]
    switch thread.dice.roll(128) {
    case 0..<48: operate(onTimer: timers[thread.dice.roll(timers.count)], loop, mode, thread)
    case 48..<76: operate(onSource: sources[thread.dice.roll(sources.count)], loop, mode, thread)
    case 76..<88: operate(onObserver: observers[thread.dice.roll(observers.count)], loop, mode, thread)
    case 88..<98: operate(onPort: ports[thread.dice.roll(ports.count)], loop, mode, thread)
    case 98..<108: post(thread, number)
    case 108..<112:
      // Blocks of modes that do not run are kept, and looked at in each turn.
      if thread.dice.roll(64) != 0 { return loop.wakeUp() }
      let token = census.token()
      loop.perform(inModes: [mode, "d"]) { [unowned self] in
        token.touch()
        callout(mayNest: false)
      }
    case 112..<116: loop.wakeUp()
    case 116: loop.stop()
    case 117..<122: _ = loop.nextFireDate(in: mode)
    case 122..<126: _ = loop.currentMode
    case 126: if thread.dice.roll(16) == 0 { _ = loop.snapshot() }
    default: if thread.dice.roll(256) == 0 { try? loop.addCommonMode(Self.modes[2 + thread.dice.roll(3)]) }
    }
  }

  private func operate(
    onTimer slot: Box<RunLoop.Timer>, _ loop: RunLoop, _ mode: RunLoop.Mode, _ thread: StormThread
  ) {
    guard let timer = slot.value else { return }
    switch thread.dice.roll(16) {
    case 0..<5: loop.add(timer, to: mode)
    case 5..<9: loop.remove(timer, from: mode)
    case 9, 10: _ = loop.contains(timer, in: mode)
    case 11, 12:
      timer.fireDate =
        thread.dice.roll(4) == 0 ? .distantPast : .now.advanced(by: .microseconds(thread.dice.roll(200_000)))
    case 13: _ = timer.fireDate
    case 14:
      // What is not invalidated stays in its loops.
      let old = slot.exchange(makeTimer(&thread.dice))
      if thread.dice.roll(32) != 0 { old?.invalidate() }
    default: timer.invalidate()
    }
  }

  private func operate(
    onSource slot: Box<RunLoop.Source>, _ loop: RunLoop, _ mode: RunLoop.Mode, _ thread: StormThread
  ) {
    guard let source = slot.value else { return }
    switch thread.dice.roll(16) {
    case 0..<4: loop.add(source, to: mode)
    case 4..<7: loop.remove(source, from: mode)
    case 7: _ = loop.contains(source, in: mode)
    case 8..<15:
      source.signal()
      if thread.dice.roll(2) == 0 { loop.wakeUp() }
    default:
      let old = slot.exchange(makeSource(&thread.dice))
      if thread.dice.roll(32) != 0 { old?.invalidate() }
    }
  }

  private func operate(
    onObserver slot: Box<RunLoop.Observer>, _ loop: RunLoop, _ mode: RunLoop.Mode, _ thread: StormThread
  ) {
    guard let observer = slot.value else { return }
    switch thread.dice.roll(16) {
    case 0..<6: loop.add(observer, to: mode)
    case 6..<12: loop.remove(observer, from: mode)
    case 12, 13: _ = loop.contains(observer, in: mode)
    case 14: observer.invalidate()
    default:
      let old = slot.exchange(makeObserver(&thread.dice))
      if thread.dice.roll(32) != 0 { old?.invalidate() }
    }
  }

  private func operate(
    onPort slot: Box<Ring>, _ loop: RunLoop, _ mode: RunLoop.Mode, _ thread: StormThread
  ) {
    guard let ring = slot.value else { return }
    switch thread.dice.roll(16) {
    case 0..<4: _ = try? loop.add(ring.source, to: mode)
    case 4..<7: loop.remove(ring.source, from: mode)
    case 7: _ = loop.contains(ring.source, in: mode)
    case 8..<15: ring.port.ring()
    default:
      let old = slot.exchange(makeRing())
      if thread.dice.roll(32) != 0 { old?.source.invalidate() }
    }
  }
}

/// What a thread of the storm has of its own.
final class StormThread: @unchecked Sendable {
  var dice: SplitMix
  let number: Int
  var depth = 0

  init(_ dice: SplitMix, _ number: Int) {
    self.dice = dice
    self.number = number
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { value in
      if let value { Unmanaged<StormThread>.fromOpaque(value).release() }
    }
    return key
  }()

  static func begin(_ dice: SplitMix, _ number: Int) {
    pthread_setspecific(key, Unmanaged.passRetained(StormThread(dice, number)).toOpaque())
  }

  static var current: StormThread? {
    pthread_getspecific(key).map { Unmanaged<StormThread>.fromOpaque($0).takeUnretainedValue() }
  }
}
