import HIDEvents
import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import EventRouting

/// Was wrong: where a sandbox or the file system refuses locks of files, "a router listens already".
@Suite("A router's lock", .hangLimit, .disabled(if: ThreadSanitizer.isOn))
struct RefusedLockIsAnotherRouterTests {
  @Test("that is refused is reported with the reason", arguments: [ENOSYS, EPERM, ENOLCK])
  func refused(_ code: Int32) async {
    await #expect(processExitsWith: .success) { [code = code as Int32] in
      alarm(hangAlarm)
      let folder = try TemporaryFolder()
      let address = RouterAddress(path: folder.path + "/router")
      guard Sandbox.refuse([Int(SYS_flock)], with: code) else { return print("skipped, no seccomp here") }
      let reason = "flock: \(Errno(code))"
      #expect(throws: RouterError.notListening(path: address.path, reason: reason)) {
        try RouterSocket(at: address, isShared: false)
      }
      #expect(access(address.path, F_OK) != 0)
    }
  }

  @Test("is taken where a link has the path, which gives way, whatever it leads to")
  func link() throws {
    let folder = try TemporaryFolder()
    let (path, file) = (folder.path + "/router", folder.path + "/letter")
    let descriptor = open(file, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    try #require(write(descriptor, [1, 2, 3], 3) == 3)
    close(descriptor)
    for target in [file, folder.path + "/none"] {
      try #require(symlink(target, path) == 0)
      let socket = try RouterSocket(at: RouterAddress(path: path), isShared: false)
      var status = stat()
      #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK)
      socket.close()
    }
    var status = stat()
    #expect(stat(file, &status) == 0 && status.st_size == 3)
  }
}
