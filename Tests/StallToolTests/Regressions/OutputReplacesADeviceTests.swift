import Foundation
import TestHarness
import Testing

@testable import StallMonitoring

/// A command that was to write to a pipe or device put a file in its place: for the user root, in that of `/dev/null`.
@Suite("A device or pipe as the output file", .hangLimit)
struct OutputReplacesADeviceTests {
  private func kind(_ path: String) -> mode_t? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  @Test(
    "is written to, and stays",
    arguments: [
      ["export", "--to", "markdown", "--no-lines"], ["collect", "."], ["collect", "--page", "pipe", "."],
    ])
  func pipe(_ words: [String]) throws {
    let folder = try TemporaryFolder()
    try MadeReports.write([MadeReports.stall(1)], in: folder.path)
    let path = folder.path + "/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    // Room for what is written, without a reader that waits.
    let end = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    defer { close(end) }
    let output = words.contains("--page") ? [] : ["--output", "pipe"]
    let reports = words[0] == "export" ? ["--folder", "."] : []
    let run = try Tool.run(words + output + reports, in: folder.path)
    #expect(run.status == 0 && kind(path) == S_IFIFO, "\(run.errors)")
    var bytes = [UInt8](repeating: 0, count: 65_536)
    #expect(read(end, &bytes, bytes.count) > 0)
  }

  @Test("is no file to be replaced")
  func replaced() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    #expect(throws: StallMonitorError.self) { try FileBytes.replace(path, with: [1]) }
    #expect(kind(path) == S_IFIFO)
    // A link is replaced, and not followed.
    let link = folder.path + "/link"
    try #require(symlink(path, link) == 0)
    try FileBytes.replace(link, with: [1])
    #expect(kind(link) == S_IFREG && kind(path) == S_IFIFO)
  }
}
