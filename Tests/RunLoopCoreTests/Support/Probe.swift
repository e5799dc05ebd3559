import TestHarness

/// Runs loopprobe, which is built with the tests, and returns the lines that it prints.
func loopProbe(_ arguments: String...) throws -> [String] {
  try ChildProgram.lines(of: ChildProgram.product("loopprobe"), arguments)
}
