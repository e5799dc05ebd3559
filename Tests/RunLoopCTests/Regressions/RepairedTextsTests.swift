import TestHarness
import Testing

/// Texts of C that were no UTF-8 were repaired: a path named no file, a child got other arguments, and a change had another name. The
/// delay of a timer that is late by more than 292 years was positive.
@Suite(.hangLimit) struct RepairedTextsTests {
  @Test(.enabled(if: Toolbox.hasCompiler, "skipped: no C compiler (cc), or the library was not built"))
  func textsOfCAreBytes() throws {
    #expect(try Toolbox.runC("Tests/RunLoopCTests/Programs/bytes.c") == ["0 failures"])
  }
}
