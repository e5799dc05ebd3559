import TestHarness
import Testing

@testable import MutantKit

@Suite("Weaving mutants into a file", .hangLimit) struct WeavingTests {
  private func mutant(
    _ kind: Mutant.Kind, _ old: [String], _ new: [String], after anchor: String? = nil
  ) -> Mutant {
    Mutant(
      name: "m", mistake: "It is wrong.", file: "F.swift", anchor: anchor, filter: ".", kind: kind, old: old,
      new: new)
  }

  private func weave(_ text: String, _ mutants: Mutant...) throws -> String {
    try Weaving.weave(
      text, mutants.enumerated().map { NumberedMutant(number: $0.offset + 1, mutant: $0.element) })
  }

  @Test func anExpressionIsChosenByNumber() throws {
    #expect(
      try weave("if a < b {}", mutant(.expression, ["a < b"], ["a <= b"]))
        == "if (mutantIsOn(1) ? (a <= b) : (a < b)) {}")
  }

  @Test func statementsOfSeveralLinesAreFoundWhateverTheirIndentation() throws {
    #expect(
      try weave("{\n    a()\n      b()\n}", mutant(.statement, ["a()", "b()"], []))
        == "{\n    if mutantIsOn(1) {\n\n} else {\na()\n      b()\n}\n}")
  }

  @Test func mutantsOfOneTextAndOfPartsOfItStandInEachOther() throws {
    let woven = try weave(
      "f(x + 1)", mutant(.expression, ["x + 1"], ["x"]), mutant(.expression, ["1"], ["2"]),
      mutant(.statement, ["f(x + 1)"], ["g()"]), mutant(.expression, ["x + 1"], ["x - 1"]))
    #expect(
      woven == """
        if mutantIsOn(3) {
        g()
        } else {
        f((mutantIsOn(1) ? (x) : ((mutantIsOn(4) ? (x - 1) : (x + (mutantIsOn(2) ? (2) : (1)))))))
        }
        """)
  }

  @Test func aTextThatIsThereTwiceNeedsAnAnchor() throws {
    let text = "a = 1\nfunc f\na = 1"
    #expect(throws: MutantError.self) { try weave(text, mutant(.statement, ["a = 1"], [])) }
    let woven = try weave(text, mutant(.statement, ["a = 1"], [], after: "func f"))
    #expect(woven.hasPrefix("a = 1\nfunc f\nif mutantIsOn(1)"))
  }

  @Test func whatIsNotThereOrOverlapsIsRefused() {
    #expect(throws: MutantError.self) { try weave("a + b", mutant(.expression, ["b + a"], ["a"])) }
    #expect(throws: MutantError.self) {
      try weave("a + b + c", mutant(.expression, ["a + b"], ["a"]), mutant(.expression, ["b + c"], ["c"]))
    }
  }
}
