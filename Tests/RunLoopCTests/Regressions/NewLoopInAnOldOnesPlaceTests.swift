import TestHarness
import Testing

/// A loop that came to be at the address of one whose thread had ended got the handle of that one, and counted as ended.
@Suite(.hangLimit) struct NewLoopInAnOldOnesPlaceTests {
  @Test(.enabled(if: Toolbox.hasCompiler, "skipped: no C compiler (cc), or the library was not built"))
  func aNewLoopHasAHandleOfItsOwn() throws {
    #expect(try Toolbox.runC("Tests/RunLoopCTests/Programs/handles.c") == ["0 failures"])
  }
}
