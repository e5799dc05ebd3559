import Foundation
import LinuxSystem

/// A program that a test has started: it ends with the object, and after five minutes at the latest.
final class Child: @unchecked Sendable {
  private let process: pid_t
  private var status: Int32?
  private let folder: Folder
  private var outputPath: String { folder.path + "/output" }

  init(
    _ program: String, _ arguments: [String], environment: [String: String] = [:], in folder: Folder? = nil
  ) throws {
    let folder = try folder ?? Folder()
    self.folder = folder
    var variables = ProcessInfo.processInfo.environment
    variables.merge(environment) { $1 }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(
      &actions, 1, folder.path + "/output", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addopen(
      &actions, 2, folder.path + "/errors", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    let words = ["timeout", "--kill-after=30", "280", program] + arguments
    var argv = words.map { strdup($0) } + [nil]
    var environ = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer {
      for text in argv + environ { free(text) }
    }
    // Threads of tests hold signals back, and children would inherit that.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var process: pid_t = 0
    let failure = posix_spawnp(&process, "timeout", &actions, &attributes, &argv, &environ)
    guard failure == 0 else { throw ChildError(text: "\(program) could not be started: \(failure)") }
    self.process = process
  }

  struct ChildError: Error, CustomStringConvertible {
    var text: String
    var description: String { text }
  }

  var output: String { (try? String(contentsOfFile: outputPath, encoding: .utf8)) ?? "" }
  var errors: String { (try? String(contentsOfFile: folder.path + "/errors", encoding: .utf8)) ?? "" }

  /// Its status, once it has ended.
  func ended() -> Int32? {
    if let status { return status }
    var word: Int32 = 0
    guard waitpid(process, &word, WNOHANG) == process else { return nil }
    status = word & 0x7F == 0 ? word >> 8 & 0xFF : 128 + word & 0x7F
    return status
  }

  /// Waits for its end; nil when it has not ended in time.
  @discardableResult
  func wait(seconds: Double = 60) -> Int32? {
    waitUntil(seconds) { ended() != nil }
    return ended()
  }

  /// Asks it to end, and then makes it.
  func end() {
    guard ended() == nil else { return }
    LinuxSystem.kill(process, SIGTERM)
    if wait(seconds: 60) == nil {
      // timeout(1) leads a group, in which its program is.
      LinuxSystem.kill(-process, SIGKILL)
      wait(seconds: 60)
    }
  }

  deinit { end() }
}

/// A folder that is gone with this object.
final class Folder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "x11-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// Looks again and again, for so long at most.
@discardableResult
func waitUntil(_ seconds: Double, _ condition: () -> Bool) -> Bool {
  let end = ContinuousClock.now + .seconds(seconds)
  while !condition() {
    if ContinuousClock.now > end { return false }
    usleep(5000)
  }
  return true
}

/// Programs that tests need and that may be absent.
enum Programs {
  static func path(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Whether all are there; says which are not.
  static func have(_ names: [String], packages: String, for what: String) -> Bool {
    let missing = names.filter { path($0) == nil && !FileManager.default.fileExists(atPath: $0) }
    if missing.isEmpty { return true }
    print("skipped: \(what): there is no \(missing.joined(separator: ", ")) (Debian: \(packages))")
    return false
  }

  static let xvfb = have(["Xvfb"], packages: "xvfb", for: "windows on Xvfb")
  static let xdotool = xvfb && have(["xdotool"], packages: "xdotool", for: "pointer and keys by xdotool")
  static let keymaps =
    xvfb && have(["setxkbmap", "xkbcomp"], packages: "x11-xkb-utils", for: "dead keys of a server's keymap")
  static let imagemagick = have(["import", "convert"], packages: "imagemagick", for: "screenshots by import")
  static let xorg =
    have(
      [
        "Xorg", "/usr/lib/xorg/modules/input/inputtest_drv.so", "/usr/lib/xorg/modules/drivers/dummy_drv.so",
      ],
      packages: "xserver-xorg-core xserver-xorg-video-dummy", for: "touches through Xorg")
    && haveRoot
  static let chromium = have(["chromium"], packages: "chromium", for: "pictures by Chromium")
  static let dejaVu = have(
    ["/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"], packages: "fonts-dejavu-core",
    for: "letters of DejaVu Sans")
  static let python = have(["python3"], packages: "python3", for: "pictures read by python3")

  /// Xorg without a console starts for root only.
  private static var haveRoot: Bool {
    if geteuid() == 0 { return true }
    print("skipped: touches through Xorg: only root may start it")
    return false
  }
}
