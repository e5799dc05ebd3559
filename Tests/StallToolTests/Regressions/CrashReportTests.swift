import Foundation
import TestHarness
import Testing

/// Was wrong: with a monitor, Swift's own crash report lacked threads ("failed to suspend thread").
@Suite("Swift's crash report of a program with a monitor", .hangLimit)
struct CrashReportTests {
  private static let hasBacktracer: Bool = {
    // Beside the runtime that this process has loaded.
    guard let file = fopen("/proc/self/maps", "re") else { return false }
    defer { fclose(file) }
    var maps = ""
    var piece = [UInt8](repeating: 0, count: 4_096)
    while case let count = fread(&piece, 1, piece.count, file), count > 0 {
      maps += String(decoding: piece[..<count], as: UTF8.self)
    }
    guard let line = maps.split(separator: "\n").first(where: { $0.hasSuffix("/libswiftCore.so") }),
      let start = line.firstIndex(of: "/")
    else { return false }
    let usr = URL(filePath: String(line[start...])).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return FileManager.default.isExecutableFile(
      atPath: usr.appending(path: "libexec/swift/linux/swift-backtrace").path)
  }()

  /// The report of a program that traps on its main thread while others wait.
  private func report(monitored: Bool) throws -> (parts: [String], threads: [String]) {
    let folder = try TemporaryFolder()
    // "threads=all" is taken for the opposite; names of functions take seconds.
    let backtrace =
      "enable=yes,preset=full,interactive=no,color=no,symbolicate=off,registers=none,images=none"
    let outcome = try ChildProgram.run(
      Tool.path(), ["stalls", "--helper", "crash"] + (monitored ? [folder.path] : []),
      environment: ["SWIFT_BACKTRACE": backtrace])
    #expect(outcome.status < 0)
    var text = outcome.errors
    // Where a module lies differs, but for the place in a page.
    text.replace(/0x[0-9a-f]*([0-9a-f]{3})\b/) { "…\($0.output.1)" }
    text.replace(/Backtrace took .*/) { _ in "" }
    text.replace(/\n(?=Thread \d+)/) { _ in "\u{1}" }
    let parts = text.split(separator: "\u{1}").map { part in
      part.replacing(/^Thread \d+/) { _ in "Thread" }.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    let threads = parts.dropFirst().map { String($0.prefix { $0 != "\n" }) }
    return (parts, threads)
  }

  @Test("is that of one without, and the monitor's thread", .enabled(if: hasBacktracer))
  func sameReport() throws {
    let alone = try report(monitored: false)
    let monitored = try report(monitored: true)
    #expect(alone.threads.count == 4 && alone.parts[0].contains("Fatal error"), "\(alone.parts)")
    let others = monitored.parts.filter { !$0.contains("\"stall monitor\"") }
    #expect(monitored.parts.count == others.count + 1, "\(monitored.threads)")
    #expect(others == alone.parts)
  }
}
