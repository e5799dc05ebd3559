import TestHarness
import Testing

@testable import HelloServer

/// Requests of `Tests/Fuzzing` with changes: no crash, one meaning however they come, and none that could hide another.
@Suite(.hangLimit) struct RequestFuzzTests {
  /// What is made of bytes that come in pieces.
  private static func outcome(_ bytes: [UInt8], pieces: [Int]) -> (statuses: [String], left: Int) {
    var statuses: [String] = []
    var begun: [UInt8] = []
    for (start, end) in zip([0] + pieces, pieces + [bytes.count]) {
      begun += bytes[start..<end]
      let left = begun.withUnsafeBytes { buffer -> Int? in
        var rest = buffer
        do throws(Request.Refusal) {
          while !rest.isEmpty, let request = try Request(from: &rest) {
            statuses.append(request.keepsAlive ? "200" : "200 close")
            if !request.keepsAlive { return nil }
          }
          return rest.count
        } catch {
          statuses.append("\(error.status)")
          return nil
        }
      }
      guard let left else { return (statuses, 0) }
      begun.removeFirst(begun.count - left)
    }
    return (statuses, begun.count)
  }

  /// A second opinion about the first request's head, written for clarity: why it must be refused.
  private static func objection(_ bytes: [UInt8]) -> String? {
    var lines = bytes.split(separator: 10, omittingEmptySubsequences: false).map {
      $0.last == 13 ? $0.dropLast() : $0
    }
    let words = lines.removeFirst().split(separator: 32, omittingEmptySubsequences: false)
    guard words.count == 3 else { return "a request line has three words" }
    let version = String(decoding: words[2], as: UTF8.self)
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else { return "version" }
    var hosts = 0
    for line in lines.prefix(while: { !$0.isEmpty }) {
      guard let colon = line.firstIndex(of: 58) else { return "a field without a colon" }
      let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
      if name.isEmpty || name.utf8.contains(where: { $0 <= 32 || $0 >= 127 }) { return "a name with a space" }
      if line.contains(where: { $0 < 32 && $0 != 9 || $0 == 127 }) { return "a control character" }
      if name == "host" { hosts += 1 }
      if name == "transfer-encoding" { return "an encoding" }
    }
    return hosts > 1 || hosts == 0 && version == "HTTP/1.1" ? "\(hosts) hosts" : nil
  }

  @Test func changedRequestsHaveOneMeaning() throws {
    var fuzzer = InputFuzzer(try Corpus("http-requests.text"), seed: 31)
    var tally = FuzzTally("changed requests")
    for _ in 0..<(8000 * Fuzz.factor) {
      let bytes = fuzzer.input(keeping: fuzzer.next(below: 40))
      let whole = Self.outcome(bytes, pieces: [])
      let cuts = (0..<3).map { _ in fuzzer.next(below: bytes.count + 1) }.sorted()
      let inPieces = Self.outcome(bytes, pieces: cuts)
      #expect(whole == inPieces, "\(String(decoding: bytes, as: UTF8.self))")
      if whole.statuses.first?.hasPrefix("200") ?? false {
        #expect(Self.objection(bytes) == nil, "\(String(decoding: bytes, as: UTF8.self))")
      }
      // What is not complete waits; the others were answered.
      tally.count(!whole.statuses.isEmpty)
      fuzzer.learn(whole.statuses, from: bytes)
    }
    tally.expectMostStepsDidSomething()
  }
}
