/// Which test holds Mainspring to each rule of CFRunLoop's behaviour. Rules are numbered by section: L the loop,
/// M modes, R runs, W waiting and wake-ups, S stop, O observers, Z manual sources, V descriptor sources, B blocks,
/// T timers, Q the main dispatch queue, C contexts, X threads and death, F Foundation's classes.
enum RuleCoverage: Equatable {
  /// Handwritten scenarios that name the rule in their `tags` line.
  case scenarios
  /// What a scenario can not express: `TARGET.SUITE/TEST`.
  case test(String)
  /// There is nothing to test.
  case none(String)

  static let rules: [String: RuleCoverage] = {
    var rules: [String: RuleCoverage] = [:]
    func scenarios(_ section: String, _ numbers: ClosedRange<Int>...) {
      for number in numbers.joined() { rules["\(section)-\(number)"] = .scenarios }
    }
    scenarios("L", 2...4)
    scenarios("M", 1...9, 12...12)
    scenarios("R", 1...17)
    scenarios("W", 1...14)
    scenarios("S", 1...6)
    scenarios("O", 1...10)
    scenarios("Z", 1...9, 11...11)
    scenarios("V", 1...3, 5...5)
    scenarios("B", 1...8)
    scenarios("T", 1...5, 7...10, 20...27, 30...31, 34...36)
    scenarios("Q", 1...8)
    scenarios("C", 1...1)
    scenarios("X", 1...2)
    return rules.merging(elsewhere) { _, _ in preconditionFailure("a rule is covered twice") }
  }()

  private static let elsewhere: [String: RuleCoverage] = [
    "L-1": .test("RunLoopCoreTests.LoopIdentityTests/threadHasOneLoop"),
    "L-5": .test("RunLoopCoreTests.LoopEndTests/descriptorsAreClosed"),
    "L-6": .none("What a timeout costs CFRunLoop: Mainspring's needs no thread and no dispatch timer."),
    "M-10": .none("A mode's name is a value: there is no other object of the same name."),
    "M-11": .test("CFComparisonTests.FreeChoices/commonIsNoModeToBeMadeCommon"),
    "R-18": .none("A private interface of CFRunLoop, which Mainspring does not have."),
    "W-15": .test("RunLoopCoreTests.WakeUpTests/noWakeUpIsLostBetweenTwoThreads"),
    "Z-10": .test("CFComparisonTests.FreeChoices/sourcesAreDistinguishedByIdentity"),
    "V-4": .test("CFComparisonTests.FreeChoices/aDescriptorIsWatchedOnceInAMode"),
    "V-6": .test("RunLoopCoreTests.PortSourceTests/descriptorUsedAgainInTheSameBatchIsNotTakenForTheOldOne"),
    "V-7": .none("How CFSocket works, which is another library's."),
    "T-6": .test("CFComparisonTests.FreeChoices/equalDatesFireInTheOrderOfSetting"),
    "T-28": .test("CFComparisonTests.FreeChoices/missedDatesOfATinyIntervalCostNothing"),
    "C-2": .test("RunLoopCoreTests.TimerLifetimeTests/invalidatingLetsGoOfTheClosureAtOnce"),
    "C-3": .test("RunLoopCoreTests.ObserverTests/closureIsReleasedWhenTheObserverIsInvalid"),
    "C-4": .test("RunLoopCoreTests.SourceTests/invalidationLeavesEveryLoopAndLetsGoOfTheClosures"),
    "C-5": .none("Swift counts references, and a closure can not be missing."),
    "C-6": .none("Mainspring's items have closures, not contexts that could be read back."),
    "X-3": .test("RunLoopCoreTests.LoopEndTests/newThreadGetsAFreshLoop"),
    "X-4": .none("Swift counts references; nobody can release one too many."),
    "X-5": .test("RunLoopCoreTests.LoopEndTests/endedLoopRefusesEverythingAndDoesNoHarm"),
    "X-6": .none("A loop after fork is not supported yet."),
    "X-7": .none("A private interface of CFRunLoop; Mainspring's loops run on their own threads only."),
    "F-1": .none(foundation), "F-2": .none(foundation), "F-3": .none(foundation), "F-4": .none(foundation),
    "F-5": .none(foundation), "F-6": .none(foundation), "F-7": .none(foundation), "F-8": .none(foundation),
    "F-9": .none(foundation),
  ]

  private static let foundation = "How Foundation's RunLoop and Timer wrap CFRunLoop."
}
