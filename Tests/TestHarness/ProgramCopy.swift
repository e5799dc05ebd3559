/// A copy of a program or script, ready to be run.
package enum ProgramCopy {
  /// Copies by another process.
  ///
  /// A child that a test beside this one starts holds for a moment every file open that this process writes, and
  /// `execve` refuses a file that is open for writing ("Text file busy").
  package static func make(of program: String, at path: String) throws {
    _ = try ChildProgram.lines(of: "/bin/cp", [program, path])
  }
}
