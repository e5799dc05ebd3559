extension RunLoop {
  /// The contents of a loop at one moment, as plain values: for debugging, and to see what keeps it alive.
  public struct Snapshot: Hashable, Sendable, CustomStringConvertible {
    /// The loop's label.
    public var label: String
    /// The mode of the innermost run.
    public var currentMode: Mode?
    /// Whether the loop was asleep.
    public var isWaiting: Bool
    /// The modes, in the order in which they were made.
    public var modes: [ModeSnapshot]
    /// The number of queued blocks, for any mode.
    public var pendingBlocks: Int

    /// One mode and what is in it.
    public struct ModeSnapshot: Hashable, Sendable {
      /// The mode's name.
      public var name: Mode
      /// Whether the mode is one of the common ones.
      public var isCommon: Bool
      /// The items of the mode, in the order of their callouts.
      public var items: [ItemSnapshot]
      /// Whether a run of the mode has something to wait for, not counting blocks and the main queue.
      public var isAlive: Bool
      /// The number of queued blocks that a run of the mode would call.
      public var pendingBlocks = 0
      /// The mode is served by the main thread's loop, whose main queue keeps it alive permanently.
      public var servesMainQueue = false

      /// What keeps a run of the mode from being finished, a line each; empty when nothing does. Observers do not count.
      public var keepsAlive: [String] {
        var reasons = items.filter { $0.kind != .observer }.map(\.line)
        if pendingBlocks > 0 { reasons.append(pendingBlocks == 1 ? "1 block" : "\(pendingBlocks) blocks") }
        if servesMainQueue { reasons.append("the main queue") }
        return reasons
      }
    }

    /// One source, timer or observer.
    public struct ItemSnapshot: Hashable, Sendable {
      /// Which kind of item it is.
      public var kind: Kind
      /// The item's label.
      public var label: String
      /// The item's order.
      public var order: Int
      /// Sources: it was signalled, and not performed since.
      public var isSignalled = false
      /// Timers: when it is due next.
      public var fireDate: Instant?
      /// Whether a timer or an observer stays after its first callout.
      public var repeats = false
      /// Observers: when it is called.
      public var activities: Activity = []
      /// Port sources: what is watched.
      public var descriptor: Int32?

      /// The kinds of items.
      public enum Kind: String, Hashable, Sendable {
        /// `source`: signalled by hand. `port`: a port source, such as those for descriptors and signals.
        case source, port, timer, observer
      }
    }

    /// What keeps a run in the mode from being finished, a line each; empty when nothing does, or there is no such mode.
    public func keepsAlive(in mode: Mode = .default) -> [String] {
      modes.first { $0.name == mode }?.keepsAlive ?? []
    }

    /// Modes and their items as a tree, and what keeps each mode alive: what does is marked with `●`, what does not
    /// with `○`.
    public var tree: String {
      var lines = ["run loop\(label.isEmpty ? "" : " '\(label)'"), \(state)"]
      for (index, mode) in modes.enumerated() {
        let isLast = index == modes.count - 1
        let count = mode.keepsAlive.count
        let life =
          count == 0 ? "nothing keeps it alive" : count == 1 ? "1 keeps it alive" : "\(count) keep it alive"
        lines.append(
          "\(isLast ? "└" : "├")─ mode \(mode.name)\(mode.isCommon ? " (common)" : ""): \(life)")
        let leaves =
          mode.keepsAlive.map { "● \($0)" }
          + mode.items.filter { $0.kind == .observer }.map { "○ \($0.line)" }
        for (place, leaf) in leaves.enumerated() {
          lines.append("\(isLast ? " " : "│")  \(place == leaves.count - 1 ? "└" : "├")─ \(leaf)")
        }
      }
      return lines.joined(separator: "\n")
    }

    public var description: String {
      var lines = ["run loop\(label.isEmpty ? "" : " '\(label)'"), \(state)"]
      if pendingBlocks > 0 { lines.append("  \(pendingBlocks) blocks wait") }
      for mode in modes {
        lines.append(
          "  mode \(mode.name)\(mode.isCommon ? " (common)" : "")\(mode.isAlive ? "" : ", nothing to wait for")"
        )
        for item in mode.items { lines.append("    \(item.line)") }
      }
      return lines.joined(separator: "\n")
    }

    private var state: String {
      guard let currentMode else { return "not running" }
      return "\(isWaiting ? "asleep" : "awake") in mode \(currentMode)"
    }
  }

  /// The loop's modes and items now. From any thread.
  public func snapshot() -> Snapshot {
    let label = self.label
    let pending = blocks.count
    let pendingByMode = blocks.counts(for: lock.withLock { modes }, isOwner: isOwnThread)
    return lock.withLock {
      var items: [[Snapshot.ItemSnapshot]] = modes.map { _ in [] }
      for registration in registrations.all {
        for mode in registration.modeSet.modes { items[mode.index].append(Self.snapshot(registration)) }
      }
      for item in boundItems() {
        item._withUnsafeGuaranteedRef { item in
          guard let set = item.modeSet?.takeUnretainedValue() else { return }
          for mode in set.modes { items[mode.index].append(Self.snapshot(item)) }
        }
      }
      return Snapshot(
        label: label, currentMode: runs.mode?.takeUnretainedValue().name, isWaiting: isWaiting,
        modes: modes.map {
          Snapshot.ModeSnapshot(
            name: $0.name, isCommon: $0.isCommon.load(ordering: .relaxed), items: items[$0.index],
            isAlive: $0.hasWork, pendingBlocks: $0.index < pendingByMode.count ? pendingByMode[$0.index] : 0,
            servesMainQueue: servesMainQueue(in: $0)
          )
        },
        pendingBlocks: pending)
    }
  }

  private static func snapshot(_ registration: Registration) -> Snapshot.ItemSnapshot {
    var item = Snapshot.ItemSnapshot(
      kind: .source, label: registration.item.label, order: registration.item.order)
    if let source = registration.portSource {
      item.kind = .port
      item.descriptor = source.port.descriptor
    } else {
      item.isSignalled = registration.source?.isSignalled ?? false
    }
    return item
  }

  private static func snapshot(_ bound: BoundItem) -> Snapshot.ItemSnapshot {
    var item = Snapshot.ItemSnapshot(
      kind: .timer, label: bound.labelInside, order: bound.extras?.order ?? 0)
    if bound.isTimer {
      let timer = unsafeDowncast(bound, to: Timer.self)
      item.fireDate = timer.fireTime.instant
      item.repeats = timer.repeats
    } else {
      let observer = unsafeDowncast(bound, to: Observer.self)
      item.kind = .observer
      item.order = observer.order
      item.repeats = observer.repeats
      item.activities = observer.activities
    }
    return item
  }
}

extension RunLoop.Snapshot.ItemSnapshot {
  fileprivate var line: String {
    var words = ["\(kind.rawValue)\(label.isEmpty ? "" : " '\(label)'")"]
    if order != 0 { words.append("order \(order)") }
    if isSignalled { words.append("signalled") }
    if let fireDate { words.append("due at \(fireDate)") }
    if kind == .timer, repeats { words.append("repeating") }
    if !activities.isEmpty { words.append("on \(activities)") }
    if let descriptor { words.append("descriptor \(descriptor)") }
    return words.joined(separator: ", ")
  }
}

extension RunLoop: CustomStringConvertible {
  public var description: String { snapshot().description }
}
