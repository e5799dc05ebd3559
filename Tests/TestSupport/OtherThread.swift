import Dispatch
package import RunLoopCore
import Synchronization
internal import Testing

/// A thread that exists before the calls of others are watched, and does one thing after the other.
package final class OtherThread: @unchecked Sendable {
  private struct Body: @unchecked Sendable {
    let call: () -> Void
  }

  private let work = DispatchSemaphore(value: 0)
  private let begun = DispatchGroup()
  private let bodies = Mutex<[Body]>([])
  private var thread: FreshThread<Void>?

  package init() {
    thread = FreshThread { [unowned self] in
      while doNext() {}
    }
  }

  /// Does what was begun first, when there is something. False when the thread is to end. What the body has captured is released
  /// before `wait` returns.
  private func doNext() -> Bool {
    work.wait()
    guard doFirst() else { return false }
    begun.leave()
    return true
  }

  private func doFirst() -> Bool {
    guard let body = bodies.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
    body.call()
    return true
  }

  /// Also from a callback that what was begun before has caused, and that comes before that is done.
  package func begin(_ body: @escaping () -> Void) {
    let body = Body(call: body)
    begun.enter()
    bodies.withLock { $0.append(body) }
    work.signal()
  }

  /// Waits until all that was begun is done.
  package func wait() { begun.wait() }

  /// Does it and waits for it.
  package func run(_ body: @escaping () -> Void) {
    begin(body)
    wait()
  }

  package func end() {
    work.signal()
    thread?.join()
  }
}

extension RunLoop {
  /// Checks that the loop serves a timer, a block from another thread and a port, and sleeps when there is nothing to do.
  package func expectWorks(with other: OtherThread) throws {
    final class Count: @unchecked Sendable { var names: [String] = [] }
    let count = Count()
    let port = try WakePort()
    let source = PortSource(port) { count.names.append("port") }
    try add(source)
    let timer = Timer(after: .milliseconds(1)) { _ in count.names.append("timer") }
    add(timer)
    other.run {
      port.ring()
      self.post { count.names.append("block") }
    }
    runUntil { count.names.count == 3 }
    #expect(count.names.count == 3, "\(count.names) of a loop after a fault")
    source.invalidate()
    // Nothing is left that keeps it awake.
    let rest = Timer(after: .seconds(100)) { _ in }
    add(rest)
    let turns = self.turns(in: .milliseconds(5))
    #expect(turns < 10, "\(turns) turns in 5 ms")
    rest.invalidate()
  }
}
