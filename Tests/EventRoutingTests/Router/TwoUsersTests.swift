import HIDEvents
import LinuxSystem
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// Files that another user, or a mistake, puts where a router listens: the router does not wait for them, changes no file
/// behind a link, and gives a reason.
@Suite("A router among hostile neighbours", .hangLimit)
struct TwoUsersTests {
  private static func failure(_ folder: String, isShared: Bool = false) -> RouterError? {
    do throws(RouterError) {
      let socket = try RouterSocket(at: .init(path: folder + "/router"), isShared: isShared)
      socket.close()
      return nil
    } catch {
      return error
    }
  }

  @Test("does not listen in a folder of another user", .enabled(if: OtherUser.isPossible))
  func foreignFolder() throws {
    let folder = try TemporaryFolder()
    for mode in [0o700, 0o711, 0o777, 0o1777] as [mode_t] {
      let inner = folder.inner("squatted", mode: mode, owner: OtherUser.number)
      #expect(Self.failure(inner) == .notPrivate(path: inner))
      #expect(Self.failure(inner, isShared: true) == .notPrivate(path: inner))
      #expect(access(inner + "/router.lock", F_OK) != 0, "nothing was made there")
      TemporaryFolder.remove(inner)
    }
  }

  @Test("does not follow a link that is in its folder's place, and waits for no FIFO there")
  func noFolder() throws {
    let folder = try TemporaryFolder()
    let inner = folder.inner("own")
    let place = folder.path + "/place"
    symlink(inner, place)
    #expect(Self.failure(place) == .notPrivate(path: place))
    unlink(place)
    mkfifo(place, 0o700)
    #expect(Self.failure(place) == .notPrivate(path: place))
    #expect(throws: RouterMistrust.notAFolder(path: place)) {
      try ResponderKit.RouterSocket.connect(to: place + "/router")
    }
    TemporaryFolder.remove(inner)
  }

  @Test("replaces what is at its path, and neither follows nor empties what a link there names")
  func links() throws {
    let folder = try TemporaryFolder()
    let inner = folder.inner("own")
    let victim = folder.path + "/victim"
    let file = open(victim, O_CREAT | O_WRONLY, 0o640)
    _ = write(file, "kept", 4)
    close(file)
    symlink(victim, inner + "/router")
    #expect(Self.failure(inner) == nil)
    unlink(inner + "/router.lock")
    symlink(victim, inner + "/router.lock")
    guard case .notListening? = Self.failure(inner) else {
      Issue.record("a link was taken for the lock")
      return
    }
    var status = stat()
    #expect(stat(victim, &status) == 0 && status.st_size == 4 && status.st_mode & 0o777 == 0o640)
    // A FIFO is not waited for: as the lock it locks, and at the path it goes.
    unlink(inner + "/router.lock")
    mkfifo(inner + "/router.lock", 0o600)
    mkfifo(inner + "/router", 0o600)
    #expect(Self.failure(inner) == nil)
    // A folder in the socket's place stays, and is the reason.
    mkdir(inner + "/router", 0o700)
    guard case .notListening(_, let reason)? = Self.failure(inner) else {
      Issue.record("a folder was replaced")
      return
    }
    #expect(reason.contains("in use"))
    rmdir(inner + "/router")
    TemporaryFolder.remove(inner)
  }

  @Test(
    "shares its folder with no other user: one that may connect may not remove, replace or add",
    .enabled(if: OtherUser.isPossible))
  func sharedFolder() throws {
    try onFreshThread {
      let folder = try TemporaryFolder()
      chmod(folder.path, 0o755)
      let inner = folder.inner("shared", mode: 0o711)
      var settings = Router.Settings(address: RouterAddress(path: inner + "/router"))
      settings.allowedUsers = [OtherUser.number]
      let router = try Router(settings)
      try router.start()
      let client = try OtherUser.act {
        #expect(unlink(inner + "/router") != 0 && unlink(inner + "/router.lock") != 0)
        #expect(rename(inner + "/router", inner + "/moved") != 0)
        #expect(symlink("/dev/null", inner + "/new") != 0)
        #expect(open(inner + "/router.lock", O_RDWR) < 0, "it cannot hold the lock")
        #expect(opendir(inner) == nil)
        return try RawClient(inner + "/router", hello: .init(name: "theirs"))
      }
      #expect(runUntil { router.list.map(\.name) == ["theirs"] })
      client.close()
      router.stop()
      TemporaryFolder.remove(inner)
    }
  }

  @Test("an application waits for nothing that is no socket")
  func noSocket() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/router"
    #expect(try ResponderKit.RouterSocket.connect(to: path) == nil)
    mkfifo(path, 0o600)
    #expect(try ResponderKit.RouterSocket.connect(to: path) == nil)
    unlink(path)
    symlink(path, path)
    #expect(try ResponderKit.RouterSocket.connect(to: path) == nil)
    unlink(path)
    close(open(path, O_CREAT | O_WRONLY, 0o600))
    #expect(try ResponderKit.RouterSocket.connect(to: path) == nil)
    #expect(try ResponderKit.RouterSocket.connect(to: folder.path + "/none/router") == nil)
  }

  @Test("the tool says why it does not speak with another user's router", .enabled(if: OtherUser.isPossible))
  func tool() throws {
    let folder = try TemporaryFolder()
    let inner = folder.inner("theirs", mode: 0o711, owner: OtherUser.number)
    let program = try ChildProgram(product: "runloop", "router", "list", "--socket", inner + "/router")
    #expect(program.lines().joined().contains("belongs to user \(OtherUser.number)"))
    #expect(program.wait() == 1)
    TemporaryFolder.remove(inner)
  }
}
