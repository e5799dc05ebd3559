import LinuxSystem
import TestHarness
import Testing

@testable import HelloServer

/// Requests that RFC 9112 has refused were taken; a length that was not believed made the body a second request.
@Suite(.hangLimit) struct RequestsHideInOthersTests {
  /// What the server makes of bytes: the answers' statuses, and how many bytes are left for later.
  static func answers(_ text: String) -> (statuses: [String], left: Int) {
    let bytes = Array(text.utf8)
    var statuses: [String] = []
    var left = 0
    bytes.withUnsafeBytes { bytes in
      var rest = bytes
      do throws(Request.Refusal) {
        while !rest.isEmpty, let request = try Request(from: &rest) {
          statuses.append(request.keepsAlive ? "200" : "200 close")
          if !request.keepsAlive { break }
        }
      } catch {
        statuses.append(String("\(error.status)".prefix(3)))
      }
      left = rest.count
    }
    return (statuses, left)
  }

  @Test(arguments: [
    "Content-Length : 36", "Content-Length\t: 36", " Content-Length: 36", "Transfer-Encoding : chunked",
    "Transfer-Encoding\u{b}: chunked", "X: 1\r\n folded", "X: 1\r\n\tfolded", "X:\r\n Content-Length: 5",
    "N\0me: x", "N\u{e4}me: x", "(Name): x", "Name: a\0b", "Name: a\rb", "Name: a\u{1b}[2J", "Host: other",
    "Content-Length: 5, 5", "Content-Length: +5", "Content-Length: 0x5", "Content-Length: 5 5", "no colon",
    "Content-Length: 99999999999999999999",
  ])
  func fieldsThatAreNoneAreRefused(_ field: String) {
    let request = "GET / HTTP/1.1\r\nHost: x\r\n\(field)\r\n\r\n"
    #expect(Self.answers(request + "GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n").statuses == ["400"])
    // The same before the host, and as the end of what has come.
    #expect(Self.answers("GET / HTTP/1.1\r\n\(field)\r\nHost: x\r\n\r\n").statuses == ["400"])
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r\n\r\n", "GET / HTTP/1.1\r\nHosts: x\r\n\r\n", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x/y\r\n\r\n", "GET / HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n",
    "GET / HTTP/1.0\r\nHost: x\r\nHost: x\r\n\r\n", "GET / HTTP/1.1\r\nHost: me@x\r\n\r\n",
  ])
  func aHostIsThereOnce(_ text: String) { #expect(Self.answers(text).statuses == ["400"]) }

  @Test(arguments: [
    "GET / http/1.1\r\nHost: x\r\n\r\n", "G\0T / HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /\0 HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /\t HTTP/1.1\r\nHost: x\r\n\r\n", "GET / HTTP/1.1 \r\nHost: x\r\n\r\n",
    " GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /\u{e4} HTTP/1.1\r\nHost: x\r\n\r\n", "GET / HTTP/1.1\r\r\nHost: x\r\n\r\n",
    "G(T / HTTP/1.1\r\nHost: x\r\n\r\n",
  ])
  func aRequestLineHasThreeWords(_ text: String) { #expect(Self.answers(text).statuses == ["400"]) }

  @Test func whatIsAllowedIsTaken() {
    for field in [
      "X-Text: \u{e4}\tb", "Content-Length: 0", "content-length:0", "!#$%&'*+-.^_`|~09azAZ: x", "Empty:",
      "Name:x:y",
      "Connection: upgrade, keep-alive",
    ] {
      #expect(
        Self.answers("M-SEARCH * HTTP/1.1\r\n\(field)\r\nHost: [::1]:80\r\n\r\n").statuses == ["200"],
        "\(field)")
    }
    for host in ["", "example.org", "127.0.0.1:8080", "x%20y", "a_b-c.d", "[fe80::1]"] {
      #expect(Self.answers("GET / HTTP/1.1\r\nHost:\t\(host) \r\n\r\n").statuses == ["200"], "\(host)")
    }
    #expect(Self.answers("GET / HTTP/1.0\r\n\r\n").statuses == ["200 close"])
    #expect(
      Self.answers("GET / HTTP/1.1\r\nHost: x\r\nConnection: keep-alive ,\tClose\r\n\r\n").statuses == [
        "200 close"
      ])
    #expect(Self.answers("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabcdeGET").left == 3)
    #expect(Self.answers("GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabcd") == ([], 50))
  }

  /// The attack as it was found: the body that the length names was answered as a request.
  @Test func theServerAnswersOnceAndCloses() throws {
    let server = try ChildProgram(example: "HelloServer", ["localhost:0"])
    let client = try Client(port: server.port())
    client.send(
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length : 36\r\n\r\nGET /hidden HTTP/1.1\r\nHost: x\r\n\r\n")
    let all = client.receive()
    #expect(all.hasPrefix("HTTP/1.1 400 ") && !all.contains("200 OK"), "\(all)")
    server.end(SIGKILL)
  }
}
