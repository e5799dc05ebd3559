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
    let blocks = tool.output.matches(of: /(\d+) blocks/).compactMap { Int($0.1) }
    #expect(blocks.count == 3 && zip(blocks, blocks.dropFirst()).allSatisfy { $0 < $1 }, "\(tool.output)")
  }
}
