import Foundation
import Testing

/// `runloop stalls`, or another command of the tool, which is built beside the tests, as a process.
final class Tool {
  private let process = Process()
  private let outputFile: FileHandle
  private let errorFile: FileHandle
  private let paths: [String]

  /// Where the program is.
  static func path() throws -> String {
    let runner = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    // Where the bundle is run by a helper of the toolchain, the bundle is an argument.
    let places = ([runner] + CommandLine.arguments.filter { $0.hasSuffix(".xctest") }).map {
      URL(filePath: $0).deletingLastPathComponent().appending(path: "runloop")
    }
    let executable: URL = try #require(
      places.first { FileManager.default.isExecutableFile(atPath: $0.path) },
      "no 'runloop' beside the test bundle: run 'swift build' first")
    return executable.path
  }

  /// Starts it.
  init(_ arguments: [String], of command: String = "stalls", in folder: String? = nil) throws {
    process.executableURL = URL(filePath: try Self.path())
    process.arguments = [command] + arguments
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    paths = (0..<2).map { _ in
      FileManager.default.temporaryDirectory.appending(path: "stalls-\(UUID().uuidString)").path
    }
    for path in paths { _ = FileManager.default.createFile(atPath: path, contents: nil) }
    outputFile = try FileHandle(forUpdating: URL(filePath: paths[0]))
    errorFile = try FileHandle(forUpdating: URL(filePath: paths[1]))
    process.standardOutput = outputFile
    process.standardError = errorFile
    try process.run()
  }

  deinit {
    if process.isRunning { kill(number, SIGKILL) }
    process.waitUntilExit()
    // What a killed process left for its next start, which does not come.
    try? FileManager.default.removeItem(atPath: "/dev/shm/mainspring.\(getuid()).\(number)")
    for path in paths { try? FileManager.default.removeItem(atPath: path) }
  }

  var number: Int32 { process.processIdentifier }

  /// Waits for its end: its status, or the negative number of the signal that ended it.
  func wait() -> Int32 {
    process.waitUntilExit()
    return process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
  }

  var output: String { (try? String(contentsOfFile: paths[0], encoding: .utf8)) ?? "" }
  var errors: String { (try? String(contentsOfFile: paths[1], encoding: .utf8)) ?? "" }

  /// Runs it to its end.
  static func run(
    _ arguments: [String], of command: String = "stalls", in folder: String? = nil
  ) throws -> (status: Int32, output: String, errors: String) {
    let tool = try Tool(arguments, of: command, in: folder)
    return (tool.wait(), tool.output, tool.errors)
  }
}

/// A folder that is removed with this object.
final class Folder {
  let path = FileManager.default.temporaryDirectory.appending(path: "stalls-\(UUID().uuidString)").path

  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(atPath: path) }
}
