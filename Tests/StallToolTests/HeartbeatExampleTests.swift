import Foundation
import StallMonitoring
import TestHarness
import Testing

/// Programs of Sources/Examples/Heartbeats, each with one loop that some other library drives, watched from outside.
///
/// Each reads a byte from its input, by its loop, prints `in`, and waits for a second one in that callback: so for as long
/// as the test likes.
private final class HeartbeatProgram {
  static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path
  static let examples = "\(package)/Sources/Examples/Heartbeats"

  private let program: ChildProgram

  init(_ command: [String], environment: [String: String] = [:]) throws {
    program = try ChildProgram(
      command[0], Array(command.dropFirst()), environment: environment, hasInput: true)
    number = program.process
  }

  deinit {
    program.kill()
    // A killed program leaves its page.
    unlink(HeartbeatReader.pathOfTold(of: number))
  }

  /// The process that has the loop.
  var number: Int32

  func send() throws { try program.write("x") }

  func finish() -> Int32 {
    program.endInput()
    return program.wait()
  }

  /// The next line that it prints.
  func line() -> String { program.line() ?? "" }

  /// Its only loop, once that is as it should be; as it is after twenty seconds otherwise.
  func loop(when isMeant: (HeartbeatReader.Loop) -> Bool) -> HeartbeatReader.Loop? {
    var found: HeartbeatReader.Loop?
    for _ in 0..<4_000 {
      if let reader = try? HeartbeatReader(path: HeartbeatReader.pathOfTold(of: number)) {
        found = reader.loops.first
        if let found, isMeant(found) { return found }
      }
      usleep(5_000)
    }
    return found
  }

  // MARK: Building

  static func shell(_ command: String) -> (output: String, status: Int32) {
    (try? ChildProgram.shell(command)).map { ($0.output, $0.status) } ?? ("", -1)
  }

  static let hasCompiler = shell("cc --version").status == 0
  static func has(_ module: String) -> Bool {
    hasCompiler && shell("pkg-config --exists \(module)").status == 0
  }
  static let hasPython = hasCompiler && shell("python3 -c 'import ctypes, asyncio'").status == 0

  /// With every warning an error.
  static func build(_ source: String, in folder: TemporaryFolder, module: String? = nil, options: String = "")
    throws
    -> String
  {
    let product = "\(folder.path)/\(source).out"
    let compiler = source.hasSuffix(".cpp") ? "c++ -std=c++17 -fPIC" : "cc -std=gnu11"
    // Other people's headers are not held to it.
    let flags = module.map { "$(pkg-config --cflags \($0) | sed 's/-I/-isystem /g')" } ?? ""
    let libraries = module.map { "$(pkg-config --libs \($0))" } ?? ""
    let built = shell(
      "\(compiler) -O1 -Wall -Wextra -pedantic -Werror \(options) -I '\(package)/Sources/CRunLoop' \(flags)"
        + " '\(examples)/\(source)' -o '\(product)' \(libraries)")
    try #require(built.status == 0, "\(built.output)")
    return product
  }
}

@Suite("Heartbeats of other loops", .hangLimit, .serialized)
struct HeartbeatExampleTests {
  /// The loop is seen waiting, in its callback, and waiting again.
  private func follow(_ program: HeartbeatProgram, _ label: String, _ work: String) throws {
    func isAtRest(_ loop: HeartbeatReader.Loop) -> Bool {
      loop.activity == .waiting && loop.callout.kind == .none
    }
    let before = try #require(program.loop(when: isAtRest))
    #expect(before.label == label && before.thread == program.number && before.isMain && before.isForeign)
    #expect(isAtRest(before), "\(before)")
    try program.send()
    #expect(program.line() == "in")
    let inside = try #require(program.loop { $0.callout.kind == .foreign })
    #expect(inside.callout.label == work && inside.activity == .running && inside.depth == 1, "\(inside)")
    #expect(inside.waits >= before.waits)
    try program.send()
    #expect(program.line() == "out")
    let after = try #require(program.loop(when: isAtRest))
    #expect(isAtRest(after) && after.waits > inside.waits, "\(after)")
  }

  private func finish(_ program: HeartbeatProgram) throws {
    #expect(program.finish() == 0)
    #expect(access(HeartbeatReader.pathOfTold(of: program.number), F_OK) != 0, "its page is gone with it")
  }

  @Test(.enabled(if: HeartbeatProgram.has("glib-2.0"), "skipped: GLib is not there (libglib2.0-dev)"))
  func gLib() throws {
    let folder = try TemporaryFolder()
    let program = try HeartbeatProgram([HeartbeatProgram.build("glib.c", in: folder, module: "glib-2.0")])
    try follow(program, "GLib", "dispatch")
    try finish(program)
  }

  @Test(.enabled(if: HeartbeatProgram.has("libuv"), "skipped: libuv is not there (libuv1-dev)"))
  func libuv() throws {
    let folder = try TemporaryFolder()
    let program = try HeartbeatProgram([HeartbeatProgram.build("libuv.c", in: folder, module: "libuv")])
    try follow(program, "libuv", "callbacks")
    try finish(program)
  }

  @Test(.enabled(if: HeartbeatProgram.has("Qt6Core"), "skipped: Qt is not there (qt6-base-dev)"))
  func qt() throws {
    let folder = try TemporaryFolder()
    let program = try HeartbeatProgram([HeartbeatProgram.build("qt.cpp", in: folder, module: "Qt6Core")])
    try follow(program, "Qt", "events")
    try finish(program)
  }

  @Test(.enabled(if: HeartbeatProgram.has("gtk4"), "skipped: GTK is not there (libgtk-4-dev)"))
  func gtk() throws {
    guard HeartbeatProgram.shell("command -v xvfb-run").status == 0 else {
      print("skipped: there is no display for GTK (xvfb)")
      return
    }
    let folder = try TemporaryFolder()
    let product = try HeartbeatProgram.build("gtk.c", in: folder, module: "gtk4")
    // It is a child of what starts the display's server.
    let program = try HeartbeatProgram(["xvfb-run", "-a", "sh", "-c", "echo $$; exec '\(product)'"])
    program.number = try #require(Int32(program.line()))
    try follow(program, "GTK", "events")
    try finish(program)
  }

  /// The same functions by calls of a library: here, one that is nothing but the header.
  @Test(
    .enabled(if: HeartbeatProgram.hasPython, "skipped: no C compiler, or no python3 with asyncio and ctypes"))
  func asyncio() throws {
    let folder = try TemporaryFolder()
    let library = "\(folder.path)/beats.so"
    let source = """
      #include "runloop_heartbeat.h"
      #undef rl_heartbeat_open
      #undef rl_heartbeat_work
      #undef rl_heartbeat_begin
      #undef rl_heartbeat_end
      #undef rl_heartbeat_begin_wait
      #undef rl_heartbeat_end_wait
      rl_heartbeat *rl_heartbeat_open(const char *label) { return rl_beat_open(label); }
      uint32_t rl_heartbeat_work(const char *label, const char *site) { return rl_beat_work(label, site); }
      void rl_heartbeat_begin(rl_heartbeat *beat, uint32_t work) { rl_beat_begin(beat, work); }
      void rl_heartbeat_end(rl_heartbeat *beat) { rl_beat_end(beat); }
      void rl_heartbeat_begin_wait(rl_heartbeat *beat) { rl_beat_begin_wait(beat); }
      void rl_heartbeat_end_wait(rl_heartbeat *beat) { rl_beat_end_wait(beat); }
      """
    try source.write(toFile: "\(folder.path)/beats.c", atomically: true, encoding: .utf8)
    let built = HeartbeatProgram.shell(
      "cc -shared -fPIC -O1 -I '\(HeartbeatProgram.package)/Sources/CRunLoop' '\(folder.path)/beats.c' -o '\(library)'"
    )
    try #require(built.status == 0, "\(built.output)")
    let program = try HeartbeatProgram(["python3", "\(HeartbeatProgram.examples)/asyncio_beats.py", library])
    try follow(program, "asyncio", "turn")
    try finish(program)
  }

  /// A program that knows nothing of it, and links nothing.
  private static let innocent = """
    import os, selectors
    loop = selectors.\(selector)()
    loop.register(0, selectors.EVENT_READ)
    loop.register(os.pipe()[0], selectors.EVENT_READ)
    while loop.select():
        if not os.read(0, 1): break
        print("in", flush=True)
        os.read(0, 1)
        print("out", flush=True)
    """
  private static let selector = "$SELECTOR"

  @Test(
    "A program of any kind, by a library that is loaded before it",
    .enabled(if: HeartbeatProgram.hasPython, "skipped: no C compiler, or no python3"),
    arguments: [("EpollSelector", "epoll_wait"), ("PollSelector", "poll"), ("SelectSelector", "select")])
  func preload(_ selector: String, _ call: String) throws {
    let folder = try TemporaryFolder()
    let library = try HeartbeatProgram.build("preload.c", in: folder, options: "-shared -fPIC")
    let program = try HeartbeatProgram(
      ["python3", "-c", Self.innocent.replacing(Self.selector, with: selector)],
      environment: ["LD_PRELOAD": library])
    try follow(program, "main", "events of \(call)")
    try finish(program)
  }

  // MARK: The tool

  @Test(
    "watch and attach name what such a loop does",
    .enabled(if: HeartbeatProgram.has("glib-2.0"), "skipped: GLib is not there (libglib2.0-dev)"))
  func toolReads() throws {
    let folder = try TemporaryFolder()
    let program = try HeartbeatProgram([HeartbeatProgram.build("glib.c", in: folder, module: "glib-2.0")])
    let atRest = program.loop { $0.activity == .waiting }
    try #require(atRest?.activity == .waiting)
    let tool = try Tool([
      "attach", "\(program.number)", "--threshold", "50", "--json", "--folder", folder.path,
    ])
    for _ in 0..<2_000 where !tool.errors.contains("watching") && !tool.errors.contains("attach:") {
      usleep(5_000)
    }
    try #require(tool.errors.contains("watching"), "\(tool.errors)")
    try program.send()
    #expect(program.line() == "in")
    let watched = try Tool.run(["watch", "\(program.number)", "--json", "--interval", "20"])
    #expect(watched.status == 0, "\(watched)")
    let view = try #require(
      try JSONSerialization.jsonObject(with: Data(watched.output.utf8)) as? [String: Any], "\(watched)")
    let loop = try #require((view["loops"] as? [[String: Any]])?.first)
    #expect(loop["loop"] as? String == "GLib" && loop["isForeign"] as? Bool == true)
    #expect((loop["callout"] as? [String: Any])?["label"] as? String == "dispatch")
    for _ in 0..<4_000 where !tool.errors.contains("has been held up") { usleep(5_000) }
    #expect(tool.errors.contains("the loop 'GLib' has been held up for"), "\(tool.errors)")
    try program.send()
    #expect(program.line() == "out")
    for _ in 0..<4_000 where !tool.output.contains("}\n") { usleep(5_000) }
    kill(tool.number, SIGTERM)
    #expect(tool.wait() == 0)
    let line = try #require(tool.output.split(separator: "\n").first, "\(tool.errors)")
    let report = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    let callout = try #require(report["callout"] as? [String: Any])
    #expect(callout["label"] as? String == "dispatch")
    #expect((callout["site"] as? String)?.contains("glib.c:") == true, "\(callout)")
    try finish(program)
  }
}
