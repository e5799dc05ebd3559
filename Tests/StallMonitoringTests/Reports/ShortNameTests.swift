import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

@Suite("The short form of a name", .hangLimit)
struct ShortNameTests {
  @Test(
    "has no types and no marks of the compiler",
    arguments: [
      ("RunLoopCore.RunLoop.run() -> ()", "RunLoop.run()"),
      (
        "RunLoopCore.RunLoop.run(mode: RunLoopCore.RunLoop.Mode, until: RunLoopCore.RunLoop.Instant) -> RunLoopCore.RunLoop.RunResult",
        "RunLoop.run(mode:until:)"
      ),
      ("RunLoopCore.callOutToTimer((A) -> (), B, C) -> ()", "RunLoopCore.callOutToTimer(_:_:_:)"),
      (
        "RunLoopCore.RunLoop.(mustReturn in _73B1910CC93EED097D92DD18E572368B)(RunLoopCore.Run) -> Swift.Bool",
        "RunLoop.mustReturn(_:)"
      ),
      (
        "closure #1 @Sendable () -> () in closure #2 (Swift.Int) -> () in App.Feed.load(_: Swift.Array<Swift.Int>) throws -> ()",
        "closure #1 in closure #2 in Feed.load(_:)"
      ),
      ("$defer #1 <A>() -> () in App.Feed.f<A>((Swift.Optional<A>) -> A) -> A", "$defer #1 in Feed.f(_:)"),
      ("generic specialization <Swift.Int> of Swift.Array.append(__owned A) -> ()", "Array.append(_:)"),
      (
        "BenchmarkKit.Report.(machineTable in _26854A4E3C6823EBD64808114752F3FB).getter : BenchmarkKit.Markup",
        "Report.machineTable.getter"
      ),
      ("partial apply forwarder for closure #1 () -> () in App.run() -> ()", "closure #1 in App.run()"),
      ("static App.Main.$main() -> ()", "Main.$main()"),
      ("merged closure #6 @Sendable () -> () in App.main() -> ()", "merged closure #6 in App.main()"),
      ("partial apply forwarder for merged App.Feed.load() -> ()", "merged Feed.load()"),
      (
        "reabstraction thunk helper from @escaping @callee_guaranteed () -> () to @escaping () -> (@out ())",
        "thunk"
      ),
      (
        "(extension in Swift):Swift.Sequence.map<A, B where B1: Swift.Error>((A.Element) throws(B1) -> A1) throws(B1) -> Swift.Array<A1>",
        "Sequence.map(_:)"
      ),
      ("static Swift.Int.< infix(Swift.Int, Swift.Int) -> Swift.Bool", "Int.<"),
      ("__pthread_mutex_lock", "__pthread_mutex_lock"),
      ("libc.so.6+0x1234", "libc.so.6+0x1234"),
      ("std::vector<int>::push_back(int&&)", "std::vector::push_back(_:)"),
      ("", ""), ("(((", "((("), ("a<b", "a<b"), (" x", " x"), ("closure #1", "closure #1"),
    ])
  func short(_ name: String, _ short: String) {
    #expect(ShortName.of(name) == short)
  }

  @Test("is something for any text")
  func any() {
    var dice = SplitMix(7)
    let pieces = [
      "(", ")", "<", ">", " in ", " of ", ".", ":", ", ", "closure #1 ", "static ", "merged ", "_", "a",
      " -> ", "é",
    ]
    for _ in 0..<5000 {
      let name = (0..<Int.random(in: 0..<20, using: &dice)).map { _ in
        pieces.randomElement(using: &dice) ?? ""
      }.joined()
      #expect(ShortName.of(name).isEmpty == name.isEmpty)
    }
  }
}
