import TestHarness
import Testing

@testable import MutantKit
@testable import mutants

/// The program that tries the mutants: its choice of a day, what it reads of the tests' output, and its result.
@Suite("The program that tries mutants", .hangLimit) struct MutantProgramTests {
  private static func mutant(_ name: String, equivalence: String? = nil) -> Mutant {
    Mutant(
      name: name, mistake: "It is wrong.", file: "F.swift", filter: ".", kind: .statement, old: ["a()"],
      new: [], equivalence: equivalence)
  }

  private static func status(_ trials: [(Mutant, Trial.Verdict)]) -> Int32 {
    var table = Table()
    for (mutant, verdict) in trials { table.add(mutant, Trial(verdict: verdict, duration: 1)) }
    return table.status
  }

  @Test func itsStatusIsOneForASurvivorAndForWhatWasNoticedAllTheSameAndTwoForWhatWasNotTried() {
    let (plain, equivalent) = (Self.mutant("a"), Self.mutant("b", equivalence: "The result is the same."))
    #expect(Self.status([(plain, .killed(by: "t")), (equivalent, .survived)]) == 0)
    #expect(Self.status([(plain, .survived)]) == 1)
    #expect(Self.status([(equivalent, .killed(by: "t"))]) == 1)
    #expect(Self.status([(plain, .killed(by: "t")), (plain, .invalid("no test"))]) == 2)
  }

  @Test func overTheDaysAllListsHaveTheirTurnAndAllMutantsOfAListThatATestCanNotice() {
    let lists = [("a", 25), ("b", 3)].map { name, count in
      MutantList(
        name: name, targets: [],
        mutants: (0..<count).map { Self.mutant("\(name)\($0)", equivalence: $0 == 1 ? "so" : nil) })
    }
    let days = (0..<6).map { Mutants.choice(for: $0, from: lists) }
    #expect(days.map { $0.map(\.name) } == [["a"], ["b"], ["a"], ["b"], ["a"], ["b"]])
    let seen = Set(days.flatMap { $0.flatMap(\.mutants) }.map(\.name))
    #expect(days[0][0].mutants.count == 10 && days[1][0].mutants.map(\.name) == ["b0", "b2"])
    #expect(seen.count == 26 && !seen.contains("a1") && !seen.contains("b1"))
    #expect(Mutants.choice(for: 3, from: []).isEmpty)
  }

  @Test func aHangIsPutDownToTheTestThatHasNotEnded() {
    var output = TestOutput()
    for line in [
      "◇ Test one started.", "◇ Test two started.", "✔ Test two passed after 0.001 seconds.",
    ] { output.read(line) }
    #expect(output.running == "one" && output.failure == nil)
    output.read("F.swift:3: Fatal error: Index out of range")
    output.read("F.swift:4: Fatal error: another")
    #expect(output.lastWords == " in one: F.swift:3: Fatal error: Index out of range")
    output.read("✘ Test one recorded an issue at F.swift:9:1: Expectation failed: 1 == 2")
    #expect(output.failure == "one")
    output.read("✔ Test run with 18 tests in 2 suites passed after 3 seconds.")
    #expect(output.testCount == 18)
  }
}
