import BenchmarkKit
import Foundation
import TestHarness
import Testing

/// `runloop bench --thresholds`, with programs in the places of valgrind and strace whose counts are known.
@Suite("runloop bench --thresholds", .hangLimit)
struct ThresholdToolTests {
  /// A folder with the counters: 7 instructions and 3 system calls an operation, and some for the start.
  private final class Counters {
    let path = FileManager.default.temporaryDirectory.appending(path: "counters-\(UUID().uuidString)").path

    init() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      try write(
        "valgrind",
        """
        for word; do case $word in --log-file=*) log=${word#*=};; --once=*) n=${word#*=};; esac; done
        echo "==1== Collected : $((1000 + 7 * n))" > "$log"
        """)
      try write(
        "strace",
        """
        while [ $# -gt 0 ]; do case $1 in -o) file=$2; shift;; --once=*) n=${1#*=};; esac; shift; done
        echo "100.00 0.1 2 $((50 + 3 * n)) write" > "$file"
        """)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    private func write(_ name: String, _ text: String) throws {
      let file = "\(path)/\(name).text"
      try "#!/bin/sh\n\(text)\n".write(toFile: file, atomically: false, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
      try ProgramCopy.make(of: file, at: "\(path)/\(name)")
    }
  }

  private static let workload = "turn:observers=0,called=no"

  private func run(_ text: String, _ options: [String] = [], path: String? = nil) throws -> (
    ToolRun, file: String
  ) {
    let (file, counters) = (try TemporaryFile(text), try Counters())
    let run = try ToolRun(
      ["bench", "--thresholds", file.path] + options,
      shell: "export PATH=\(path ?? counters.path + ":$PATH")")
    return (run, try file.text)
  }

  @Test("says that nothing moved when the counts are the stored ones")
  func same() throws {
    let text = "\(Self.workload) operations=10 instructions=7.0 calls=3.000\n"
    let (run, file) = try run(text)
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(run.output.contains("2 figures counted, 0 moved"))
    #expect(!run.output.contains("moved:") && file == text)
  }

  @Test("ends with status 1 when a figure moved, and says which, by how much, and what it holds")
  func moved() throws {
    let text = "\(Self.workload) operations=10 instructions=10 calls=3 # a heuristic\n"
    let (run, file) = try run(text)
    #expect(run.status == 1)
    #expect(
      run.output.contains(
        "moved: \(Self.workload): 7.0 instructions, stored 10.0, -30.0 % (a heuristic)\n"), "\(run.output)")
    #expect(run.output.contains("2 figures counted, 1 moved") && file == text)
  }

  @Test("does not count what is unsteady")
  func unsteady() throws {
    let (run, _) = try run("\(Self.workload) operations=10 instructions=unsteady calls=3\n")
    #expect(run.status == 0 && run.output.contains("1 figures counted, 0 moved"), "\(run.output)")
  }

  @Test("stores the counts with --rewrite, and keeps what is unsteady, and comments")
  func rewriting() throws {
    let (run, file) = try run(
      """
      # Comment
      \(Self.workload) operations=10 instructions=100 calls=100 # a heuristic
      self-post:ports=0 operations=20 instructions=1 calls=unsteady
      """, ["--rewrite"])
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    #expect(
      try ThresholdFile(file)
        == ThresholdFile(
          """
          # Comment
          \(Self.workload) operations=10 instructions=7 calls=3 # a heuristic
          self-post:ports=0 operations=20 instructions=7 calls=unsteady
          """))
  }

  @Test("skips what is not installed, and says what to install")
  func missing() throws {
    let (run, _) = try run(
      "\(Self.workload) operations=10 instructions=1 calls=1\n", path: "/nonexistent")
    #expect(run.status == 0)
    #expect(run.output.contains("skipped: valgrind is not installed (apt install valgrind)\n"))
    #expect(run.output.contains("skipped: strace is not installed (apt install strace)\n"))
    #expect(run.output.contains("0 figures counted, 0 moved"))
  }

  @Test(
    "refuses a file that is none, before anything is counted",
    arguments: [
      ("turn", "line 1: expected WORKLOAD operations=N"),
      ("turn operations=1 instructions=1 calls=1", "turn: is not one workload of the core"),
      ("modes:kind=switch operations=1 instructions=1 calls=1", "is not one workload of the core"),
      ("nothing operations=1 instructions=1 calls=1", "unknown workload 'nothing'"),
    ])
  func malformed(_ text: String, _ answer: String) throws {
    let (run, _) = try run(text)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors.contains(answer), "\(run.errors)")
  }

  @Test("runs one workload and says nothing, with --once")
  func once() throws {
    for workload in ["timer-churn:pending=10,between=3,where=inside", "pipes:pipes=2,active=1"] {
      let run = try ToolRun(["bench", "--once", "100", workload])
      #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run.errors)")
    }
  }
}
