import HIDEvents
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import ResponderKit

/// A port that was connected to an application after `terminate` was read until the application was deallocated, into a queue that nothing emptied.
@Suite(.hangLimit) struct EndedApplicationsReadPortsTests {
  @Test func whatIsConnectedAfterTheEndEndsAtOnce() throws {
    try onFreshThread {
      let (ours, theirs) = try RunLoop.MessagePort.pair()
      let input = EventInput(loop: .current)
      let sources = [ours, theirs].map { RunLoop.PortSource($0) {} }
      input.keep(sources[0])
      #expect(sources[0].isValid)
      input.close()
      #expect(!sources[0].isValid && sources[1].isValid)
      input.keep(sources[1])
      #expect(!sources[1].isValid)
      input.keep(FetchThread(input, ours) {})
      #expect(input.fetchThreads.isEmpty)
    }
  }

  @Test func anApplicationThatHasEndedTakesNoEventsFromAPort() throws {
    try onFreshThread {
      let application = UIApplication()
      let (ours, theirs) = try RunLoop.MessagePort.pair()
      application.terminate()
      try application.connect(to: ours)
      try theirs.send(HIDEvent(timestamp: 1, .remoteControl(.play)).packet())
      application.loop.run(for: .milliseconds(20))
      #expect(application.input.queue.isEmpty)
    }
  }
}
