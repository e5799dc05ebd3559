import TestHarness
import Testing

/// The main actor in other libraries' main loops: `Sources/Examples/Hosts` with the real libraries, on an X server.
@Suite(.hangLimit) struct HostedMainActorTests {
  struct Host: CustomTestStringConvertible, Sendable {
    let file: String
    /// For pkg-config; nil without a library.
    var module: String?
    var package = ""
    var testDescription: String { file }
  }

  static let hosts = [
    Host(file: "gtk4.c", module: "gtk4", package: "libgtk-4-dev"),
    Host(file: "qt6.cpp", module: "Qt6Gui", package: "qt6-base-dev"),
    Host(file: "sdl2.c", module: "sdl2", package: "libsdl2-dev"),
    Host(file: "looper.c"),
  ]

  /// The lines of the program in the host; nil, and a printed reason, where it can not be run.
  private static func run(_ host: Host, _ what: String, _ count: Int) throws -> [String]? {
    if let module = host.module {
      guard Toolbox.has(module), try Toolbox.shell("command -v Xvfb && c++ --version").status == 0 else {
        print("skipped: \(host.file) needs \(host.package), xvfb and a compiler")
        return nil
      }
    }
    let ran = try Toolbox.shell(
      "sh '\(Toolbox.package)/Tests/RunLoopCTests/Programs/hosted.sh' '\(Toolbox.package)/Sources/Examples/Hosts'"
        + " '\(Toolbox.products)/HostedMainActor' \(host.file) \(host.module ?? "-") \(what) \(count)")
    try #require(ran.status == 0, "\(ran.output)")
    return ran.output.split(separator: "\n").map(String.init)
  }

  /// The longest times are the machine's; a host that polled would have half of its period as the median.
  @Test(
    .enabled(if: Toolbox.hasCompiler, "skipped: no C compiler (cc), or the library was not built"),
    arguments: hosts)
  func theMainActorRunsThereAtOnce(host: Host) throws {
    // The best of several: a host that polled would have half of its period each time.
    var seen: [String] = []
    while seen.count < 5 {
      guard let lines = try Self.run(host, "hops", 500) else { return }
      try #require(lines.count == 2)
      #expect(lines[0] == "all on thread 0: yes")
      let median = try #require(lines[1].firstMatch(of: /median (\d+) us/).flatMap { Int($0.1) })
      if median < 5_000 { return }
      seen.append(lines[1])
    }
    Issue.record("the medians are too long: \(seen)")
  }

  /// A window that opens takes some time: then there is a second without a single wake-up.
  @Test(
    .enabled(if: Toolbox.hasCompiler, "skipped: no C compiler (cc), or the library was not built"),
    arguments: hosts)
  func anIdleProgramIsNeverWoken(host: Host) throws {
    guard let lines = try Self.run(host, "idle", 30) else { return }
    guard !lines.isEmpty else { return print("skipped: no strace, or nothing may be traced") }
    let calls = lines.compactMap(Int.init)
    try #require(calls.count == 30, "\(lines)")
    #expect((0...26).contains { calls[$0..<$0 + 4].allSatisfy { $0 == 0 } }, "\(calls)")
  }
}
