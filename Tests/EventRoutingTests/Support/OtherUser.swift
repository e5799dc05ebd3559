import LinuxSystem
import TestHarness

@testable import EventRouting

/// A second user of this machine, as which root's tests may act.
enum OtherUser {
  static let number: UInt32 = 65534
  /// For tests that are skipped without it.
  static var isPossible: Bool { geteuid() == 0 }

  /// Runs `body` as the user: files that it makes are the user's, and sockets say so to their peers.
  ///
  /// Changes the calling thread only, which the C library's functions do not.
  static func act<Value>(as user: UInt32 = number, _ body: () throws -> Value) rethrows -> Value {
    become(Int(user))
    defer { become(0) }
    return try body()
  }

  private static func become(_ user: Int) {
    let result = linux_raw_call(Int(SYS_setresuid), -1, user, -1, 0, 0, 0)
    precondition(result == 0, "setresuid failed: \(result)")
  }
}

extension TemporaryFolder {
  /// A folder in this one. The test removes what it puts there, and the folder.
  func inner(_ name: String, mode: mode_t = 0o700, owner: UInt32 = geteuid()) -> String {
    let inner = path + "/" + name
    mkdir(inner, 0o700)
    chmod(inner, mode)
    if owner != geteuid() { chown(inner, owner, gid_t.max) }
    return inner
  }
}
