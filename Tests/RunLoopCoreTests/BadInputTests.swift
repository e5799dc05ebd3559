import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Bad input has a defined answer: a typed error that says what to do, or nothing at all.
@Suite(.hangLimit) struct BadInputTests {
  /// The error of making a port of a descriptor, or of adding a source of it to the calling thread's loop.
  private static func failure(_ body: () throws -> Void) -> RunLoop.PortError? {
    do {
      try body()
      return nil
    } catch {
      return error as? RunLoop.PortError
    }
  }

  @Test(arguments: [-1, Int32.min, Int32.max, 1_000_000] as [Int32])
  func descriptorThatIsNotOpenIsRefused(descriptor: Int32) {
    let error = Self.failure { _ = try RunLoop.Port(borrowing: descriptor, label: "mouse") }
    #expect(error == .closed(descriptor: descriptor, label: "mouse"))
    #expect(
      "\(error!)"
        == "descriptor \(descriptor) ('mouse') is not open: create the port before closing the descriptor,"
        + " or give the port a duplicate of its own")
    #expect(Self.failure { _ = try RunLoop.MessagePort(adopting: descriptor) } != nil)
  }

  @Test(arguments: ["/proc/self/exe", "/"])
  func regularFilesAndDirectoriesAreRefused(path: String) throws {
    let descriptor = open(path, O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let error = Self.failure { _ = try RunLoop.Port(borrowing: descriptor) }
    #expect(error == .notPollable(descriptor: descriptor, label: ""))
    #expect("\(error!)".contains("read it directly, or on another thread"))
  }

  @Test func characterDeviceThatEpollRefusesIsReportedWhenItIsAdded() throws {
    let descriptor = open("/dev/null", O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let error = try onFreshThread {
      let source = RunLoop.PortSource(try RunLoop.Port(borrowing: descriptor), label: "null") {}
      return Self.failure { _ = try RunLoop.current.add(source) }
    }
    #expect(error == .notPollable(descriptor: descriptor, label: "null"))
  }

  @Test func descriptorClosedAfterThePortWasMadeIsReportedWhenItIsAdded() async {
    // In a child process: elsewhere another test might get the number.
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [-1, -1]
      pipe(&ends)
      // A number that the loop's own descriptors do not get.
      let descriptor = fcntl(ends[0], F_DUPFD, 300)
      let port = try RunLoop.Port(borrowing: descriptor)
      close(descriptor)
      onFreshThread {
        let loop = RunLoop.current
        let source = RunLoop.PortSource(port, label: "gone") {}
        for mode in [.default, .common, "other"] as [RunLoop.Mode] {
          do {
            _ = try loop.add(source, to: mode)
            Issue.record("added to \(mode)")
          } catch {
            #expect(
              error as? RunLoop.PortError == .closed(descriptor: port.descriptor, label: "gone"))
          }
          #expect(!loop.contains(source, in: mode))
        }
        #expect(loop.run(for: .seconds(10)) == .finished)
        #expect(source.isValid)
      }
    }
  }

  @Test func descriptorClosedUnderItsSourceIsNeverServedAndDoesNoHarm() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [-1, -1]
      pipe(&ends)
      let reader = ends[0]
      let port = try RunLoop.Port(borrowing: reader)
      let log = Log()
      onFreshThread {
        let loop = RunLoop.current
        let old = RunLoop.PortSource(port) { log("old") }
        _ = try? loop.add(old)
        close(reader)
        log("\(loop.run(for: .milliseconds(5)))")
        // The number comes to another pipe, which another source watches.
        var others: [Int32] = [-1, -1]
        pipe(&others)
        // Called for nothing, it must not wait.
        _ = fcntl(others[0], F_SETFL, O_NONBLOCK)
        dup2(others[0], reader)
        let new = RunLoop.PortSource(port) { [reader] in
          var byte: UInt8 = 0
          read(reader, &byte, 1)
          log("new")
        }
        _ = try? loop.add(new)
        // Removing the old one must not unwatch the new one's descriptor.
        old.invalidate()
        write(others[1], [1], 1)
        log("\(loop.run(for: patience, returnAfterSourceHandled: true))")
      }
      #expect(log.lines == ["timedOut", "new", "handledSource"], "\(log.lines)")
    }
  }

  @Test func sameDescriptorTwiceInAModeIsRefused() throws {
    let port = try RunLoop.WakePort()
    let log = Log()
    let (error, elsewhere) = try onFreshThread {
      let loop = RunLoop.current
      let first = RunLoop.PortSource(port) { log("first") }
      let second = RunLoop.PortSource(port, label: "second") { log("second") }
      try loop.add(first)
      let error = Self.failure { _ = try loop.add(second) }
      port.ring()
      loop.run(for: .milliseconds(2))
      let elsewhere = try loop.add(second, to: "other")
      loop.remove(first)
      port.ring()
      loop.run(mode: "other", for: .milliseconds(2))
      return (error, elsewhere)
    }
    #expect(error == .alreadyWatched(descriptor: port.descriptor, label: "second", mode: "default"))
    #expect("\(error!)".contains("duplicate made by dup(2)"))
    #expect(elsewhere)
    #expect(log.lines == ["first", "second"])
  }

  @Test func refusedSourceCanBeAddedWhenTheDescriptorIsFree() throws {
    let port = try RunLoop.WakePort()
    let log = Log()
    try onFreshThread {
      let loop = RunLoop.current
      let first = RunLoop.PortSource(port) { log("first") }
      let second = RunLoop.PortSource(port) { log("second") }
      try loop.add(first, to: .common)
      log(
        "\(Self.failure { _ = try loop.add(second, to: .common) } != nil) \(loop.contains(second, in: .common))"
      )
      first.invalidate()
      try loop.add(second, to: .common)
      port.ring()
      loop.run(for: .milliseconds(2))
    }
    #expect(log.lines == ["true false", "second"])
  }

  @Test func addCommonModeReportsAPortThatCanNotBeWatchedAndAddsTheRest() throws {
    let port = try RunLoop.WakePort()
    let places = try onFreshThread { () -> [Bool] in
      let loop = RunLoop.current
      try loop.add(RunLoop.PortSource(port) {}, to: "late")
      let common = RunLoop.PortSource(port) {}
      let source = RunLoop.Source {}
      try loop.add(common, to: .common)
      loop.add(source, to: .common)
      let failure = Self.failure { try loop.addCommonMode("late") }
      return [
        failure != nil, loop.commonModes.contains("late"), loop.contains(source, in: "late"),
        loop.contains(common, in: "late"),
      ]
    }
    #expect(places == [true, true, true, false])
  }

  @Test func invalidSourcesAreRefused() throws {
    let port = try RunLoop.WakePort()
    let results = try onFreshThread { () -> [Bool] in
      let loop = RunLoop.current
      let source = RunLoop.Source {}
      let portSource = RunLoop.PortSource(port) {}
      source.invalidate()
      portSource.invalidate()
      return [
        loop.add(source), try loop.add(portSource), loop.add(source, to: .common), loop.contains(source),
        loop.run(for: .seconds(1)) != .finished,
      ]
    }
    #expect(results == Array(repeating: false, count: 5))
  }

  @Test func runningAnotherThreadsLoopIsAMistakeThatNamesTheLoop() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let loop = onFreshThread {
        RunLoop.current.label = "worker 3"
        return RunLoop.current
      }
      loop.run()
    }
    #if DEBUG
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("run loop 'worker 3' can be run by its own thread only"))
    #else
      _ = result
    #endif
  }

  @Test func clockAfterTheLoopIsAMistake() async {
    await #expect(processExitsWith: .failure) {
      onFreshThread {
        _ = RunLoop.current
        SimulatedClock().install()
      }
    }
  }

  @Test func aBorrowedDescriptorOutlivesItsPort() throws {
    let pipe = try Pipe()
    var port: RunLoop.Port? = try RunLoop.Port(borrowing: pipe.reader)
    #expect(port?.descriptor == pipe.reader)
    port = nil
    pipe.write(7)
    #expect(pipe.readByte() == 7)
  }
}
