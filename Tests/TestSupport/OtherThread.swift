import Dispatch
package import RunLoopCore
internal import Testing

/// A thread that exists before the calls of others are watched, and does one thing at a time.
package final class OtherThread: @unchecked Sendable {
  private let work = DispatchSemaphore(value: 0)
  private let done = DispatchSemaphore(value: 0)
  private var body: (() -> Void)?
  private var thread: FreshThread<Void>?

  package init() {
    thread = FreshThread { [unowned self] in
      while true {
        work.wait()
        guard let body else { return }
        body()
        self.body = nil
        done.signal()
      }
    }
  }

  package func begin(_ body: @escaping () -> Void) {
    self.body = body
    work.signal()
  }

  package func wait() { done.wait() }

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
