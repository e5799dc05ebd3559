import Foundation
import TestHarness
import Testing

@testable import StallMonitoring

/// Programs without symbols are unwound by the tables that their files keep for exceptions.
@Suite(.hangLimit) struct StrippedProgramTests {
  /// Nil, after a line that says why, where the machine does not allow it.
  private func stack(
    of command: [String], stops: Bool = false, until isMeant: (StackSample) -> Bool
  ) throws -> StackSample? {
    guard let file = ElfFile(path: command[0]), !file.hasAllSymbols else {
      print("skipped: \(command[0]) is no program without symbols here")
      return nil
    }
    let program = try ChildProgram(command[0], Array(command.dropFirst()))
    defer { program.kill() }
    let process = program.process
    let access = try ProcessAccess.of(process)
    guard access.stacks.isEmpty, access.calls.isEmpty else {
      print("skipped: \(access.stacks) \(access.calls)")
      return nil
    }
    let world = LinuxWorld(of: process)
    if stops {
      usleep(100_000)
      kill(process, SIGSTOP)
      usleep(20_000)
      kill(process, SIGCONT)
    }
    var last: StackSample?
    for _ in 0..<2_000 {
      let sample = world.sample(thread: process)
      last = sample
      if isMeant(sample) { return sample }
      usleep(4_000)
    }
    return last
  }

  @Test func aSleepingProgram() throws {
    let sample = try stack(of: ["/bin/sleep", "60"]) { $0.isComplete && $0.found == .sleep }
    guard let sample else { return }
    #expect(sample.isComplete && sample.found == .sleep && sample.addresses.count > 3, "\(sample)")
  }

  /// Its call goes on as `restart_syscall`. A look from outside stops a thread, too.
  @Test func aSleepThatWasStopped() throws {
    let sample = try stack(of: ["/bin/sleep", "60"], stops: true) { $0.isComplete && $0.found == .sleep }
    guard let sample else { return }
    #expect(sample.isComplete && sample.found == .sleep, "\(sample)")
  }

  @Test func aProgramThatComputes() throws {
    let command = ["/bin/sh", "-c", "while :; do :; done"]
    let sample = try stack(of: command) { $0.isComplete && $0.means == .trace }
    guard let sample else { return }
    #expect(sample.isComplete && sample.means == .trace && sample.addresses.count > 3, "\(sample)")
  }
}
