/// Hosts and forks.
extension PortSet {
  /// The descriptor that a host waits for, readable when any of the ports is ready. Made on the first call; with the loop's
  /// lock held.
  ///
  /// A set of its own that contains only this one: a host that waits by epoll would lose this one when it is rebuilt.
  func hostDescriptor() throws(SystemError) -> Int32 {
    if let hostSet { return hostSet.descriptor }
    let number = try SystemCall.portSetDescriptor()
    let fresh = RunLoop.Port(owning: number, countsWakeUps: false)
    try SystemCall.watch(set.number, in: number, token: 0, edge: false)
    hostSet = fresh
    return number
  }

  /// The sources that are watched. With the loop's lock held.
  var watchedRegistrations: [Registration] {
    slots.indices.filter(hasNumber).compactMap { slots[$0].registration?.takeUnretainedValue() }
  }

  /// Discards the events that the kernel listed. Called with the loop's lock held.
  func forgetBatch() {
    next = count
    timerPortRang()
  }

  /// Makes as many slots as the set that this one replaces has, all free and of another generation: a port of that set that
  /// is ready but not served yet is then looked up by its descriptor.
  func takeSlots(of old: PortSet) {
    slots = old.slots.map { Slot(generation: $0.generation &+ 1) }
    freeSlots = slots.indices.reversed()
  }

  /// Discards all events in a forked child, where they are the parent's. A capacity of 0 makes the kernel refuse to list any.
  func abandon() {
    next = count
    capacity = 0
  }
}
