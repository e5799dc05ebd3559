import TestHarness
import Testing

@testable import StallMonitoring

/// Was wrong: a stall in a generic function was "mostly in protocol", one in a comparison function was in the sorting one, and a wait
/// for another loop was in the loop's own system call.
@Suite(.hangLimit) struct WrongPlaceTests {
  @Test(arguments: [
    (
      "protocol witness for App.Shape.area(_: Swift.Int) -> () in conformance App.Circle : App.Shape in App",
      "Shape.area(_:)"
    ),
    (
      "protocol witness for static Swift.Comparable.< infix(A, A) -> Swift.Bool in conformance App.Feed : Swift.Comparable in App",
      "Comparable.<"
    ),
    (
      "protocol witness for App.Shape.area<A>(A) -> A1 in conformance <A> App.Box<A> : App.Shape in App",
      "Shape.area(_:)"
    ),
    ("protocol witness for App.Shape.area() -> ()", "Shape.area()"),
    (
      "(1) suspend resume partial function for App.Feed.load(_: Swift.Int) async throws -> ()",
      "Feed.load(_:)"
    ),
    (
      "(12) await resume partial function for closure #1 @Sendable () async -> () in App.main() -> ()",
      "closure #1 in App.main()"
    ),
    ("inner #1 () -> () in App.outer(Swift.Int) -> ()", "inner #1 in App.outer(_:)"),
    (
      "inner #2 <A>(A) -> A in closure #1 () -> () in App.outer<A>() -> ()",
      "inner #2 in closure #1 in App.outer()"
    ),
    ("dispatch thunk of App.Shape.area() -> ()", "Shape.area()"),
    (
      "vtable thunk for App.Base.load() -> () dispatching to App.Feed.load(into: Swift.Int) -> ()",
      "Feed.load(into:)"
    ),
    (
      "merged function signature specialization <Arg[0] = Dead> of static App.Feed.< infix(App.Feed, App.Feed) -> Swift.Bool",
      "merged Feed.<"
    ),
    ("type metadata accessor for App.Feed", "type metadata accessor for App.Feed"),
    (
      "lazy protocol witness table accessor for type App.Feed and conformance App.Feed : Swift.Equatable in App",
      "lazy protocol witness table accessor for type App.Feed and conformance App.Feed : Swift.Equatable in App"
    ),
  ])
  func aNameIsMoreThanTheCompilersFirstWord(_ name: String, _ short: String) {
    #expect(ShortName.of(name) == short)
  }

  private func frame(_ name: String, _ rawName: String = "$sx", file: String = "") -> CodeFrame {
    var frame = CodeFrame(address: 1, name: name)
    frame.rawName = rawName
    frame.image = "/opt/app/feed"
    frame.file = file
    return frame
  }

  @Test func whatTheCompilerPutIntoTheProgramOfALibraryIsTheLibrarys() {
    #expect(
      frame(
        "protocol witness for static Swift.Equatable.== infix(A, A) in conformance Swift.Int32 : Swift.Equatable in Swift"
      )
      .isSystem)
    #expect(
      frame(
        "generic specialization <Swift.Int> of protocol witness for Swift.Hashable.hash(into:) in conformance Swift.Int"
      )
      .isSystem)
    #expect(
      frame(
        "merged static (extension in Swift):Swift.String.+= infix(inout Swift.String, Swift.String) -> ()"
      ).isSystem)
    #expect(frame("static Swift.String.+= infix(inout Swift.String, Swift.String) -> ()").isSystem)
    #expect(frame("generic specialization <App.Feed> of Swift.Array.append(__owned A) -> ()").isSystem)
    #expect(frame("merged Swift.Array.append(__owned A) -> ()").isSystem)
    // A program's own.
    #expect(!frame("static App.Feed.load(Swift.Int) -> ()").isSystem)
    #expect(!frame("(extension in App):Swift.Array.shuffled() -> ()").isSystem)
    #expect(!frame("closure #1 (Swift.Int) -> () in App.Feed.load(Swift.Int) -> ()").isSystem)
    #expect(
      !frame(
        "protocol witness for static Swift.Equatable.== infix(A, A) in conformance App.Feed : Swift.Equatable in App"
      )
      .isSystem)
    #expect(frame("linux_futex_wait", "linux_futex_wait", file: "/src/CLinux/CLinux.h").isLoop)
    #expect(frame("linux_futex_wait", "linux_futex_wait").isLoop)
    #expect(!frame("linux_distribution", "linux_distribution", file: "/home/app/os.c").isLoop)
    #expect(frame("static RunLoopCore.SystemCall.sleep() -> ()").isLoop)
    #expect(frame("generic specialization <Swift.Int> of RunLoopCore.RunLoop.performAndWait() -> A").isLoop)
    #expect(!frame("App.Feed.load(RunLoopCore.RunLoop) -> ()").isLoop)
  }

  /// A function that a recursive one calls at each depth.
  /// The stall's time is work, with these stacks one after the other.
  private func works(_ record: inout StallRecord, _ stacks: [[UInt]], every interval: UInt64) {
    record.samples = stacks.enumerated().map { index, addresses in
      var stack = StackSample()
      stack.time = record.started + UInt64(index) * interval
      stack.addresses = addresses
      stack.means = .signal
      return stack
    }
    record.diagnosis.cause = .processor
    record.diagnosis.shares.processor = 1
  }

  @Test func aFunctionThatIsCalledInManyWaysIsStillTheOne() {
    let report = StallReport.sample { record in
      let outer: UInt = 0x2000
      let ways: [[UInt]] = [[outer], [outer, outer], [outer, outer, outer], [outer, outer, outer, outer]]
      works(&record, ways.map { [0x4000] + $0 + [0x3001] }, every: 300_000_000)
    }
    #expect(report.sentence.hasSuffix("it computed, mostly in feed+0x4000."), "\(report.sentence)")
  }

  @Test func ofFunctionsNoneOfWhichHasHalfTheirCallerIsTheOne() {
    let report = StallReport.sample { record in
      let leaves: [UInt] = [0x4000, 0x5000, 0x6000, 0x4000, 0x5000, 0x6000]
      works(&record, leaves.map { [$0, 0x2001, 0x3001] }, every: 200_000_000)
    }
    #expect(report.sentence.hasSuffix("it computed, mostly in feed+0x2000."), "\(report.sentence)")
  }

  @Test func whatALibraryCallsInsideIsNamedAsFromOutside() {
    #expect(StallReport.plainName("pthread_cond_timedwait@@GLIBC_2.3.2") == "pthread_cond_timedwait")
    #expect(StallReport.plainName("__new_sem_wait_slow64.constprop.0") == "sem_wait")
    #expect(StallReport.plainName("_dispatch_group_wait_slow") == "dispatch_group_wait")
    #expect(StallReport.plainName("DispatchQueue.sync(execute:)") == "DispatchQueue.sync(execute:)")
    #expect(StallReport.plainName("___") == "___")
  }
}
