import CLinux
import Glibc

// Who waits for whom.
extension LinuxWorld {
  private static let local: Set<WaitKind> = [.lock, .join]
  private static let foreign: Set<WaitKind> = [.pipe, .socket, .childProcess]

  /// Adds to a note who waits for whom from its thread on.
  func follow(_ note: inout WaitNote, of watched: WatchedThread) {
    let isLocal = Self.local.contains(note.kind)
    guard isLocal || Self.foreign.contains(note.kind), let ran = watched.files.ran else {
      watched.standing = nil
      return
    }
    let now = note.time
    var standing = StandingWait(ran: ran, since: now, nextWideLook: now &+ wideAge)
    if let before = watched.standing, before.ran == ran { standing = before }
    let isWide = now >= standing.nextWideLook
    if isWide || isLocal {
      let found = chain(from: watched.thread, isWide: isWide, at: now, after: standing.chain)
      // A look at this process alone ends where other processes begin.
      if !isWide, let found, let last = standing.chain, found.isBeginning(of: last), !found.isDeadlock {
        standing.chain?.seen = now
      } else {
        standing.chain = found
      }
    }
    // Ever more rarely: the descriptors of all processes are read.
    if isWide { standing.nextWideLook = now &+ min(max(now &- standing.since, wideAge), 60_000_000_000) }
    watched.standing = standing
    note.chain = standing.chain
    guard let chain = note.chain, let owner = note.owner, owner.process == 0 else { return }
    let holder = chain.links.count > 1 ? chain.links[1].thread : watched.thread
    // It may have changed hands in between.
    guard holder == owner.thread else { return }
    note.owner?.isDeadlock = chain.isDeadlock && chain.circle == 0
    note.owner?.waitsFor =
      chain.links.count > 2 ? chain.links[2].thread : chain.circle.map { chain.links[$0].thread } ?? 0
  }

  /// What two looks find, one right after the other; nil when the thread waits for no other that is known.
  private func chain(
    from thread: Int32, isWide: Bool, at time: UInt64, after last: WaitChain?
  ) -> WaitChain? {
    defer { waitReader.end() }
    let start = ThreadPlace(process: process ?? getpid(), thread: thread)
    waitReader.begin(isWide: isWide)
    let first = WaitGraph(from: start) { waitReader.wait(of: $0) }
    waitReader.begin(isWide: isWide)
    let graph = first.confirmed(by: { waitReader.wait(of: $0) }, ran: { waitReader.ran(of: $0) })
    guard graph.waits[start] != nil else { return nil }
    let (threads, circle, isDeadlock) = graph.chain(from: start)
    var chain = WaitChain(links: threads.map { link($0, graph.waits[$0]) }, circle: circle)
    (chain.isDeadlock, chain.since, chain.seen) = (isDeadlock, time, time)
    if let last, last.isDeadlock, isDeadlock, last.circle == circle, last.links.count == chain.links.count,
      chain.isBeginning(of: last)
    {
      // None of its threads has run since: they are where they were.
      (chain.links, chain.since) = (last.links, last.since)
      return chain
    }
    for (place, thread) in threads.enumerated() { describe(&chain.links[place], thread, at: place) }
    return chain
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
    link.call = call.map { SystemCallTable.name($0.number) } ?? ""
    link.threadName = ProcFile.line("/proc/\(thread.process)/task/\(thread.thread)/comm")
    // The stall has the first one's stack, and that of a lock's holder. A running thread is not stopped for another one's stall.
    guard place > 0, call != nil else { return }
    if link.process == 0 {
      guard place > 1 else { return }
      link.stack = sampler.sample(watchedThread(thread.thread) ?? visitor(thread.thread)).sample
    } else {
      link.functions = Self.functions(of: thread)
    }
  }

  /// The functions that a blocked thread of another process is in, by the files of that process.
  private static func functions(of thread: ThreadPlace) -> [String] {
    let world = LinuxWorld(of: thread.process)
    var record = StallRecord()
    let stack = world.sampler.sample(world.visitor(thread.thread)).sample
    // What runs by now was stopped for its stack; that is not asked for again.
    record.samples = [stack]
    let names = world.names(of: record).names
    return stack.addresses.prefix(WaitChain.mostFunctions).enumerated().map { index, address in
      let place = index == 0 ? address : address &- 1
      return names.function(at: place).map { ShortName.of(Demangling.readable($0.name)) }
        ?? "0x\(String(address, radix: 16))"
    }
  }
}

extension LinuxWorld {
  /// How long the stacks of all threads may take: loops are not looked at meanwhile.
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
      // Threads of a pool wait alike.
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
