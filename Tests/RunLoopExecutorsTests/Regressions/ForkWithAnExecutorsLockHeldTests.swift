import LinuxSystem
import TestHarness
import Testing

private let isUnderThreadSanitizer = dlsym(nil, "__tsan_init") != nil

/// A child that was forked while another thread queued a job, or ended a wait, hung in the lock, or never ran its jobs: the
/// source that runs them had not been signalled.
@Suite(
  .hangLimit,
  .disabled(if: isUnderThreadSanitizer, "the sanitizer does not let a child of a program with threads end"))
struct ForkWithAnExecutorsLockHeldTests {
  @Test func aChildsTasksRunWhateverOtherThreadsDo() throws {
    #expect(try ChildProcess.run("executorprobe", "fork-busy") == ["60 children"])
  }
}
