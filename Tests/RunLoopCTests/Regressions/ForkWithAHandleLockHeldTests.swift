import TestHarness
import Testing

/// A child that was forked while another thread had the lock of the handles waited for it without an end.
@Suite(.hangLimit) struct ForkWithAHandleLockHeldTests {
  @Test(.enabled(if: Toolbox.hasCompiler, "skipped: no C compiler (cc), or the library was not built"))
  func aChildUsesHandlesWhateverOtherThreadsDo() throws {
    #expect(try Toolbox.runC("Tests/RunLoopCTests/Programs/fork_busy.c") == ["100 of 100"])
  }
}
