import TestSupport
import Testing

@testable import RunLoopCore

/// What must be true between any two operations.
extension FuzzWorld {
  func check() {
    for (number, entry) in entries.enumerated() {
      guard let item = entry.item else { continue }
      for loop in 0...1 {
        for mode in Self.modes where contains(item, loop, mode) != entry.modes[loop].contains(mode) {
          fault("\(number) in \(mode) of \(loop): should be \(entry.modes[loop])")
        }
        // As with CFRunLoop, a timer that is in no mode is not in the common ones.
        var isCommon = entry.isCommon[loop]
        if case .timer = item, entry.modes[loop].isEmpty { isCommon = false }
        if contains(item, loop, .common) != isCommon { fault("\(number) common in \(loop): not \(isCommon)") }
      }
    }
    for loop in 0...1 { checkInside(loop) }
  }

  private func contains(_ item: Entry.Item, _ loop: Int, _ mode: RunLoop.Mode) -> Bool {
    switch item {
    case .timer(let timer): loops[loop].contains(timer, in: mode)
    case .observer(let observer): loops[loop].contains(observer, in: mode)
    case .source(let source): loops[loop].contains(source, in: mode)
    case .port(let source, _): loops[loop].contains(source, in: mode)
    }
  }

  /// Counts, heaps, registrations and port sets agree with each other and with the model.
  private func checkInside(_ number: Int) {
    let loop = loops[number]
    for mode in loop.modes {
      let inside = entries.filter { $0.item != nil && $0.modes[number].contains(mode.name) }
      let timers = inside.count { if case .timer = $0.item { true } else { false } }
      let sources = inside.count { !$0.isBound }
      let ports = inside.count { if case .port = $0.item { true } else { false } }
      if mode.timerCount.load(ordering: .relaxed) != timers { fault("\(mode.name): not \(timers) timers") }
      if mode.sourceCount.load(ordering: .relaxed) != sources {
        fault("\(mode.name): not \(sources) sources")
      }
      if mode.observers.all.count != inside.count - timers - sources { fault("\(mode.name): observers") }
      guard let set = mode.ports else { continue }
      let watched = set.slots.indices.filter { set.slots[$0].registration != nil }
      if watched.count != ports || set.slotOfDescriptor.count != ports { fault("\(mode.name): slots") }
      for slot in watched where set.slotOfDescriptor[set.slots[slot].descriptor] != slot {
        fault("\(mode.name): slot \(slot)")
      }
    }
    checkQueues(loop)
    let registered = entries.count {
      $0.item != nil && !$0.isBound && (!$0.modes[number].isEmpty || $0.isCommon[number])
    }
    if loop.registrations.all.count != registered {
      fault("\(loop.registrations.all.count) registrations, not \(registered)")
    }
    for (index, registration) in loop.registrations.all.enumerated() where registration.index != index {
      fault("registration \(index)")
    }
    if Set(loop.signalled.listed.map { $0.toOpaque() }).count != loop.signalled.listed.count {
      fault("registration listed twice")
    }
    for (index, registration) in loop.signalled.listed.enumerated()
    where registration.takeUnretainedValue().listIndex != index {
      fault("listed registration \(index)")
    }
    for mode in loop.modes {
      for registration in loop.signalled.listed.prefix(loop.signalled.firstToLookAt(for: mode))
      where registration.takeUnretainedValue().isIn(mode) {
        fault("\(mode.name): a source is passed over")
      }
    }
  }

  private func checkQueues(_ loop: RunLoop) {
    for set in loop.modeTable.sets {
      for mode in set.modes {
        let count = mode.timerSets.count { $0 === set }
        if count > 1 || count == 0 && !set.queue.isEmpty { fault("\(mode.name): \(count) times a set") }
      }
      for index in 0..<set.queue.count {
        let entry = set.queue[index]
        let timer = entry.timer.takeUnretainedValue()
        let hasLeft = timer.flags.contains(.hasLeft)
        if timer.queueIndex != Int32(index) || timer.entryTime != entry.time
          || index > 0 && entry.isBefore(set.queue[(index - 1) / 4])
          || timer.lastModeSet?.takeUnretainedValue() !== set
          || !hasLeft && timer.flags.contains(.isFiring)
          || !hasLeft && (timer.entryTime, timer.entrySequence) > (timer.fireTime, timer.sequence)
        {
          fault("queue entry \(index) of \(set.queue.count)")
        }
      }
    }
  }
}
