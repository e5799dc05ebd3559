import Foundation
import LinuxSystem
import Testing

/// A program that is built with the tests, as a child that the test ends.
final class Program {
  private let process = Process()
  private let output = Pipe()
  private var rest: [UInt8] = []

  convenience init(_ name: String, _ arguments: String...) throws { try self.init(name, arguments) }

  init(_ name: String, _ arguments: [String]) throws {
    let directory = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    process.executableURL = directory.appendingPathComponent(name)
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  deinit { kill() }

  func kill() {
    if process.isRunning { LinuxSystem.kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  func signal(_ number: Int32) { LinuxSystem.kill(process.processIdentifier, number) }

  /// Lines up to the one that is wanted; nil: up to the end.
  @discardableResult
  func lines(upTo wanted: String? = nil) -> [String] {
    var lines: [String] = []
    while true {
      while let end = rest.firstIndex(of: 10) {
        lines.append(String(decoding: rest[..<end], as: UTF8.self))
        rest.removeSubrange(...end)
        if let wanted, lines.last?.contains(wanted) ?? false { return lines }
      }
      var waiting = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 30_000) == 1 else { return lines + ["(nothing for 30 s)"] }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return lines }
      rest += more
    }
  }

  /// Waits for the end.
  var status: Int32 {
    process.waitUntilExit()
    return process.terminationStatus
  }
}
