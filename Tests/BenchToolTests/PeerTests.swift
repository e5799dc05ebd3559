import Foundation
import TestHarness
import Testing

private let hasCompiler = access("/usr/bin/cc", X_OK) == 0

/// Loops from elsewhere, by the code that `compare` loads them with: the example of Docs/peers.md, and tables that must be refused.
@Suite("A loop from elsewhere", .hangLimit, .enabled(if: hasCompiler, "apt install gcc libc6-dev"))
struct PeerTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path
  private let temporary: TemporaryFolder
  private var folder: String { temporary.path }

  init() throws { temporary = try TemporaryFolder() }

  private func shell(_ command: String) throws -> ChildProgram.Outcome {
    try ChildProgram.shell(command, in: folder)
  }

  private func write(_ text: String, to name: String) throws {
    try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
  }

  /// The text of the document's fenced block that begins with a line.
  private func block(_ fence: String, containing word: String) throws -> String {
    let document = try String(contentsOfFile: Self.root + "/Docs/peers.md", encoding: .utf8)
    for piece in document.components(separatedBy: "\n\(fence)\n").dropFirst() {
      let text = piece.components(separatedBy: "\n```").first ?? ""
      if text.contains(word) { return text + "\n" }
    }
    Issue.record("no block with \(word)")
    return ""
  }

  /// A program that loads a shared object as `compare` does, and does some of every workload that it has.
  private static let host = """
    #include <stdio.h>
    #include <unistd.h>
    #include "Peers.h"
    int main(int count, char **words) {
      (void)count;
      alarm(280);
      char reason[512];
      const Peer *peer = peer_load(words[1], reason, sizeof reason);
      if (!peer) return printf("%s\\n", reason), 3;
      PeerParameters given = {.size = 8, .active = 2, .burst = 4};
      printf("%s %s:", peer->name, peer->version());
      for (int index = 0; index < PEER_WORKLOAD_COUNT; index++) {
        const PeerWorkload *workload = &peer->workloads[index];
        if (!workload->run) continue;
        given.size = index == PEER_TURN ? 0 : 8; // observers
        int64_t samples[64];
        if (workload->prepare(&given) != 0) return printf(" %d can not", index), 1;
        int64_t time = workload->run(64, index == PEER_WAKE ? samples : NULL);
        workload->finish();
        if (time <= 0) return printf(" %d took %ld", index, (long)time), 1;
        printf(" %d", index);
      }
      printf("\\n");
      return 0;
    }
    """

  private func buildHost() throws {
    try write(Self.host, to: "host.c")
    let peers = Self.root + "/Benchmarks/Sources/Peers"
    let built = try shell(
      "cc -D_GNU_SOURCE -Wall -Werror -I '\(peers)/include' host.c '\(peers)/Loading.c' -pthread -o host")
    try #require(built.status == 0, "\(built.output)")
  }

  @Test("joins as the document's example does, built by the document's command")
  func example() throws {
    try write(block("```c", containing: "PEER_EXPORT"), to: "myloop.c")
    let command = try block("```", containing: "-o libmyloop.so").replacing("\n", with: " ")
      .replacing(" Benchmarks/", with: " '\(Self.root)'/Benchmarks/")
    let built = try shell(command)
    #expect(built.status == 0 && built.output.isEmpty, "\(built.output)")
    try buildHost()
    let run = try shell("./host libmyloop.so")
    #expect(run.status == 0, "\(run.output)")
    // pingpong, post, self-post, turn, pipes, echo, wake
    #expect(run.output == "myloop 1: 0 1 2 4 10 11 12\n", "\(run.output)")
  }

  @Test("is refused when it can not be used, and the reason says what to do")
  func refused() throws {
    try buildHost()
    let head = "#include \"Peers.h\"\nstatic const char *v(void) { return \"\"; }\n"
    let cases = [
      ("int nothing;", "it has no function mainspring_peer: see Docs/peers.md"),
      ("const Peer peer = {2, sizeof(Peer), \"x\", v, {{0}}}; PEER_EXPORT(peer)", "compile it again"),
      ("const Peer peer = {PEER_INTERFACE, 8, \"x\", v, {{0}}}; PEER_EXPORT(peer)", "with 8 bytes"),
      ("const Peer peer = {PEER_HEAD, \"\", v, {{0}}}; PEER_EXPORT(peer)", "its table has no name"),
      ("const Peer peer = {PEER_HEAD, \"x\", 0, {{0}}}; PEER_EXPORT(peer)", "no version function"),
      ("const Peer peer = {PEER_HEAD, \"a b\", v, {{0}}}; PEER_EXPORT(peer)", "visible ASCII"),
      ("const Peer peer = {PEER_HEAD, \"x\", v, {{0}}}; PEER_EXPORT(peer)", "its table has no workload"),
      (
        "static void f(void) {} const Peer peer = {PEER_HEAD, \"x\", v, {{0}, {0, 0, f, 0}}}; PEER_EXPORT(peer)",
        "workload 1 of its table lacks one of prepare, run and finish"
      ),
      (
        "const Peer *mainspring_peer(void); const Peer *mainspring_peer(void) { (void)v; return 0; }",
        "gave no table"
      ),
    ]
    for (number, (text, reason)) in cases.enumerated() {
      try write(head + text, to: "bad\(number).c")
      let built = try shell(
        "cc -w -shared -fPIC -I '\(Self.root)/Benchmarks/Sources/Peers/include' bad\(number).c -o bad\(number).so"
          + " && ./host bad\(number).so")
      #expect(built.status == 3 && built.output.contains(reason), "\(text): \(built.output)")
    }
    let missing = try shell("./host nothing.so")
    #expect(missing.status == 3 && missing.output.contains("it can not be loaded: "), "\(missing.output)")
    try write("no object", to: "text.so")
    let text = try shell("./host ./text.so")
    #expect(text.status == 3 && text.output.contains("it can not be loaded: "), "\(text.output)")
  }
}
