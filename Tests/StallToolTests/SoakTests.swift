import Foundation
import TestHarness
import Testing

/// `runloop soak`: the ledger balances, and notices when something is wrong.
@Suite(.hangLimit) struct SoakTests {
  @Test func aShortSoakBalances() throws {
    let (status, output, errors) = try Tool.run(["--seconds", "2", "--check", "0.7"], of: "soak")
    #expect(status == 0, "\(output)\(errors)")
    let lines = output.split(separator: "\n")
    #expect(lines.count == 4 && lines.last?.contains("3 checks, all balanced") == true, "\(output)")
    #expect(!output.contains("does not balance") && errors == "")
  }

  @Test(
    arguments: [
      ("descriptor", "descriptors at the first check"), ("block", "blocks posted"), ("timer", "timers added"),
      ("memory", "in the heap at the first check"), ("child", "children started"),
    ])
  func aDefectIsNoticed(_ defect: String, _ words: String) throws {
    let (status, output, errors) = try Tool.run(
      ["--seconds", "20", "--check", "0.6", "--break", defect], of: "soak")
    #expect(status == 1, "\(output)\(errors)")
    let problems = output.split(separator: "\n").filter { $0.hasPrefix("does not balance: ") }
    #expect(problems.count == 1 && problems.first?.contains(words) == true, "\(output)")
    #expect(output.hasSuffix("% of a processor\n"))
  }

  @Test func controlCEndsItWithACheck() throws {
    let tool = try Tool(["--hours", "1", "--check", "0.5"], of: "soak")
    let limit = Date(timeIntervalSinceNow: 30)
    while !tool.output.contains("\n"), Date() < limit { usleep(10_000) }
    kill(tool.number, SIGINT)
    #expect(tool.wait() == 0)
    #expect(tool.output.contains("all balanced"), "\(tool.output)\(tool.errors)")
  }

  @Test(
    arguments: [
      (["--seconds", "0"], "--seconds is a whole number from 1"),
      (["--minutes", "1"], "unknown option '--minutes'"),
      (["--break", "everything"], "--break does not know 'everything'"), (["--seed"], "--seed needs a value"),
      (["--check", "nan"], "--check is a number"),
    ])
  func aWrongCallSaysWhatIsRight(_ arguments: [String], _ words: String) throws {
    let (status, _, errors) = try Tool.run(arguments, of: "soak")
    #expect(status == 2 && errors.contains(words), "\(errors)")
  }
}
