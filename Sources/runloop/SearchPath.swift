import Glibc

/// The folders in which the shell looks for programs.
enum SearchPath {
  /// Where the program is, if it is installed.
  static func place(of program: String) -> String? {
    let folders = (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin").split(separator: ":")
    return folders.map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
  }
}
