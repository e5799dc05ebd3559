import RunLoopCore
import RunLoopNet
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Look-ups by a resolver of the program's own.
@Suite(.hangLimit) struct ResolverAnswerTests {
  @Test func aLookupIsCancelledOnlyBeforeItHasEnded() {
    onFreshThread {
      let notes = Notes()
      nonisolated(unsafe) var complete: ((Resolver.Answer) -> Void)?
      let resolver = Resolver { host, _, _, _, completion in
        complete = completion
        return { notes("\(host) is cancelled") }
      }
      resolver.lookUp("first", port: 80) { _ in notes("first has an answer") }.cancel()
      let second = resolver.lookUp("second", port: 80) { _ in notes("second has an answer") }
      complete?(.failure(.noNameServer("second")))
      second.cancel()
      #expect(notes.lines == ["first is cancelled", "second has an answer"])
    }
  }
}
