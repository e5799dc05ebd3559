import Foundation

/// A copy of a program or script, ready to be run.
public enum ProgramCopy {
  /// Copies by another process.
  ///
  /// A child that a test beside this one starts holds for a moment every file open that this process writes, and
  /// `execve` refuses a file that is open for writing ("Text file busy").
  public static func make(of program: String, at path: String) throws {
    let copier = Process()
    copier.executableURL = URL(filePath: "/bin/cp")
    copier.arguments = [program, path]
    try copier.run()
    copier.waitUntilExit()
    guard copier.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}
