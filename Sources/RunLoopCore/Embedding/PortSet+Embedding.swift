/// What hosts and forks need of a port set.
extension PortSet {
  /// Readable when any of the ports is ready: what a host waits for. Made when it is first asked for; with the loop's
  /// lock held.
  ///
  /// A set by itself, with nothing in it but this one: a host that waits by epoll would lose sight of this one when it is
  /// made anew.
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

  /// What the kernel listed is for nobody. Called with the loop's lock held.
  func forgetBatch() {
    next = count
    timerPortRang()
  }

  /// Has as many slots as the set that this one stands for now, all free and of another generation: what was ready there
  /// and is not served yet is found by its descriptor.
  func takeSlots(of old: PortSet) {
    slots = old.slots.map { Slot(generation: $0.generation &+ 1) }
    freeSlots = slots.indices.reversed()
  }

  /// The process is a copy: what is ready is the other one's business. The kernel refuses to list nothing.
  func abandon() {
    next = count
    capacity = 0
  }
}
