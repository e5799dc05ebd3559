import Foundation

/// The program that is built with the tests: see ResponderProbe.
enum Probe {
  struct Failed: Error { let status: Int32 }

  /// Runs it, or another program of the package; the lines that it printed.
  static func run(_ arguments: String..., program: String = "responderprobe") throws -> [String] {
    let directory = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let process = Process()
    process.executableURL = directory.appendingPathComponent(program)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failed(status: process.terminationStatus) }
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
