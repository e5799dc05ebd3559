import TestHarness
import Testing

@testable import StallMonitoring

/// Who waits for whom: what is a circle, and what is a deadlock.
@Suite(.hangLimit) struct WaitGraphTests {
  /// A thread of the process that is watched.
  private func thread(_ number: Int32) -> ThreadPlace { ThreadPlace(process: 1, thread: number) }

  private func wait(
    _ object: WaitChain.Object = .pthreadMutex, for enders: [ThreadPlace], isLimited: Bool = false,
    isComplete: Bool = true
  ) -> Wait {
    Wait(
      object: object, place: 0x1000, hasTimeLimit: isLimited, enders: enders, isComplete: isComplete,
      ran: Wait.Ran(time: 5, count: 1))
  }

  private func mutex(_ owner: Int32, isLimited: Bool = false) -> Wait {
    wait(for: [thread(owner)], isLimited: isLimited)
  }

  private func graph(_ waits: [ThreadPlace: Wait], from start: Int32 = 1) -> WaitGraph {
    WaitGraph(from: thread(start)) { waits[$0] }
  }

  @Test func aChainIsFollowedToItsEnd() {
    let found = graph([thread(1): mutex(2), thread(2): wait(.join, for: [thread(3)])]).chain(from: thread(1))
    #expect(found.threads == [1, 2, 3].map(thread) && found.circle == nil && !found.isDeadlock)
  }

  @Test func circlesOfOneTwoAndThreeLocksAreDeadlocks() {
    for count in 1...3 as ClosedRange<Int32> {
      var waits: [ThreadPlace: Wait] = [:]
      for number in 1...count { waits[thread(number)] = mutex(number % count + 1) }
      let found = graph(waits).chain(from: thread(1))
      #expect(found.threads == (1...count).map(thread) && found.circle == 0 && found.isDeadlock)
    }
  }

  @Test func aThreadMayWaitForOneThatIsInADeadlock() {
    let found = graph([thread(1): mutex(2), thread(2): mutex(3), thread(3): mutex(2)]).chain(from: thread(1))
    #expect(found.threads == [1, 2, 3].map(thread) && found.circle == 1 && found.isDeadlock)
  }

  /// Of several that could end a wait, all of which are stuck, the one that the chain has come from shows the shortest circle.
  @Test func aDeadlockIsDescribedByItsShortestCircle() {
    let waits = [
      thread(1): mutex(2), thread(2): wait(.pipe, for: [thread(3), thread(1)]), thread(3): mutex(1),
    ]
    let found = graph(waits).chain(from: thread(1))
    #expect(found.threads == [1, 2].map(thread) && found.circle == 0 && found.isDeadlock)
  }

  @Test func aCircleWithATimeLimitIsNone() {
    let found = graph([thread(1): mutex(2), thread(2): mutex(1, isLimited: true)]).chain(from: thread(1))
    #expect(found.circle == 0 && !found.isDeadlock)
  }

  @Test func anUnknownHolderOpensACircle() {
    let waits = [thread(1): mutex(2), thread(2): wait(.readWriteLock, for: [thread(1)], isComplete: false)]
    #expect(!graph(waits).chain(from: thread(1)).isDeadlock)
    // What a thread has run is not known: it may have moved in between.
    var unknown = [thread(1): mutex(2), thread(2): mutex(1)]
    unknown[thread(2)]?.ran = nil
    #expect(!graph(unknown).chain(from: thread(1)).isDeadlock)
  }

  @Test func onlyWhatTwoLooksFindAlikeCounts() {
    let first = [thread(1): mutex(2), thread(2): mutex(1)]
    for change in 0..<4 {
      var second = first
      switch change {
      case 0: second[thread(2)] = nil
      case 1: second[thread(2)]?.place += 8
      case 2: second[thread(2)] = mutex(3)
      // It waits for the same again.
      default: second[thread(2)]?.ran?.count += 1
      }
      let graph = graph(first).confirmed(by: { second[$0] }, ran: { second[$0]?.ran })
      #expect(!graph.chain(from: thread(1)).isDeadlock && graph.waits.count == 1, "\(change)")
    }
    let same = graph(first).confirmed(by: { first[$0] }, ran: { first[$0]?.ran })
    #expect(same.chain(from: thread(1)).isDeadlock)
    // One has run after the second look at it.
    let late = graph(first).confirmed(
      by: { first[$0] }, ran: { Wait.Ran(time: 5, count: $0.thread == 2 ? 2 : 1) })
    #expect(!late.chain(from: thread(1)).isDeadlock && late.waits.count == 1)
  }

  @Test func anEndOfAPipeIsThatOfAllThreadsOfAProcess() {
    let other = [11, 12].map { ThreadPlace(process: 11, thread: $0) }
    let one = [thread(1)]
    // Each reads what the other one should write.
    var waits = [thread(1): wait(.pipe, for: other), other[0]: wait(.pipe, for: one)]
    let free = graph(waits).chain(from: thread(1))
    #expect(free.threads == [thread(1), other[0]] && free.circle == 0 && !free.isDeadlock)
    // Its second thread waits for the first: nothing can write any more.
    waits[other[1]] = wait(.join, for: [other[0]])
    #expect(graph(waits).chain(from: thread(1)).isDeadlock)
    waits[other[1]] = wait(.join, for: [other[0]], isLimited: true)
    #expect(!graph(waits).chain(from: thread(1)).isDeadlock)
  }

  @Test func aPipeOfOneProcessLeadsNowhere() {
    // Any thread of it may write.
    let found = graph([thread(1): wait(.pipe, for: [1, 2, 3].map(thread))]).chain(from: thread(1))
    #expect(found.threads == [thread(1)] && found.circle == nil)
    #expect(graph([thread(1): wait(.pipe, for: [thread(1)])]).chain(from: thread(1)).isDeadlock)
  }

  @Test func threadsThatWereNotLookedAtAreFree() {
    var waits: [ThreadPlace: Wait] = [:]
    for number in 1...40 as ClosedRange<Int32> { waits[thread(number)] = mutex(number % 40 + 1) }
    let cut = WaitGraph(from: thread(1), atMost: 30) { waits[$0] }
    #expect(cut.waits.count == 30 && cut.stuck.isEmpty && !cut.chain(from: thread(1)).isDeadlock)
    #expect(graph(waits).stuck.count == 40)
  }

  /// Against another rule for the same: a thread that runs ends all waits that it can end, and those threads run then.
  @Test func stuckIsWhatNoThreadCanFree() {
    var dice = SplitMix(7)
    for _ in 0..<300 {
      let count = Int32.random(in: 1...7, using: &dice)
      var waits: [ThreadPlace: Wait] = [:]
      for number in 1...count where Int.random(in: 0..<6, using: &dice) > 0 {
        let enders = (1...count).filter { _ in Int.random(in: 0..<3, using: &dice) == 0 }.map(thread)
        waits[thread(number)] = wait(
          for: enders.isEmpty ? [thread(1)] : enders, isLimited: Int.random(in: 0..<12, using: &dice) == 0)
      }
      var left = waits
      while let freed = left.first(where: { wait in
        wait.value.hasTimeLimit || wait.value.enders.contains { left[$0] == nil }
      }) { left[freed.key] = nil }
      var graph = WaitGraph()
      for start in 1...count {
        graph = WaitGraph(from: thread(start)) { waits[$0] }
        #expect(graph.stuck.contains(thread(start)) == (left[thread(start)] != nil))
        let chain = graph.chain(from: thread(start))
        #expect(chain.isDeadlock == (left[thread(start)] != nil))
      }
    }
  }

  @Test func theOtherEndOfATCPConnectionIsFound() {
    let tables = """
        sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
         0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 10 1
         1: 0100007F:C350 0100007F:1F90 01 00000000:00000000 00:00000000 00000000     0        0 11 1
         0: 0000000000000000FFFF00000100007F:1F90 0000000000000000FFFF00000100007F:C350 01 0:0 00:0 0 0 0 12 1
      """
    #expect(SocketPeer.peer(of: 11, in: tables) == 12 && SocketPeer.peer(of: 12, in: tables) == 11)
    #expect(SocketPeer.peer(of: 10, in: tables) == nil && SocketPeer.peer(of: 99, in: tables) == nil)
  }

  @Test func aChainBeginsOneThatIsAtLeastAsLong() {
    func chain(_ threads: [Int32], _ object: WaitChain.Object? = .mutex) -> WaitChain {
      var links = threads.map { WaitChain.Link(thread: $0) }
      for index in links.indices.dropLast() { links[index].object = object }
      return WaitChain(links: links)
    }
    #expect(
      chain([1, 2]).isBeginning(of: chain([1, 2])) && chain([1, 2]).isBeginning(of: chain([1, 2, 3])))
    // The second waits for the same in both: in the shorter one for the first.
    var circle = chain([1, 2])
    (circle.links[1].object, circle.circle) = (.mutex, 0)
    #expect(!chain([1, 2, 3]).isBeginning(of: circle) && !chain([1, 2, 3]).isBeginning(of: chain([1, 2])))
    #expect(!chain([1, 3]).isBeginning(of: chain([1, 2, 3])))
    #expect(!chain([1, 2], .join).isBeginning(of: chain([1, 2, 3])))
  }
}

extension WaitChain {
  /// Three threads, two of this process and one of another one, in a circle.
  static func sample(since time: UInt64) -> WaitChain {
    var links = [Link(thread: 4711), Link(thread: 4712), Link(thread: 99)]
    (links[0].object, links[0].place, links[0].threadName, links[0].call) = (.mutex, 0x5000, "app", "futex")
    (links[1].object, links[1].place, links[1].isToWrite) = (.pipe, 77, true)
    links[1].otherProcesses = 2
    (links[2].process, links[2].object, links[2].hasTimeLimit) = (99, .childProcess, true)
    (links[2].place, links[2].threadName, links[2].readers) = (4711, "cat", 3)
    links[2].functions = ["read", "main"]
    links[1].stack.addresses = [0x4000, 0x5000]
    links[1].stack.time = time + 5
    var chain = WaitChain(links: links, circle: 0)
    (chain.isDeadlock, chain.since, chain.seen) = (true, time + 7, time + 9)
    return chain
  }
}
