import LinuxSystem
import RunLoopCore
import RunLoopNet
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Names, files and datagrams beside a timer. With MAINSPRING_OFFLOAD_TIMES=1000 in the environment it does as much as in
/// Docs/descriptors.md, and prints the figures.
@Suite(.hangLimit) struct NothingBlocksTheLoopTests {
  @Test func namesFilesAndDatagramsEndBesideATimer() throws {
    let times = getenv("MAINSPRING_OFFLOAD_TIMES").flatMap { Int(String(cString: $0)) } ?? 3
    try onFreshThread {
      let loop = RunLoop.current
      let timer = LateTimer()
      loop.add(timer.timer)
      try timer.measure("\(10 * times) names", alone: true) { loop.run(for: .milliseconds(times)) }
      try timer.measure("\(10 * times) names") { try Self.names(10 * times) }
      try timer.measure("\(100 * times) files") { try Self.files(100 * times) }
      try timer.measure("\(1000 * times) datagrams") { try Self.datagrams(1000 * times) }
      timer.timer.invalidate()
    }
  }

  /// Starts `count` pieces of work, 64 at once: a new one when one has ended. The pool may be as fast as the loop, so the number
  /// that wait would not bound what one callout starts.
  private static func feed(_ count: Int, _ start: @escaping (@escaping () -> Void) throws -> Void) {
    let loop = RunLoop.current
    var (begun, ended) = (0, 0)
    func more() {
      while begun < count, begun - ended < 64 {
        begun += 1
        do {
          try start {
            ended += 1
            if ended == count { loop.stop() } else { more() }
          }
        } catch {
          Issue.record(error)
          return loop.stop()
        }
      }
    }
    more()
    loop.run(for: patience)
    #expect(ended == count)
  }

  private static func names(_ count: Int) throws {
    feed(count) { ended in
      Resolver.system.lookUp("localhost", port: 1) { answer in
        #expect((try? answer.get())?.isEmpty == false)
        ended()
      }
    }
  }

  private static func files(_ count: Int) throws {
    feed(count) { ended in
      try Offload.shared.start(.read("/etc/passwd")) { result in
        #expect((try? result.get())?.isEmpty == false)
        ended()
      }
    }
  }

  private static func datagrams(_ count: Int) throws {
    let loop = RunLoop.current
    let reader = try DatagramSocket(at: .tcp("127.0.0.1", port: 0), largest: 64)
    let writer = try DatagramSocket(at: .tcp("127.0.0.1", port: 0), largest: 64)
    try writer.connect(to: #require(reader.address))
    let bytes = [UInt8](repeating: 7, count: 32)
    var (sent, received) = (0, 0)
    // A batch at a time, so that the receiver's queue is never full.
    func sendBatch() {
      for _ in 0..<min(64, count - sent) where (try? writer.send(bytes)) == true { sent += 1 }
    }
    try writer.start(.init(received: { _, _ in }))
    try reader.start(
      .init(received: { _, datagrams in
        received += datagrams.count
        if received == count { return loop.stop() }
        if received == sent { sendBatch() }
      }))
    sendBatch()
    loop.run(for: patience)
    #expect(received == count)
    for socket in [reader, writer] { socket.close() }
  }
}

/// A timer of one millisecond that records how late it is.
private final class LateTimer: @unchecked Sendable {
  private var delays: [Int] = []
  private var next = RunLoop.current.now.advanced(by: .milliseconds(1))
  private(set) var timer: RunLoop.Timer!

  init() {
    timer = RunLoop.Timer(at: next, repeating: .milliseconds(1), label: "1 ms") { [unowned self] _ in
      let now = RunLoop.current.now
      self.delays.append(Int(self.next.duration(to: now) / .microseconds(1)))
      // Missed dates are left out.
      repeat { self.next = self.next.advanced(by: .milliseconds(1)) } while self.next < now
    }
  }

  func measure(_ what: String, alone: Bool = false, _ body: () throws -> Void) throws {
    delays = []
    let start = ContinuousClock.now
    try body()
    let took = ContinuousClock.now - start
    guard getenv("MAINSPRING_OFFLOAD_TIMES") != nil else { return }
    let sorted = delays.sorted()
    func part(_ share: Double) -> Int {
      sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }
    print(
      "\(alone ? "nothing" : what): \(took), timer late by µs: p50 \(part(0.5)), p99 \(part(0.99)), most \(sorted.last ?? 0), of \(sorted.count)"
    )
  }
}
