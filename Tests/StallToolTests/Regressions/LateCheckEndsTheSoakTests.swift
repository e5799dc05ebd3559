import Foundation
import TestHarness
import Testing

/// A check that came late, as on a busy machine, was the last one: the run ended with fewer checks than its time has. Later the checks
/// that were left followed at once, with no work in between.
@Suite(.hangLimit) struct LateCheckEndsTheSoakTests {
  @Test func theChecksThatAreLeftFollow() throws {
    let tool = try Tool(["--seconds", "2", "--check", "0.7"], of: "soak")
    for _ in 0..<12_000 where !tool.output.contains("\n") { usleep(5_000) }
    kill(tool.number, SIGSTOP)
    // Past the end.
    usleep(2_000_000)
    kill(tool.number, SIGCONT)
    #expect(tool.wait() == 0, "\(tool.output)\(tool.errors)")
    #expect(tool.output.contains("3 checks, all balanced"), "\(tool.output)")
    // How much work of each kind has ended.
    let counts = tool.output.split(separator: "\n").dropLast().map { $0.drop { $0 != ";" } }
    #expect(counts.count == 3 && counts[1] != counts[2], "\(tool.output)")
  }
}
