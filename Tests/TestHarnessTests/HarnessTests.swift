import Foundation
import TestHarness
import Testing

/// A failure says which test failed, and where.
@Suite(.hangLimit, .serialized) struct HarnessTests {
  /// Runs tests of `Troubled` in a child that is this very program.
  func run(_ test: String, _ environment: [String: String] = [:]) throws -> (
    output: String, failed: Bool
  ) {
    let outcome = try ChildProgram.run(
      try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
      ["--testing-library", "swift-testing", "--filter", "Troubled/\(test)"],
      environment: ["MAINSPRING_TROUBLED": "1", "MAINSPRING_HANG_SECONDS": "100", "NO_COLOR": "1"].merging(
        environment
      ) { $1 }, mergesErrors: true)
    return (outcome.output, outcome.status != 0)
  }

  @Test(arguments: ["failsOnAThread", "failsOnAThreadOfAThread"])
  func anExpectationThatFailsOnAThreadMarksItsTest(test: String) throws {
    let (output, failed) = try run(test)
    #expect(failed)
    #expect(output.contains("Test \(test)() recorded an issue at Troubled.swift"), "\(output)")
    #expect(!output.contains("«unknown»"))
  }

  @Test func aHangNamesItsTestAndShowsTheStacks() throws {
    let (output, failed) = try run("waitsForAThreadThatSpins", ["MAINSPRING_HANG_SECONDS": "1"])
    #expect(failed)
    #expect(output.contains("Test waitsForAThreadThatSpins() at "), "\(output)")
    #expect(output.contains(" did not end within 1 seconds in which no other did"))
    // Of the thread that spins and of the one that waits for it.
    #expect(output.contains("FreshThread.init"))
    #expect(output.contains("FreshThread.join()"))
  }

  @Test func fourTestsRunAtOnce() throws {
    let (output, failed) = try run("printsHowManyRun")
    #expect(!failed)
    let counts = output.split(separator: "running: ").dropFirst().compactMap { Int($0.prefix { $0 != "." }) }
    #expect(counts.count == 100)
    #expect((2...4).contains(counts.max() ?? 0), "\(counts)")
  }

  /// Four tests that block take no thread from Swift's own pool.
  @Test func anAsynchronousTestDoesNotWaitForThoseThatBlock() throws {
    let (output, failed) = try run("suspendsBesideTestsThatBlock")
    #expect(!failed, "\(output)")
  }

  @Test func aFuzzTestThatDoesLittleFails() throws {
    let little = try run("doesLittle")
    #expect(little.failed)
    #expect(little.output.contains("little: 79 of 100 steps did something"), "\(little.output)")
    #expect(try !run("doesEnough").failed)
  }
}
