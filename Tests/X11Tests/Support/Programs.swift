import Foundation
import LinuxSystem
import TestHarness

extension ChildProgram {
  /// A program that timeout(1) starts, and ends even if the tests crash: a server would run on.
  static func limited(
    _ program: String, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> ChildProgram {
    try ChildProgram(
      "timeout", ["--kill-after=30", "280", program] + arguments, environment: environment)
  }
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
  static let fcitx =
    xdotool
    && have(
      ["fcitx5", "/usr/share/fcitx5/addon/xim.conf", "/usr/share/fcitx5/inputmethod/pinyin.conf"],
      packages: "fcitx5 fcitx5-chinese-addons", for: "Chinese by fcitx5")
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
