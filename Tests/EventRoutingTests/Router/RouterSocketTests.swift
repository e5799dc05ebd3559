import HIDEvents
import LinuxSystem
import TestHarness
import Testing

@testable import EventRouting

/// Where a router listens, and who may look there.
@Suite("A router's socket", .hangLimit)
struct RouterSocketTests {
  private static func mode(_ path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : nil
  }

  @Test("is the user's own, in a folder that is made for it; shared, others may connect and not look")
  func modes() async {
    await #expect(processExitsWith: .success) {
      // The mask is the process's.
      let folder = try TemporaryFolder()
      for (name, isShared, open) in [
        ("own", false, [0o700, 0o600] as [mode_t]), ("shared", true, [0o711, 0o666]),
      ] {
        let inner = folder.path + "/" + name
        let before = umask(0)
        let socket = try RouterSocket(at: .init(path: inner + "/router"), isShared: isShared)
        umask(before)
        #expect([Self.mode(inner), Self.mode(inner + "/router")] == open)
        #expect(Self.mode(inner + "/router.lock") == 0o600)
        socket.close()
        unlink(inner + "/router.lock")
        rmdir(inner)
      }
    }
  }

  @Test("is free when it was closed, and when its process died without closing it")
  func again() throws {
    let folder = try TemporaryFolder()
    let address = RouterAddress(path: folder.path + "/router")
    let first = try RouterSocket(at: address, isShared: false)
    #expect(throws: RouterError.alreadyRunning(path: address.path)) {
      try RouterSocket(at: address, isShared: false)
    }
    #expect(Self.mode(address.path) != nil, "who comes second leaves it alone")
    first.close()
    #expect(Self.mode(address.path) == nil)
    let second = try RouterSocket(at: address, isShared: false)
    second.close()
    // What a process that was killed leaves: a name without a listener.
    close(try Socket.listening(.packets, at: .path(address.path), backlog: 1, permissions: 0o600).number)
    let third = try RouterSocket(at: address, isShared: false)
    first.close()
    #expect(
      Self.mode(address.path) == 0o600, "a socket that was closed before removes nothing of a later one")
    third.close()
  }

  /// Was wrong: a path that was meant for something else lost its file.
  @Test("takes the place of no file with something in it, and removes none when it is closed")
  func otherFile() throws {
    let folder = try TemporaryFolder()
    let address = RouterAddress(path: folder.path + "/notes")
    func write() {
      let file = open(address.path, O_CREAT | O_WRONLY, 0o640)
      _ = LinuxSystem.write(file, "kept", 4)
      close(file)
    }
    write()
    #expect(
      throws: RouterError.notListening(
        path: address.path, reason: "there is a file of that name, with something in it")
    ) { try RouterSocket(at: address, isShared: false) }
    #expect(Self.mode(address.path) == 0o640)
    unlink(address.path)
    let socket = try RouterSocket(at: address, isShared: false)
    unlink(address.path)
    write()
    socket.close()
    #expect(Self.mode(address.path) == 0o640)
  }

  @Test("leaves no descriptor open when it is closed")
  func closed() throws {
    let folder = try TemporaryFolder()
    let socket = try RouterSocket(at: .init(path: folder.path + "/router"), isShared: false)
    let isOpen = {
      (0..<1024).contains { number in
        var target = [UInt8](repeating: 0, count: 4096)
        let count = readlink("/proc/self/fd/\(number)", &target, target.count)
        return String(decoding: target[..<max(count, 0)], as: UTF8.self) == folder.path + "/router.lock"
      }
    }
    #expect(isOpen())
    socket.close()
    #expect(!isOpen())
  }

  @Test("is in a private folder: what others may enter, or only a shared one may, is none")
  func folders() throws {
    let folder = try TemporaryFolder()
    let address = RouterAddress(path: folder.path + "/router")
    for (mode, own, shared) in [
      (0o700, true, true), (0o711, false, true), (0o740, false, false), (0o702, false, false),
    ]
      as [(mode_t, Bool, Bool)]
    {
      chmod(folder.path, mode)
      for (isShared, isGood) in [(false, own), (true, shared)] {
        let socket = try? RouterSocket(at: address, isShared: isShared)
        #expect((socket != nil) == isGood, "mode \(String(mode, radix: 8)), shared: \(isShared)")
        socket?.close()
      }
    }
    chmod(folder.path, 0o700)
  }

  @Test("has a path of at most 107 bytes")
  func length() throws {
    let folder = try TemporaryFolder()
    func path(_ count: Int) -> String {
      folder.path + "/" + String(repeating: "x", count: count - folder.path.utf8.count - 1)
    }
    let socket = try RouterSocket(at: .init(path: path(107)), isShared: false)
    socket.close()
    #expect(throws: RouterError.pathTooLong(path: path(108))) {
      try RouterSocket(at: .init(path: path(108)), isShared: false)
    }
  }

  @Test("is usually in the session's folder, else in one of the user's own")
  func standard() {
    #expect(
      RouterAddress.standard(user: 7, runtimeFolder: "/run/user/7").path == "/run/user/7/mainspring/router")
    #expect(RouterAddress.standard(user: 7, runtimeFolder: "relative").path == "/tmp/mainspring-7/router")
    #expect(RouterAddress.standard(user: 7, runtimeFolder: nil).path == "/tmp/mainspring-7/router")
  }
}
