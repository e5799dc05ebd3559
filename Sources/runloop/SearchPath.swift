import LinuxSystem

/// The folders in which the shell looks for programs.
enum SearchPath {
  /// Where the program is, if it is installed.
  static func place(of program: String) -> String? {
    let folders = (Environment.value("PATH") ?? "/usr/bin:/bin").split(separator: ":")
    return folders.map { "\($0)/\(program)" }.first(where: isProgram)
  }

  /// A folder can be "executed", too: it may be searched.
  private static func isProgram(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG && access(path, X_OK) == 0
  }

  /// The folder of this program.
  static var ownFolder: String? {
    guard let path = KernelFile.link("/proc/self/exe") else { return nil }
    return path.lastIndex(of: "/").map { String(path[..<$0]) }
  }
}
