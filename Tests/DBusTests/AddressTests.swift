import LinuxSystem
import TestHarness
import Testing

@testable import DBus

/// Addresses of buses, and the way in.
@Suite(.hangLimit) struct AddressTests {
  @Test func aListHasItsUnixSocketsInOrder() {
    let list = "tcp:host=x,port=1;unix:path=/run/a%20b,guid=00ff;unix:abstract=/tmp/c;unix:tmpdir=/tmp"
    let places = DBusAddress.parse(list).map(\.place)
    #expect(places == [.path("/run/a b"), .abstract("/tmp/c")])
  }

  @Test(arguments: [
    "", ";;", "unix:", "unix:path=", "unix:path=%4", "unix:path=%zz", "unix:path=/a%+4", "unix:abstract=",
    "unix:path=/a%00b",
    "unix:path=/" + String(repeating: "x", count: 200), "unixpath=/a",
  ])
  func addressesThatSayNothingAreIgnored(_ text: String) {
    #expect(DBusAddress.parse(text).isEmpty)
  }

  @Test func theUserIsSaidInHexadecimal() {
    let expected = [0] + Array("AUTH EXTERNAL 31303030\r\n".utf8)
    #expect(DBusHandshake.greeting(user: 1000) == expected)
  }

  @Test func aBusLetsInOrRefuses() throws {
    let (ours, theirs) = try Socket.pair(.stream)
    defer { theirs.close() }
    let socket = DBusSocket(adopting: ours)
    var handshake = DBusHandshake()
    theirs.send(Array("DATA\r\nOK 12".utf8))
    #expect(try socket.receive())
    #expect(try handshake.take(socket) == Array("DATA\r\n".utf8))
    // The line is not complete yet.
    #expect(try handshake.take(socket) == nil)
    theirs.send(Array("34\r\n".utf8) + [108])
    #expect(try socket.receive())
    #expect(try handshake.take(socket) == Array("BEGIN\r\n".utf8))
    #expect(handshake.isDone && Array(socket.incoming) == [108])
  }

  @Test(arguments: [
    "REJECTED EXTERNAL\r\n", "ERROR\r\n", "HTTP/1.1 400\r\n", "OK\n", String(repeating: "x", count: 5000),
  ])
  func otherAnswersAreErrors(_ line: String) throws {
    let (ours, theirs) = try Socket.pair(.stream)
    defer { theirs.close() }
    let socket = DBusSocket(adopting: ours)
    var handshake = DBusHandshake()
    theirs.send(Array(line.utf8))
    #expect(try socket.receive())
    #expect(throws: DBusError.self) { try handshake.take(socket) }
  }
}
