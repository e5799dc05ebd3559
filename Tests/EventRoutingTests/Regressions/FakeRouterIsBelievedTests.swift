import HIDEvents
import LinuxSystem
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

@testable import EventRouting

/// An application took any process for its router that listened at the path: another user's, too, which then had its
/// windows' places and gave it touches and keys.
@Suite("A router that is another user's", .hangLimit)
struct FakeRouterIsBelievedTests {
  /// An application with one view, and a router that tries to touch it.
  private final class Scene {
    let application = UIApplication(screen: Size(800, 480))
    let connection: RouterConnection
    private let view: TouchedView

    init(_ address: RouterAddress, trusting trusted: Set<UInt32> = []) {
      let window = UIWindow()
      view = TouchedView(frame: window.bounds)
      window.addSubview(view)
      window.makeKeyAndVisible()
      connection = application.connect(to: address, as: "app", trusting: trusted)
    }

    deinit { application.terminate() }

    /// Whether the router has the application as a client, and its touches arrive.
    func isTouched(by router: Router, within seconds: Double) -> Bool {
      guard runUntil(seconds, { router.list.contains { $0.state == .focused } }) else { return false }
      router.post(HIDEvent(timestamp: 1, .digitizer([.init(1, .began, x: 10, y: 10)])))
      return runUntil(seconds) { view.touches > 0 }
    }
  }

  private static func router(_ folder: String, allowing user: UInt32? = nil) throws -> Router {
    var settings = Router.Settings(address: RouterAddress(path: folder + "/router"))
    if let user { settings.allowedUsers = [user] }
    let router = try Router(settings)
    try router.start()
    return router
  }

  /// A folder of the other user's inside of ours, and that user's router in it.
  private static func others(
    _ name: String, below mode: mode_t
  ) throws -> (folder: TemporaryFolder, inner: String, router: Router) {
    let folder = try TemporaryFolder()
    chmod(folder.path, mode)
    let inner = folder.inner(name, mode: 0o711, owner: OtherUser.number)
    return (folder, inner, try OtherUser.act { try Self.router(inner, allowing: 0) })
  }

  @Test("gets no connection when it was first in the folder", .enabled(if: OtherUser.isPossible))
  func squattedFolder() throws {
    try onFreshThread {
      let (folder, inner, fake) = try Self.others("mainspring", below: 0o1777)
      defer { withExtendedLifetime(folder) {} }
      let scene = Scene(RouterAddress(path: inner + "/router"))
      #expect(!scene.isTouched(by: fake, within: 0.3))
      #expect(scene.connection.mistrust == .folderOwner(path: inner, user: OtherUser.number))
      #expect(fake.counts.accepted == 0, "nothing was sent to it")
      // Once it is away, the true one is found.
      fake.stop()
      TemporaryFolder.remove(inner)
      mkdir(inner, 0o700)
      let router = try Self.router(inner)
      #expect(scene.isTouched(by: router, within: 10))
      #expect(scene.connection.mistrust == nil)
      scene.connection.close()
      router.stop()
      TemporaryFolder.remove(inner)
    }
  }

  @Test(
    "is recognized by its process, when its socket lies in a good folder", .enabled(if: OtherUser.isPossible))
  func foreignListener() throws {
    try onFreshThread {
      let (folder, inner, fake) = try Self.others("theirs", below: 0o755)
      rename(inner + "/router", folder.path + "/router")
      let scene = Scene(RouterAddress(path: folder.path + "/router"))
      #expect(!scene.isTouched(by: fake, within: 0.3))
      #expect(
        scene.connection.mistrust
          == .listener(path: folder.path + "/router", user: OtherUser.number, process: getpid()))
      #expect(fake.list.isEmpty)
      scene.connection.close()
      fake.stop()
      TemporaryFolder.remove(inner)
    }
  }

  @Test(
    "is believed when the application names the user as trusted", .enabled(if: OtherUser.isPossible))
  func trusted() throws {
    try onFreshThread {
      let (folder, inner, router) = try Self.others("theirs", below: 0o755)
      defer { withExtendedLifetime(folder) {} }
      let scene = Scene(RouterAddress(path: inner + "/router"), trusting: [OtherUser.number])
      #expect(scene.isTouched(by: router, within: 10) && scene.connection.mistrust == nil)
      scene.connection.close()
      router.stop()
      TemporaryFolder.remove(inner)
    }
  }

  @Test("cannot replace the socket: a folder that others may write to is not trusted")
  func openFolder() throws {
    try onFreshThread {
      let folder = try TemporaryFolder()
      let router = try Router.started(folder)
      defer { router.stop() }
      for mode in [0o720, 0o702, 0o1777] as [mode_t] {
        chmod(folder.path, mode)
        let scene = Scene(RouterAddress(path: folder.path + "/router"))
        #expect(!scene.isTouched(by: router, within: 0.05))
        #expect(scene.connection.mistrust == .folderMode(path: folder.path, mode: UInt32(mode)))
        scene.connection.close()
      }
      chmod(folder.path, 0o755)
      let scene = Scene(RouterAddress(path: folder.path + "/router"))
      #expect(scene.isTouched(by: router, within: 10))
      scene.connection.close()
    }
  }

  @Test("cannot lead elsewhere: a symbolic link in the folder's place is not followed")
  func link() throws {
    try onFreshThread {
      let folder = try TemporaryFolder()
      let router = try Router.started(folder)
      defer { router.stop() }
      let link = folder.path + "/link"
      symlink(folder.path, link)
      let scene = Scene(RouterAddress(path: link + "/router"))
      #expect(!scene.isTouched(by: router, within: 0.05))
      #expect(scene.connection.mistrust == .notAFolder(path: link))
      #expect("\(RouterMistrust.notAFolder(path: link))".contains("remove it"))
      scene.connection.close()
    }
  }
}

private final class TouchedView: UIView {
  private(set) var touches = 0
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { self.touches += touches.count }
}
