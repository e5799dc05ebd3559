import BenchmarkKit
import Foundation
import TestHarness
import Testing

/// `runloop bench --ab` and `--aa`, as processes. The other program is a script that prints a report.
@Suite("runloop bench with two programs", .hangLimit, .serialized)
struct PairToolTests {
  private static let row = "turn:observers=0,called=no"

  /// A program that prints what it measured. It is written by `prepare`, a shell: a file that this process has written may still be
  /// open in a child of another test, and can not be run then.
  private final class Program {
    private let text: TemporaryFile
    var path: String { text.path + ".program" }
    var prepare: String { "cp \(text.path) \(path) && chmod 755 \(path)\n" }

    init(_ script: String) throws { text = try TemporaryFile("#!/bin/sh\n\(script)\n") }

    /// So many nanoseconds for a turn.
    convenience init(nanoseconds: String) throws {
      try self.init(
        """
        cat <<END
        {"schema":1,"machine":{},"results":[{"workload":"turn","parameters":{"observers":0,"called":"no"},"unit":"ns",
        "median":\(nanoseconds),"min":1,"max":1,"p50":1,"p90":1,"p99":1,"p999":1,"rounds":1}]}
        END
        """)
    }

    deinit { unlink(path) }
  }

  private func run(_ other: Program, _ options: [String] = []) throws -> ToolRun {
    try run(other.path, options, shell: other.prepare)
  }

  private func run(_ other: String, _ options: [String] = [], shell: String? = nil) throws -> ToolRun {
    try ToolRun(["bench", "--quick", "--pairs", "5", "--ab", other] + options + [Self.row], shell: shell)
  }

  /// Counters that find twice as much in an operation of this program as in one of a script.
  private func counters(in folder: String) -> String {
    """
    mkdir -p \(folder)
    cat > \(folder)/valgrind <<'END'
    #!/bin/sh
    for word; do case $word in
      --log-file=*) log=${word#*=};; --once=*) n=${word#*=};; --tool=*) tool=${word#*=};; */runloop) program=$word;;
    esac; done
    each=4; [ "$(head -c 2 "$program")" = '#!' ] && each=2
    case $tool in
      memcheck) echo "==1==   total heap usage: $((9000 + each * n)) allocs, 9 frees" > "$log";;
      *) echo "==1== Collected : $((70000 + 100 * each * n))" > "$log";;
    esac
    END
    cat > \(folder)/strace <<'END'
    #!/bin/sh
    while [ $# -gt 0 ]; do case $1 in
      -o) file=$2; shift;; --once=*) n=${1#*=};; */runloop) program=$1;;
    esac; shift; done
    each=6; [ "$(head -c 2 "$program")" = '#!' ] && each=3
    echo "100.00 0.1 2 $((50 + each * n)) write" > "$file"
    END
    chmod 755 \(folder)/valgrind \(folder)/strace
    export PATH=\(folder):$PATH

    """
  }

  @Test(
    "calls this program slower than one that is quicker, and fails with a status of its own where it shall")
  func slower() throws {
    let quick = try Program(nanoseconds: "0.5$$")
    let json = try TemporaryFile()
    let folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let run = try run(
      quick.path, ["--fail-on", "slower:50", "--json=\(json.path)", "--counts"],
      shell: quick.prepare + counters(in: folder))
    #expect(run.status == 3, "\(run.output) \(run.errors)")
    #expect(run.errors.hasPrefix("runloop: bench: slower: turn observers=0 called=no (+"), "\(run.errors)")
    let lines = run.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(
      lines.contains {
        $0.hasPrefix("turn observers=0 called=no ")
          && $0.hasSuffix(" slower 200.00 → 400.00 3.00 → 6.00 2.00 → 4.00")
      }, "\(run.output)")
    #expect(run.output.contains("A       \(quick.path)\nB       this program\n"))
    #expect(run.output.contains("5 processes of each program"))
    let text = try json.text
    #expect(text.contains(#""verdict":"slower""#) && text.contains(#""processes": 5"#))
    // The same without the option is a row, and no failure.
    #expect(try self.run(quick).status == 0)
  }

  @Test("calls it faster than one that is slower, which is no failure")
  func faster() throws {
    let run = try run(try Program(nanoseconds: "9000000$$"), ["--fail-on=slower", "--json"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.contains(#""verdict":"faster""#))
  }

  @Test("says what is wrong with the other program")
  func wrongPrograms() throws {
    let silent = try Program("echo 'bench is asked' >&2; echo 'no such workload' >&2; exit 2")
    let run = try run(silent)
    #expect(run.status == 1)
    #expect(
      run.errors == "runloop: bench: \(silent.path) ended with status 2 and no report: no such workload\n",
      "\(run.errors)")
    let text = try TemporaryFile("no program")
    for (name, reason) in [
      (text.path, "is no program that can be run"), ("/", "is no program that can be run"),
      ("/nonexistent/runloop", "is neither a program nor a revision"),
      ("--upload-pack=x", "is neither a program nor a revision"),
    ] {
      let run = try self.run(name)
      #expect(
        run.status == 2 && run.errors.hasPrefix("runloop: bench: --ab: \(name) \(reason)"), "\(run.errors)")
    }
  }

  @Test("counts how often this machine calls this program different from itself")
  func itself() throws {
    let run = try ToolRun(["bench", "--quick", "--pairs=5", "--aa=2", Self.row])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.contains("comparison 2 of 2: "))
    #expect(run.output.contains("2 comparisons of 5 processes with 5 others of the same program: "))
    #expect(run.output.contains(" false verdicts in 2 rows, "))
  }

  @Test(
    "builds a git revision in a working tree of its own, and removes it",
    .enabled(if: access("/usr/bin/git", X_OK) == 0, "git is not installed"))
  func revision() throws {
    let stub = try Program(nanoseconds: "0.25$$")
    let folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // A compiler that copies the script to where the tool would be.
    let prepare = """
      set -e
      \(stub.prepare)
      mkdir -p \(folder)/bin \(folder)/repository; cd \(folder)/repository
      export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 TMPDIR=\(folder)
      git init -q; touch Package.swift; git add Package.swift
      git -c user.name=a -c user.email=a@b commit -qm one
      printf '#!/bin/sh\\n[ "$MAINSPRING_TARGETS" = runloop ] || exit 1\\nmkdir -p "$3/.build/$5"\\ncp \(stub.path) "$3/.build/$5/runloop"\\n' > \(folder)/bin/swift
      chmod +x \(folder)/bin/swift
      export PATH=\(folder)/bin:$PATH
      """
    let run = try run("HEAD", ["--fail-on", "slower"], shell: prepare)
    #expect(run.status == 3, "\(run.output) \(run.errors)")
    #expect(run.errors.contains("building HEAD (") && run.output.contains("A       HEAD\n"))
    let rest = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(rest == ["bin", "repository"])
    let trees = try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/repository/.git/worktrees")
    #expect(trees ?? [] == [])
  }

  @Test("writes a percentile distribution for each row of latencies")
  func distributions() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "bench-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for _ in 0..<2 {
      let run = try ToolRun(["bench", "--quick", "--hgrm", folder, "wake:cpus=1", Self.row])
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["wake,cpus=1.hgrm"])
    let text = try String(contentsOfFile: folder + "/wake,cpus=1.hgrm", encoding: .utf8)
    #expect(text.hasPrefix("       Value     Percentile TotalCount 1/(1-Percentile)\n\n"))
    #expect(text.contains("\n#[Buckets = "))
  }
}
