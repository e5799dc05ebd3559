import LinuxSystem

/// Two connected stream sockets that do not block, closed with it.
final class SocketPair: @unchecked Sendable {
  private(set) var near: Int32
  private(set) var far: Int32

  init() throws {
    let ends = try Socket.pair(.stream)
    (near, far) = (ends.0.number, ends.1.number)
  }

  deinit {
    closeNear()
    closeFar()
  }

  func closeNear() {
    if near >= 0 { close(near) }
    near = -1
  }

  func closeFar() {
    guard far >= 0 else { return }
    // Not by closing alone: a child that is being spawned elsewhere may have a copy of the descriptor.
    Socket(far).hangUp()
    close(far)
    far = -1
  }

  /// The other side says something.
  func send(_ text: String) {
    var text = text
    text.withUTF8 { _ = write(far, $0.baseAddress, $0.count) }
  }

  /// What is there to read; nil when nothing is, empty at the end.
  func receive(_ count: Int = 4096) -> String? {
    var buffer = [UInt8](repeating: 0, count: count)
    let got = read(near, &buffer, count)
    return got < 0 ? nil : String(decoding: buffer[..<got], as: UTF8.self)
  }

  /// Writes until there is no room.
  func fill() {
    let bytes = [UInt8](repeating: 0, count: 4096)
    while write(near, bytes, bytes.count) > 0 {}
  }

  /// The other side takes all that was written.
  func drain() {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while read(far, &buffer, buffer.count) > 0 {}
  }
}
