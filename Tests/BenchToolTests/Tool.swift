import Foundation
import Testing

/// Runs `runloop`, which is built beside the tests.
struct ToolRun {
  var status: Int32
  var output: String
  var errors: String

  /// - Parameters:
  ///   - shell: what a shell does before it becomes the tool.
  ///   - word: Ctrl-C is sent when the tool has printed this,
  ///   - work: and when it has worked so long, of a processor's time.
  init(
    _ arguments: [String], shell: String? = nil, interruptedAfter word: String? = nil,
    and work: Duration = .zero
  ) throws {
    let tool = try Self.tool()
    let process = Process()
    if let shell {
      process.executableURL = URL(filePath: "/bin/bash")
      process.arguments = ["-c", "\(shell)\nexec \"$0\" \"$@\"", tool] + arguments
    } else if word != nil {
      // Where the tests are a job in the background, Ctrl-C is ignored, and that is handed on.
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["--default-signal=INT", tool] + arguments
    } else {
      process.executableURL = URL(filePath: tool)
      process.arguments = arguments
    }
    let output = try TemporaryFile()
    let errors = try TemporaryFile()
    process.standardOutput = output.handle
    process.standardError = errors.handle
    try process.run()
    if let word {
      while process.isRunning, try !output.text.contains(word) { Thread.sleep(forTimeInterval: 0.01) }
      while process.isRunning, Self.processorTime(of: process.processIdentifier) < work {
        Thread.sleep(forTimeInterval: 0.01)
      }
      process.interrupt()
    }
    process.waitUntilExit()
    status = process.terminationStatus
    self.output = try output.text
    self.errors = try errors.text
  }

  /// What its threads have had together.
  private static func processorTime(of process: Int32) -> Duration {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return .zero }
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  private static func tool() throws -> String {
    let runner = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    // Where the bundle is run by a helper of the toolchain, the bundle is an argument.
    let places = ([runner] + CommandLine.arguments.filter { $0.hasSuffix(".xctest") }).map {
      URL(filePath: $0).deletingLastPathComponent().appending(path: "runloop").path
    }
    return try #require(
      places.first { FileManager.default.isExecutableFile(atPath: $0) },
      "no 'runloop' beside the test bundle: run 'swift build' first")
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
