import Foundation
import Testing

@testable import EventRouting

/// Recordings of real devices, which are not in the repository: `MAINSPRING_RECORDINGS`, or `../shared/recordings` beside
/// the package.
enum Recordings {
  static let folder: URL? = {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let beside = package.deletingLastPathComponent().appending(path: "shared/recordings").path
    let path = ProcessInfo.processInfo.environment["MAINSPRING_RECORDINGS"] ?? beside
    let folder = URL(fileURLWithPath: path).appending(path: "evemu")
    guard FileManager.default.fileExists(atPath: folder.path) else {
      print("no recordings of devices (set MAINSPRING_RECORDINGS): tests that need them are skipped")
      return nil
    }
    return folder
  }()

  static var areThere: Bool { folder != nil }

  /// The path of a recording.
  static func path(_ name: String) throws -> String {
    try #require(folder).appending(path: name + ".events").path
  }

  /// A recording with the description of its device, which is in another file for some.
  static func load(_ name: String) throws -> Recording {
    var device = DeviceDescription()
    if let dot = name.firstIndex(of: "."), let folder {
      let description = folder.appending(path: name[..<dot] + ".desc").path
      if let described = try? Recording(path: description) { device = described.device }
    }
    return try Recording(path: path(name), device: device)
  }
}
