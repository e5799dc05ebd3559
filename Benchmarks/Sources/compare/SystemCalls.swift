import BenchmarkKit
import Glibc

/// Counts the system calls of a wake-up: the tool runs itself under strace, once with some hops and once with more,
/// and the difference is the hops' own.
enum SystemCalls {
  private static let fewer = 2000
  private static let more = 6000

  static func count(_ contenders: [Contender]) {
    guard let strace = tool("strace") else {
      Options.fail("--syscalls needs strace, which is not here (apt install strace)")
    }
    print("System calls of one hop of pingpong, both threads on one processor: a wake-up and its service.\n")
    var table = TextTable([("loop", .left), ("all", .right), ("which", .left)])
    for contender in contenders {
      guard let few = calls(contender.name, fewer, strace), let many = calls(contender.name, more, strace)
      else {
        table.add([contender.name, "–", "strace gave no table"])
        continue
      }
      var hop: [(name: String, count: Double)] = []
      for (name, count) in many {
        let each = Double(count - (few[name] ?? 0)) / Double(more - fewer)
        if each >= 0.01 { hop.append((name, each)) }
      }
      hop.sort { ($0.count, $1.name) > ($1.count, $0.name) }
      let all = hop.reduce(0) { $0 + $1.count }
      table.add([
        contender.name, Quantity.fixed(all, 2),
        hop.map { "\($0.name) \(Quantity.fixed($0.count, 2))" }.joined(separator: ", "),
      ])
    }
    print(table.text, terminator: "")
  }

  private static func tool(_ name: String) -> String? {
    let folders = (getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// The count of each system call in this number of hops.
  private static func calls(_ loop: String, _ hops: Int, _ strace: String) -> [String: Int]? {
    let file = "/tmp/compare-\(getpid()).strace"
    defer { unlink(file) }
    let arguments =
      [strace, "-f", "-c", "-o", file, "/proc/self/exe", "--once", loop, "pingpong", "--count", "\(hops)"]
      + Contender.objects.flatMap { ["--loop", $0] }
    guard run(strace, arguments.map { $0 == "/proc/self/exe" ? CommandLine.arguments[0] : $0 }) == 0 else {
      return nil
    }
    guard let stream = fopen(file, "re") else { return nil }
    defer { fclose(stream) }
    var calls: [String: Int] = [:]
    var line = [CChar](repeating: 0, count: 512)
    while fgets(&line, Int32(line.count), stream) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let words = text.split(whereSeparator: \.isWhitespace)
      // % time, seconds, usecs/call, calls, errors if any, name
      guard words.count >= 5, let count = Int(words[3]), let name = words.last, name != "total" else {
        continue
      }
      calls[String(name)] = count
    }
    return calls.isEmpty ? nil : calls
  }

  private static func run(_ path: String, _ arguments: [String]) -> Int32 {
    var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var process = pid_t()
    guard posix_spawn(&process, path, nil, nil, &pointers, environ) == 0 else { return -1 }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status
  }
}
