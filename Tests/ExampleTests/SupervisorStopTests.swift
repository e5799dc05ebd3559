import Foundation
import TestHarness
import Testing

/// The supervisor's end.
@Suite(.hangLimit) struct SupervisorStopTests {
  @Test func aProgramThatIsToBeStartedAgainIsNotWhileAnotherOneEnds() throws {
    let folder = try TemporaryFolder()
    let slow = folder.path + "/slow"
    // It needs longer for its end than the other one waits for its next start.
    try "trap 'sleep 1; exit 0' TERM\necho ready\nwhile :; do sleep 0.05; done\n".write(
      toFile: slow, atomically: true, encoding: .utf8)
    let program = try ChildProgram(example: "Supervisor", ["short: true", "slow: sh \(slow)"])
    let begun = program.lines(upTo: "short: again in 0.4")
    #expect(begun.contains("ready"), "\(begun)")
    program.signal(SIGTERM)
    let lines = program.lines()
    let rest = lines.drop { $0 != "stopping" }
    #expect(rest.first == "stopping" && rest.last == "stopped", "\(lines)")
    #expect(!rest.contains("short: started"), "\(lines)")
    #expect(rest.contains { $0.hasPrefix("slow: ") } && program.wait() == 0)
  }
}
