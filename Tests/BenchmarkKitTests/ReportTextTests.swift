import LinuxSystem
import TestHarness
import Testing

@testable import BenchmarkKit

@Suite("A table", .hangLimit)
struct TextTableTests {
  @Test(
    "has columns as wide as their widest cell, to the left or to the right, and no spaces at a line's end")
  func alignment() {
    var table = TextTable([("name", .left), ("empty", .left), ("value", .right), ("note", .left)])
    table.add(["a", "", "1"])
    table.add(["longer", "", "22222222", "x"])
    #expect(
      table.text
        == """
        name       value  note
        a              1
        longer  22222222  x

        """)
    #expect(TextTable([("name", .left)]).text == "\n")
  }

  @Test("of results has the spread in percent, and percentiles of latencies only")
  func results() {
    var latencies = Histogram()
    for value in 1...100 as ClosedRange<UInt64> { latencies.record(value) }
    let report = Report(
      machine: someMachine,
      results: [
        Measurement("turn", values: [10, 11, 12]),
        Measurement("wake", values: [40, 50, 60], latencies: latencies),
        Measurement("once", values: [7]),
      ])
    let lines = report.table().split(separator: "\n").map {
      $0.split(separator: " ", omittingEmptySubsequences: true)
    }
    #expect(lines[1].joined(separator: " ") == "turn 11.0 ns 9.1% 10.0 ns 12.0 ns")
    #expect(lines[2].joined(separator: " ") == "wake 50.0 ns 20.0% 1.00 ns 90.0 ns 100 ns 100")
    #expect(lines[3].joined(separator: " ") == "once 7.00 ns 7.00 ns 7.00 ns")
  }
}

@Suite("A report's file", .hangLimit)
struct ReportFileTests {
  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    try body(folder.path)
  }

  private func text(_ path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 200_000)
    return String(decoding: buffer[..<fread(&buffer, 1, buffer.count, file)], as: UTF8.self)
  }

  @Test("is looked at before anything is measured, which leaves what was there as it was")
  func check() throws {
    try withFolder { folder in
      let file = ReportFile(folder + "/a")
      try file.check()
      #expect(access(file.name, F_OK) != 0)
      try file.write("an older one")
      try file.check()
      #expect(text(file.name) == "an older one")
      #expect(throws: ReportFile.Failure.self) { try ReportFile(folder).check() }
      #expect(throws: ReportFile.Failure.self) { try ReportFile(folder + "/none/a").write("") }
    }
  }

  @Test(
    "is looked at without a sign to a pipe's reader, and without making what a link leads to, or removing the link"
  )
  func checkOfPipesAndLinks() throws {
    try withFolder { folder in
      let (pipe, link) = (folder + "/pipe", folder + "/link")
      try #require(mkfifo(pipe, 0o600) == 0 && symlink("target", link) == 0)
      // A pipe that waits for its first writer.
      let reader = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
      defer { close(reader) }
      try ReportFile(pipe).check()
      var entry = pollfd(fd: reader, events: Int16(POLLIN), revents: 0)
      #expect(poll(&entry, 1, 0) == 0)
      try ReportFile(link).check()
      var status = stat()
      #expect(lstat(link, &status) == 0 && access(folder + "/target", F_OK) != 0)
    }
  }

  @Test("has all of the text, and nothing of what there was before")
  func write() throws {
    try withFolder { folder in
      let file = ReportFile(folder + "/b")
      let long = String(repeating: "größer\n", count: 20_000)
      try file.write(long)
      #expect(text(file.name) == long)
      try file.write("short")
      #expect(text(file.name) == "short")
      try file.write("")
      #expect(text(file.name) == "")
    }
  }
}
