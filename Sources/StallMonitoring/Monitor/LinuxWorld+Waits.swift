import LinuxSystem

// Chains of waiting threads.
extension LinuxWorld {
  private static let local: Set<WaitKind> = [.lock, .join]
  private static let foreign: Set<WaitKind> = [.pipe, .socket, .childProcess]

  /// Blocked threads, and the run time of each.
  typealias Blocked = [(thread: Int32, ran: Wait.Ran)]

  /// Whether to search all processes for threads that could end a wait of this kind.
  func isWideLookDue(_ kind: WaitKind, _ standing: StandingWait, at time: UInt64) -> Bool {
    (Self.local.contains(kind) || Self.foreign.contains(kind))
      && time >= standing.nextWideLook ?? standing.since &+ wideAge
  }

  /// Adds the chain of waits from a note's thread to the note.
  ///
  /// - Returns: the other threads of the process that the note names: it is valid while none of them runs, and no wide look is
  ///   due. Nil when more could change it.
  func follow(_ note: inout WaitNote, of thread: Int32, _ standing: inout StandingWait) -> Blocked? {
    let isLocal = Self.local.contains(note.kind)
    // A futex without an owner may get one.
    guard isLocal || Self.foreign.contains(note.kind) else { return note.kind == .wait ? nil : [] }
    let now = note.time
    let isWide = isWideLookDue(note.kind, standing, at: now)
    var blocked: Blocked?
    if isWide || isLocal {
      let found = chain(from: thread, isWide: isWide, at: now, after: standing.chain)
      blocked = found?.blocked
      // A look at this process alone ends at other processes.
      if !isWide, let found, let last = standing.chain, found.chain.isBeginning(of: last),
        !found.chain.isDeadlock
      {
        // It has seen only a part of a deadlock.
        if !last.isDeadlock { standing.chain?.seen = now }
      } else {
        standing.chain = found?.chain
      }
    }
    // At growing intervals, since the descriptors of all processes are read.
    if isWide { standing.nextWideLook = now &+ min(max(now &- standing.since, wideAge), 60_000_000_000) }
    note.chain = standing.chain
    // Other processes may change it, but the next wide look shows that.
    guard isLocal else { return [] }
    guard let chain = note.chain, let owner = note.owner, owner.process == 0 else { return nil }
    let holder = chain.links.count > 1 ? chain.links[1].thread : thread
    // It may have changed hands in between.
    guard holder == owner.thread else { return nil }
    note.owner?.isDeadlock = chain.isDeadlock && chain.circle == 0
    note.owner?.waitsFor =
      chain.links.count > 2 ? chain.links[2].thread : chain.circle.map { chain.links[$0].thread } ?? 0
    guard let blocked, chain.links.allSatisfy({ $0.process == 0 }) else { return nil }
    // The holder may have moved since its stack was read.
    guard let first = blocked.first, known(holder).standing?.processorTime == first.ran.time else {
      return nil
    }
    return blocked
  }

  /// The chain that two consecutive looks find, and its other threads if all were blocked from one look to the other; nil when the
  /// thread waits for no known thread.
  private func chain(
    from thread: Int32, isWide: Bool, at time: UInt64, after last: WaitChain?
  ) -> (chain: WaitChain, blocked: Blocked?)? {
    defer { waitReader.end() }
    let start = ThreadPlace(process: process ?? getpid(), thread: thread)
    waitReader.begin(isWide: isWide)
    let first = WaitGraph(from: start) { waitReader.wait(of: $0) }
    let before = blocked(first.chain(from: start).threads.dropFirst())
    waitReader.begin(isWide: isWide)
    let graph = first.confirmed(by: { waitReader.wait(of: $0) }, ran: { waitReader.ran(of: $0) })
    guard graph.waits[start] != nil else { return nil }
    let (threads, circle, isDeadlock) = graph.chain(from: start)
    var chain = WaitChain(links: threads.map { link($0, graph.waits[$0]) }, circle: circle)
    (chain.isDeadlock, chain.since, chain.seen) = (isDeadlock, time, time)
    let after = blocked(threads.dropFirst())
    let stood = before.flatMap { before in
      after.flatMap { after in before.elementsEqual(after, by: ==) ? after : nil }
    }
    if let last, last.isDeadlock, isDeadlock, last.circle == circle, last.links.count == chain.links.count,
      chain.isBeginning(of: last)
    {
      // None of its threads has run since, so all of them are where they were.
      (chain.links, chain.since) = (last.links, last.since)
      return (chain, stood)
    }
    for (place, thread) in threads.enumerated() { describe(&chain.links[place], thread, at: place) }
    return (chain, stood)
  }

  /// Nil when one of them is not blocked.
  private func blocked(_ threads: ArraySlice<ThreadPlace>) -> Blocked? {
    var blocked: Blocked = []
    for thread in threads {
      guard let ran = waitReader.ran(of: thread), waitReader.call(of: thread) != nil else { return nil }
      blocked.append((thread.thread, ran))
    }
    return blocked
  }

  private func link(_ thread: ThreadPlace, _ wait: Wait?) -> WaitChain.Link {
    var link = WaitChain.Link(thread: thread.thread)
    link.process = thread.process == process ?? getpid() ? 0 : thread.process
    guard let wait else { return link }
    (link.object, link.place) = (wait.object, wait.place)
    (link.isToWrite, link.hasTimeLimit, link.readers) = (wait.isToWrite, wait.hasTimeLimit, wait.readers)
    link.otherProcesses = max(Set(wait.enders.map(\.process)).count - 1, 0)
    return link
  }

  private func describe(_ link: inout WaitChain.Link, _ thread: ThreadPlace, at place: Int) {
    let call = waitReader.call(of: thread)
    link.call = waitReader.activity(of: thread)
    link.threadName = KernelFile.line("/proc/\(thread.process)/task/\(thread.thread)/comm") ?? ""
    // The stall already has the first thread's stack, and the lock holder's. A running thread is not stopped for another's stall.
    guard place > 0, call != nil else { return }
    if link.process == 0 {
      guard place > 1 else { return }
      link.stack = sampler.sample(watchedThread(thread.thread) ?? visitor(thread.thread)).sample
    } else {
      link.functions = Self.functions(of: thread)
    }
  }

  /// The functions on the stack of a blocked thread of another process, by the files of that process.
  private static func functions(of thread: ThreadPlace) -> [String] {
    let world = LinuxWorld(of: thread.process)
    // A running thread was stopped for its stack once; that is not repeated.
    let stack = world.sampler.sample(world.visitor(thread.thread)).sample
    return world.functions(on: stack, most: WaitChain.mostFunctions).map { name, address in
      name.map { ShortName.of(Demangling.readable($0)) } ?? "0x\(String(address, radix: 16))"
    }
  }
}

extension LinuxWorld {
  /// Time limit for the stacks of all threads, during which no loop is looked at.
  private static let stacksTime: UInt64 = 60_000_000
  private static let mostThreads = 512

  func allStacks() -> [ThreadStack] {
    let begin = now
    var groups: [ThreadStack] = []
    var places: [[UInt]: Int] = [:]
    for (number, name, _) in threads(limit: Self.mostThreads) {
      guard now &- begin < Self.stacksTime else { break }
      if process == nil, number == linux_gettid() { continue }
      // Not kept: a visitor holds descriptors.
      let thread =
        watchedThread(number) ?? visitors[number]
        ?? WatchedThread(visiting: number, sampler: signals, of: process)
      let look = sampler.sample(thread)
      var stack = look.sample
      stack.found = look.call == nil ? look.isQueued ? .starved : .processor : nil
      // Threads of a pool have the same stack while they wait.
      if look.call != nil, let place = places[stack.addresses] {
        groups[place].threads.append(number)
      } else {
        if look.call != nil, !stack.addresses.isEmpty { places[stack.addresses] = groups.count }
        groups.append(ThreadStack(threads: [number], name: name, stack: stack))
      }
    }
    return groups
  }
}

extension WaitChain {
  static let mostFunctions = 16
}
