import LinuxSystem

/// Checks that only the process's user and root can replace the files in a folder, the folder itself, or a folder above it.
enum FolderTrust {
  /// Why another user could do so; nil when none can.
  ///
  /// World-writable folders are accepted with the sticky bit, like /tmp: their entries belong to their owners. Group permissions
  /// are assumed to be intended.
  static func weakness(of path: String, user: uid_t = geteuid()) -> String? {
    let whole = path.hasPrefix("/") ? path : workingFolder + "/" + path
    // Another user's link can be pointed elsewhere later.
    for prefix in prefixes(of: whole) {
      var status = stat()
      guard lstat(prefix, &status) == 0 else { return "\(prefix): \(Errno.last)" }
      if status.st_mode & S_IFMT == S_IFLNK, status.st_uid != user, status.st_uid != 0 {
        return "\(prefix) is a symbolic link of user \(status.st_uid): use a folder of your own"
      }
    }
    guard let real = realpath(whole, nil) else { return Errno.last.description }
    defer { free(real) }
    for prefix in prefixes(of: String(cString: real)) {
      var status = stat()
      guard stat(prefix, &status) == 0 else { return "\(prefix): \(Errno.last)" }
      if status.st_uid != user, status.st_uid != 0 {
        return "\(prefix) belongs to user \(status.st_uid), who could exchange them: use a folder of your own"
      }
      if status.st_mode & S_IWOTH != 0, status.st_mode & S_ISVTX == 0 {
        return "every user can write to \(prefix): take that right away, as with 'chmod o-w'"
      }
    }
    return nil
  }

  private static var workingFolder: String {
    guard let path = getcwd(nil, 0) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }

  /// "/", "/a", "/a/b"
  private static func prefixes(of path: String) -> [String] {
    var prefix = ""
    return ["/"]
      + path.split(separator: "/").map { part in
        prefix += "/" + part
        return prefix
      }
  }
}
