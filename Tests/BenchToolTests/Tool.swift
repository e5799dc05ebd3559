import Foundation
import Testing

/// Runs `runloop`, which is built beside the tests.
struct ToolRun {
  var status: Int32
  var output: String
  var errors: String

  init(_ arguments: [String]) throws {
    let runner = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    // Where the bundle is run by a helper of the toolchain, the bundle is an argument.
    let places = ([runner] + CommandLine.arguments.filter { $0.hasSuffix(".xctest") }).map {
      URL(filePath: $0).deletingLastPathComponent().appending(path: "runloop")
    }
    let tool = try #require(
      places.first { FileManager.default.isExecutableFile(atPath: $0.path) },
      "no 'runloop' beside the test bundle: run 'swift build' first")
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    let output = try TemporaryFile()
    let errors = try TemporaryFile()
    process.standardOutput = output.handle
    process.standardError = errors.handle
    try process.run()
    process.waitUntilExit()
    status = process.terminationStatus
    self.output = try output.text
    self.errors = try errors.text
  }
}

/// A file that is gone with this object.
final class TemporaryFile {
  let path = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)").path
  let handle: FileHandle

  init(_ text: String = "") throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    handle = try FileHandle(forUpdating: URL(filePath: path))
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var text: String {
    get throws { try String(contentsOfFile: path, encoding: .utf8) }
  }
}
