import LinuxSystem
import RunLoopCore

/// One request and its response. Kept by its loop, until it is closed or the loop ends. The loop's thread only.
final class HTTPConnection: @unchecked Sendable {
  static let longestRequest = 4096

  let begun = RunLoop.Instant.now
  private let socket: Socket
  /// Ready when the socket is what it is wanted to be: readable, then writable.
  private let readiness: Int32
  /// The events that the socket is watched for.
  private var awaited = EPOLLIN.rawValue
  private let answer: ([UInt8]) -> [UInt8]
  private let ended: () -> Void
  private var source: RunLoop.PortSource?
  private var request: [UInt8] = []
  private var rest: ArraySlice<UInt8>?
  private var isAnswered = false
  private var isClosed = false

  /// Takes over the socket. Nil, with the socket closed, when it can not be watched.
  init?(
    _ socket: Int32, loop: RunLoop, answer: @escaping ([UInt8]) -> [UInt8], ended: @escaping () -> Void
  ) {
    self.socket = Socket(socket)
    self.answer = answer
    self.ended = ended
    readiness = epoll_create1(CInt(EPOLL_CLOEXEC))
    var event = epoll_event()
    event.events = EPOLLIN.rawValue
    guard readiness >= 0, epoll_ctl(readiness, CInt(EPOLL_CTL_ADD), socket, &event) == 0,
      let port = try? RunLoop.Port(borrowing: readiness, label: "metrics client"), add(port, to: loop)
    else {
      source?.invalidate()
      if readiness >= 0 { LinuxSystem.close(readiness) }
      LinuxSystem.close(socket)
      isClosed = true
      return nil
    }
  }

  deinit { close() }

  private func add(_ port: RunLoop.Port, to loop: RunLoop) -> Bool {
    let source = RunLoop.PortSource(port, label: "metrics client") { [self] in goOn() }
    source.endsWithLoop = true
    self.source = source
    return (try? loop.add(source, to: .common)) != nil
  }

  func close() {
    guard !isClosed else { return }
    isClosed = true
    source?.invalidate()
    LinuxSystem.close(readiness)
    socket.close()
    ended()
  }

  private func goOn() {
    guard !isClosed else { return }
    if isAnswered { drain() } else if rest == nil { readRequest() } else { writeAnswer() }
  }

  private func readRequest() {
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = socket.receive(into: &buffer)
    if count < 0, Errno.last.wouldBlock { return }
    guard count > 0 else { return close() }
    request += buffer[..<count]
    if request.count > Self.longestRequest {
      rest = MetricsServer.answer("431 Request Header Fields Too Large")[...]
    } else if Self.isWhole(request) {
      rest = answer(request)[...]
    } else {
      return
    }
    writeAnswer()
  }

  /// Whether the head is complete: it ends with an empty line.
  private static func isWhole(_ request: [UInt8]) -> Bool {
    let newLine = UInt8(ascii: "\n")
    var sinceLine = 2
    for byte in request {
      if byte == newLine {
        if sinceLine == 0 { return true }
        sinceLine = 0
      } else if byte != UInt8(ascii: "\r") {
        sinceLine += 1
      }
    }
    return false
  }

  private func writeAnswer() {
    while let bytes = rest, !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { socket.send($0) }
      if count < 0, Errno.last.wouldBlock { return wait(for: EPOLLOUT.rawValue) }
      guard count > 0 else { return close() }
      rest = bytes.dropFirst(count)
    }
    isAnswered = true
    socket.finishWriting()
    wait(for: EPOLLIN.rawValue)
    if !isClosed { drain() }
  }

  /// Watches the socket for other events. Closes the connection when that is refused: watched for the wrong events, it would
  /// keep the loop awake.
  private func wait(for events: UInt32) {
    guard events != awaited else { return }
    var event = epoll_event()
    event.events = events
    guard epoll_ctl(readiness, CInt(EPOLL_CTL_MOD), socket.number, &event) == 0 else { return close() }
    awaited = events
  }

  /// Discards input until the client has closed: unread bytes would make the kernel reset the connection, and the
  /// client could lose the response.
  private func drain() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = socket.receive(into: &buffer)
    if count == 0 || (count < 0 && !Errno.last.wouldBlock) { close() }
  }
}
