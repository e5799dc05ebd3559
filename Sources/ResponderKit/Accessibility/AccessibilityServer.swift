import LinuxSystem
import RunLoopCore
import Synchronization

/// Where a program's tree is served, for programs of the same user.
package enum AccessibilitySocket {
  /// In the user's runtime folder, or in a private one in `/tmp`.
  package static func path(of process: Int32) -> String {
    if let folder = Environment.value("XDG_RUNTIME_DIR"), folder.hasPrefix("/") {
      return "\(folder)/mainspring-ui-\(process)"
    }
    return "/tmp/mainspring-ui-\(geteuid())/\(process)"
  }

  /// The first byte of a message to the tool: more follows, the end, or why not.
  package enum Mark {
    package static let more = UInt8(ascii: "+")
    package static let end = UInt8(ascii: "=")
    package static let failure = UInt8(ascii: "!")
  }
}

/// Answers questions about an application's tree, on the application's own loop. Each question is answered at once; a
/// program that does not read its answers is disconnected.
final class AccessibilityServer {
  private static let mostConnections = 8
  private static let longestQuestion = 1 << 16
  private static let piece = 16 << 10

  /// The process one of whose applications is served: a forked child may have one of its own.
  private static let served = Atomic<Int32>(0)
  private unowned(unsafe) let application: UIApplication
  private let path: String
  private let owner = getpid()
  /// -1 when others have closed it.
  private var descriptor: Int32
  private var listener: RunLoop.Acceptor?
  private var connections: [ObjectIdentifier: (port: RunLoop.MessagePort, source: RunLoop.PortSource)] = [:]

  /// Nil when the socket can not be made, or another application of the process has it.
  static func serve(_ application: UIApplication) -> AccessibilityServer? {
    let last = served.load(ordering: .relaxed)
    guard last != getpid(),
      served.compareExchange(expected: last, desired: getpid(), ordering: .relaxed).exchanged
    else { return nil }
    if let server = AccessibilityServer(application) { return server }
    served.store(0, ordering: .relaxed)
    return nil
  }

  private init?(_ application: UIApplication) {
    self.application = application
    path = AccessibilitySocket.path(of: getpid())
    guard Self.isPrivate(path) else { return nil }
    unlink(path)
    let socket = try? Socket.listening(.packets, at: .path(path), backlog: 8, permissions: 0o600)
    guard let socket else { return nil }
    descriptor = socket.number
    let server = ThreadConfined<AccessibilityServer>(nil)
    listener = try? RunLoop.Acceptor(
      descriptor, on: application.loop, mode: .common, label: "accessibility", mostPerTurn: 2,
      lost: { _ in server.object?.descriptor = -1 }
    ) { connection in
      if let server = server.object { return server.accept(connection) }
      LinuxSystem.close(connection)
      return true
    }
    guard listener != nil else {
      LinuxSystem.close(descriptor)
      return nil
    }
    server.object = self
  }

  deinit { close() }

  func close() {
    guard let listener else { return }
    self.listener = nil
    listener.invalidate()
    for connection in connections.values { connection.source.invalidate() }
    connections = [:]
    // A forked copy leaves the path to its owner.
    if getpid() == owner { unlink(path) }
    if descriptor >= 0 { LinuxSystem.close(descriptor) }
    _ = Self.served.compareExchange(expected: owner, desired: 0, ordering: .relaxed)
  }

  /// Whether only this user can put sockets beside it.
  private static func isPrivate(_ path: String) -> Bool {
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    mkdir(folder, 0o700)
    return (try? RouterSocket.hasFolder(path, of: [geteuid()])) ?? false
  }

  private func accept(_ peer: Int32) -> Bool {
    guard connections.count < Self.mostConnections, Socket(peer).peer?.user == geteuid() else {
      LinuxSystem.close(peer)
      return true
    }
    guard let port = try? RunLoop.MessagePort(adopting: peer) else {
      LinuxSystem.close(peer)
      return false
    }
    let key = ObjectIdentifier(port)
    let server = ThreadConfined(self)
    let source = RunLoop.PortSource(
      receiving: port, label: "accessibility", end: { _ in server.object?.connections[key] = nil }
    ) { message in server.object?.answer(message, key) }
    connections[key] = (port, source)
    _ = try? application.loop.add(source, to: .common)
    return true
  }

  private func answer(_ message: [UInt8], _ key: ObjectIdentifier) {
    guard let connection = connections[key] else { return }
    guard message.count <= Self.longestQuestion else { return drop(key) }
    let words = String(decoding: message, as: UTF8.self).split(
      separator: "\0", maxSplits: 2, omittingEmptySubsequences: false
    ).map(String.init)
    var reply = Array("".utf8)
    var mark = AccessibilitySocket.Mark.end
    do throws(AccessibilityError) {
      switch (words[0], words.count) {
      case ("tree", 1): reply = Array(AccessibilityTree(application).text.utf8)
      case ("tap", 2): try application.tapElement(words[1])
      case ("set", 3): try application.setElement(words[1], to: words[2])
      case ("do", 3): try application.performOnElement(words[1], words[2])
      default: throw .init("this program does not know the question")
      }
    } catch {
      (mark, reply) = (AccessibilitySocket.Mark.failure, Array(error.reason.utf8))
    }
    do {
      var start = 0
      while reply.count - start > Self.piece {
        try connection.port.send([AccessibilitySocket.Mark.more] + reply[start..<start + Self.piece])
        start += Self.piece
      }
      try connection.port.send([mark] + reply[start...])
    } catch {
      // It does not read: it is not waited for.
      drop(key)
    }
  }

  private func drop(_ key: ObjectIdentifier) {
    connections.removeValue(forKey: key)?.source.invalidate()
  }
}

extension UIApplication {
  /// Lets programs of the same user, as `runloop ui`, see the application's elements and use them. Also done by the
  /// environment's `MAINSPRING_UI=1`. One application of a process can do it; whether this one does now.
  @discardableResult
  public final func serveAccessibility() -> Bool {
    if accessibilityServer == nil { accessibilityServer = AccessibilityServer.serve(self) }
    return accessibilityServer != nil
  }
}
