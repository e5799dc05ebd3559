import LinuxSystem
import RunLoopCore
import RunLoopExecutors
import TestHarness
import TestSupport
import Testing

/// Readiness of descriptors, as a task sees it.
@Suite(.hangLimit) struct DescriptorEventTests {
  /// A pipe that does not block.
  private struct Pipe {
    let input: Int32
    let output: Int32

    init() throws {
      var ends: [Int32] = [-1, -1]
      try #require(linux_pipe(&ends) == 0)
      for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
      (input, output) = (ends[0], ends[1])
    }

    func close() {
      LinuxSystem.close(input)
      LinuxSystem.close(output)
    }

    @discardableResult
    func send(_ count: Int) -> Int { write(output, [UInt8](repeating: 7, count: count), count) }

    func receive(_ most: Int) -> Int {
      var buffer = [UInt8](repeating: 0, count: most)
      return read(input, &buffer, most)
    }
  }

  private func sourceCount(_ loop: RunLoop) -> Int { loop.itemCount(labelled: "descriptor events") }

  @Test func aTaskThatReadsALittleIsNotifiedOfTheRest() async throws {
    let (thread, pipe) = (try LoopThread(), try Pipe())
    defer { pipe.close() }
    pipe.send(5)
    var heard: [Int] = []
    for try await events in thread.loop.events(of: pipe.input) {
      #expect(events == .readable)
      heard.append(pipe.receive(2))
      if heard.reduce(0, +) == 5 { break }
    }
    #expect(heard == [2, 2, 1])
    #expect(sourceCount(thread.loop) == 0, "nothing is watched after the iteration")
    thread.join()
  }

  @Test func whileTheTaskIsAtWorkTheLoopSleeps() async throws {
    let (thread, pipe) = (try LoopThread(), try Pipe())
    defer { pipe.close() }
    pipe.send(1)
    var iterator = thread.loop.events(of: pipe.input).makeAsyncIterator()
    #expect(try await iterator.next() == .readable)
    thread.loop.startMetrics()
    // The byte is there still.
    try await Task.sleep(for: .milliseconds(30))
    let metrics = try #require(thread.loop.metrics)
    #expect(metrics.turns <= 2, "no turn for an event that is not awaited")
    #expect(try await iterator.next() == .readable)
    thread.join()
  }

  @Test func nothingIsLostBetweenAFastWriterAndASlowReader() async throws {
    let (thread, writer, pipe) = (try LoopThread(), try LoopThread(), try Pipe())
    defer { pipe.close() }
    let total = 1_000_000
    let sending = Task {
      var sent = 0
      for try await _ in writer.loop.events(of: pipe.output, .writable) {
        sent += max(pipe.send(min(total - sent, 7000)), 0)
        if sent == total { return }
      }
    }
    var received = 0
    for try await _ in thread.loop.events(of: pipe.input) {
      received += max(pipe.receive(3000), 0)
      if received == total { break }
    }
    try await sending.value
    #expect(received == total)
    thread.join()
    writer.join()
  }

  @Test func theOtherEndsCloseIsReported() async throws {
    let (thread, pipe) = (try LoopThread(), try Pipe())
    close(pipe.output)
    var iterator = thread.loop.events(of: pipe.input).makeAsyncIterator()
    #expect(try await iterator.next()?.contains(.hangUp) == true)
    close(pipe.input)
    thread.join()
  }

  @Test func cancellingEndsTheWatchAtOnce() async throws {
    let (thread, pipe) = (try LoopThread(), try Pipe())
    let loop = thread.loop
    let task = try await SuspendedTask(when: { sourceCount(loop) > 0 }) {
      try await loop.events(of: pipe.input).reduce(0) { count, _ in count + 1 }
    }
    task.cancel()
    #expect(sourceCount(loop) == 0)
    pipe.close()
    #expect(try await task.value() == 0)
    thread.join()
  }

  /// Cancelling meets an event: each task ends, and nothing stays.
  @Test func cancellingMayMeetAnEvent() async throws {
    let (thread, pipe) = (try LoopThread(), try Pipe())
    defer { pipe.close() }
    let loop = thread.loop
    let ended = Counter()
    for round in 0..<300 {
      let task = Task {
        for try await _ in loop.events(of: pipe.input) { _ = pipe.receive(1) }
        ended.add(1)
      }
      if round % 3 != 0 { try await untilItIsSo { sourceCount(loop) > 0 } }
      pipe.send(1)
      if round % 2 == 0 { await Task.yield() }
      task.cancel()
      try await task.value
      #expect(sourceCount(loop) == 0)
    }
    #expect(ended.value == 300)
    thread.join()
  }

  @Test func whatCanNotBeWatchedIsAnErrorAndTheEnd() async throws {
    let thread = try LoopThread()
    let file = open("/proc/self/exe", O_RDONLY)
    var iterator = thread.loop.events(of: file).makeAsyncIterator()
    await #expect(throws: RunLoop.PortError.notPollable(descriptor: file, label: "descriptor events")) {
      _ = try await iterator.next()
    }
    #expect(try await iterator.next() == nil)
    close(file)
    var closed = thread.loop.events(of: -1).makeAsyncIterator()
    await #expect(throws: RunLoop.PortError.closed(descriptor: -1, label: "descriptor events")) {
      _ = try await closed.next()
    }
    thread.join()
  }

  @Test func aModeWatchesADescriptorOnce() async throws {
    let (thread, pipe) = (try LoopThread(), try Pipe())
    defer { pipe.close() }
    pipe.send(1)
    var first = thread.loop.events(of: pipe.input).makeAsyncIterator()
    #expect(try await first.next() == .readable)
    var second = thread.loop.events(of: pipe.input).makeAsyncIterator()
    await #expect(throws: RunLoop.PortError.self) { _ = try await second.next() }
    #expect(try await first.next() == .readable, "the first continues")
    thread.join()
  }

  @Test func aDescriptorThatWasClosedIsAnErrorAndTheEnd() async throws {
    // No other test may get the number meanwhile.
    await #expect(processExitsWith: .success) {
      let (thread, pipe) = (try LoopThread(), try Pipe())
      pipe.send(1)
      var iterator = thread.loop.events(of: pipe.input).makeAsyncIterator()
      #expect(try await iterator.next() == .readable)
      close(pipe.input)
      await #expect(throws: RunLoop.PortError.self) { _ = try await iterator.next() }
      #expect(try await iterator.next() == nil)
      thread.join()
    }
  }

  @Test func theLoopsEndIsTheEnd() async throws {
    let (thread, pipe) = (try LoopThread(), try Pipe())
    defer { pipe.close() }
    let loop = thread.loop
    let task = Task { try await loop.events(of: pipe.input).reduce(0) { count, _ in count + 1 } }
    try await untilItIsSo { sourceCount(loop) > 0 }
    thread.join()
    #expect(try await task.value == 0)
    #expect(
      try await loop.events(of: pipe.input).reduce(0) { count, _ in count + 1 } == 0, "nor does one begin")
  }
}
