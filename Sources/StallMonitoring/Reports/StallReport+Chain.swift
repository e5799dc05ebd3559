// Chains of waits, in words.
extension StallReport {
  /// The threads of the chain after the first one that the stalled thread waits for, and threads of other processes, with
  /// their stacks.
  public var chain: [(link: WaitChain.Link, frames: [CodeFrame])] {
    guard let chain = record.diagnosis.chain else { return [] }
    return chain.links.indices.filter { $0 > 1 || $0 == 1 && chain.links[1].process != 0 }.map {
      (chain.links[$0], $0 < chainStacks.count ? chainStacks[$0] : [])
    }
  }

  /// Behind the holder of a lock, or a thread whose end is waited for: what that one waits for, and so on.
  func chainText(after owner: LockOwner) -> String {
    guard let chain = record.diagnosis.chain, chain.links.count > 1, chain.links[1].thread == owner.thread
    else {
      // Records of older versions have no chain.
      guard owner.isDeadlock, owner.thread != record.thread else { return "" }
      return owner.waitsFor == record.thread
        ? ", and that waits for one that this thread holds: a deadlock"
        : ", and that waits for thread \(owner.waitsFor), and so on back to this one: a deadlock"
    }
    return text(of: chain, from: 1)
  }

  /// After a wait for a pipe, a socket or a child process: the owner of its other end, and its wait.
  var endersText: String {
    guard let chain = record.diagnosis.chain, let object = chain.links.first?.object,
      let cause = Self.cause(of: object), cause == record.diagnosis.cause
    else { return "" }
    guard let next = next(after: 0, in: chain), let ender = ender(of: 0, in: chain) else { return "" }
    if next == 0 {
      return chain.isDeadlock ? "; only this process itself has the other end: a deadlock" : ""
    }
    let end = object == .childProcess ? "that is" : "its other end is that of"
    return "; \(end) \(ender)\(text(of: chain, from: next))"
  }

  private static func cause(of object: WaitChain.Object) -> Cause? {
    switch object {
    case .pipe: .pipe
    case .socket: .socket
    case .childProcess: .childProcess
    case .pthreadMutex, .mutex, .readWriteLock, .join, .file: nil
    }
  }

  /// The link that a link waits for; nil at the end.
  private func next(after place: Int, in chain: WaitChain) -> Int? {
    place + 1 < chain.links.count ? place + 1 : chain.circle
  }

  /// ", and that waits for a Mutex that thread 12 'worker' holds", for a link and all behind it.
  private func text(of chain: WaitChain, from first: Int) -> String {
    var text = ""
    for place in first..<chain.links.count {
      let link = chain.links[place]
      guard let object = link.object else {
        // The second one's activity is described where it is named.
        if place > 1 || link.process != 0 { text += doing(chain, place) }
        continue
      }
      text += ", and that waits for \(self.text(of: object, chain, place))"
    }
    if chain.isDeadlock { return text + ": a deadlock" }
    let isLimited = chain.circle.map { chain.links[$0...].contains(where: \.hasTimeLimit) } ?? false
    return isLimited ? text + "; one of these waits has a time limit" : text
  }

  private func text(of object: WaitChain.Object, _ chain: WaitChain, _ place: Int) -> String {
    let link = chain.links[place]
    let holder = ender(of: place, in: chain)
    let number = "\(object.rawValue) \(link.place)"
    switch object {
    case .pthreadMutex, .mutex, .readWriteLock:
      // "One" after a lock of this thread's.
      if next(after: place, in: chain) == 0, chain.links.count == 2, chain.links[0].object?.isLock == true {
        return "one that this thread holds"
      }
      let name =
        switch object {
        case .mutex: "a Mutex"
        case .readWriteLock: "a read-write lock"
        default: "a pthread mutex"
        }
      if link.readers > 0 {
        return "\(name) that \(link.readers == 1 ? "one reader holds" : "\(link.readers) readers hold")"
      }
      return holder.map { "\(name) that \($0) holds" } ?? name
    case .join: return holder.map { "\($0) to end" } ?? "a thread to end"
    case .file: return "the lock of a file" + (holder.map { " that \($0) has" } ?? "")
    case .childProcess: return holder.map { "its child, \($0), to end" } ?? "a child process to end"
    case .pipe, .socket:
      let room = link.isToWrite ? "room in " : ""
      let other = holder.map { ", whose other end \($0) has" } ?? ""
      return "\(room)the \(number)\(other)"
    }
  }

  /// The thread or process that could end a link's wait: "thread 12 'worker'", "this thread", "process 4711 'cat'".
  private func ender(of place: Int, in chain: WaitChain) -> String? {
    guard let next = next(after: place, in: chain), let object = chain.links[place].object else { return nil }
    let link = chain.links[next]
    let name = link.threadName.isEmpty ? "" : " '\(link.threadName)'"
    if link.process == 0 {
      // An end of a pipe is a process's.
      guard object.isLock || object == .join else { return "this process" }
      return next == 0 ? "this thread" : "thread \(link.thread)\(name)"
    }
    let count = chain.links[place].otherProcesses
    let others = count == 0 ? "" : count == 1 ? " or another one" : " or one of \(count) others"
    let thread = link.thread == link.process ? "" : "thread \(link.thread) of "
    return "\(thread)process \(link.process)\(name)\(others)"
  }

  /// Of the last thread, which waits for no other: ", which is in compute()".
  private func doing(_ chain: WaitChain, _ place: Int) -> String {
    let link = chain.links[place]
    if place < chainStacks.count, let frame = chainStacks[place].first(where: { !$0.isSystem }) {
      return ", which is in \(frame.shortName)\(frame.place.isEmpty ? "" : " (\(frame.place))")"
    }
    switch link.call {
    case "": return ", which runs"
    case WaitChain.Link.stopped: return ", which is stopped, by a signal or a debugger"
    case WaitChain.Link.ended: return ", which has ended"
    case WaitChain.Link.unread: return ""
    default: return ", which is in \(link.call)"
    }
  }
}

extension WaitChain.Object {
  var isLock: Bool { [.pthreadMutex, .mutex, .readWriteLock].contains(self) }
}
