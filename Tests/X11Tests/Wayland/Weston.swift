import Foundation
import LinuxSystem
import ResponderKit
import RunLoopCore
import TestHarness

/// A compositor that a test has started. Ends with the object.
final class Weston {
  static let isThere = Programs.have(["weston"], packages: "weston", for: "windows on Weston")
  static let hasShooter =
    isThere && Programs.have(["weston-screenshooter"], packages: "weston", for: "pictures of Weston")

  let folder: TemporaryFolder
  let child: ChildProgram
  var socket: String { folder.path + "/mainspring" }
  var environment: [String: String] {
    ["XDG_RUNTIME_DIR": folder.path, "WAYLAND_DISPLAY": "mainspring", "DISPLAY": ""]
  }

  init(width: Int, height: Int, in server: XServer? = nil) throws {
    folder = try TemporaryFolder()
    // Without a seat the kiosk's shell (of Weston 10) shows its windows once and never again.
    let (backend, shell) =
      server == nil ? ("headless-backend.so", "desktop-shell.so") : ("x11-backend.so", "kiosk-shell.so")
    child = try .limited(
      "weston",
      [
        "--backend=\(backend)", "--use-pixman", "--shell=\(shell)", "--socket=mainspring",
        "--no-config",
        "--debug", "--idle-time=0", "--width=\(width)", "--height=\(height)",
      ],
      environment: ["XDG_RUNTIME_DIR": folder.path].merging(server?.environment ?? [:]) { $1 })
    let socket = socket
    // The file is there before the socket listens.
    let isUp = waitUntil(20) { Self.answers(socket) }
    guard isUp else { throw ChildProgram.Failure("Weston did not start: \(child.errors)") }
  }

  private static func answers(_ path: String) -> Bool {
    guard let client = try? Socket.connected(.stream, to: .path(path), isBlocking: true) else { return false }
    client.close()
    return true
  }

  /// What the screen shows; nil when there is no picture.
  func picture() throws -> UIImage? {
    for old in try pictures() { try FileManager.default.removeItem(atPath: old) }
    // It writes where it is started.
    let shooter = try ChildProgram.run("weston-screenshooter", environment: environment, in: folder.path)
    guard shooter.status == 0, let path = try pictures().first else { return nil }
    return try? UIImage(file: path)
  }

  private func pictures() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".png") }
      .map { "\(folder.path)/\($0)" }
  }

  deinit { child.end() }
}
