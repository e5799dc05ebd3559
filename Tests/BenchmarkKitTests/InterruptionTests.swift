import LinuxSystem
import TestHarness
import Testing

@testable import BenchmarkKit

/// Signals are the process's: each in one of its own.
@Suite("Ctrl-C", .hangLimit)
struct InterruptionTests {
  @Test("asks for an end at first, also where the thread kept it away; a second one ends the process")
  func twice() async {
    await #expect(processExitsWith: .signal(SIGINT)) {
      alarm(hangAlarm)
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGINT)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      // An earlier request does not count for this run.
      Interruption.request()
      Interruption.watch()
      if Interruption.isRequested { exit(1) }
      raise(SIGINT)
      if !Interruption.isRequested { exit(2) }
      raise(SIGINT)
      exit(3)
    }
  }

  @Test("leaves a measurement its first value")
  func firstValue() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      Interruption.request()
      let values = try Rounds.undisturbed(3, attempts: 2) { 7 }
      precondition(values == [7])
    }
  }

  @Test("is ignored as before in a program that was started so, as a shell does for jobs in the background")
  func ignored() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      signal(SIGINT, SIG_IGN)
      Interruption.watch()
      raise(SIGINT)
      precondition(!Interruption.isRequested)
    }
  }
}
