import HIDEvents
import LinuxSystem
import TestHarness

/// A router whose screen is the test's: it keeps what one application sends, and frees a window's picture when the next
/// one is shown.
final class FakeRouter {
  let address: RouterAddress
  private(set) var messages: [RoutingMessage] = []
  private let folder: TemporaryFolder
  private let door: Socket
  private var channel: Socket?
  /// Memory of pictures, by the application's numbers for it, and its width in pixels.
  private var memory: [UInt32: (descriptor: Int32, width: Int)] = [:]
  /// What is seen of each window.
  private var shown: [UInt32: UInt32] = [:]

  init() throws {
    folder = try TemporaryFolder()
    address = RouterAddress(path: folder.path + "/router")
    door = try .listening(.packets, at: .path(address.path), backlog: 4)
  }

  deinit {
    door.close()
    channel?.close()
    for (descriptor, _) in memory.values { close(descriptor) }
  }

  func send(_ message: RoutingMessage) { channel?.send(message.packet()) }

  func show(_ width: UInt32, _ height: UInt32, scale: Double = 1) {
    send(.screen(.init(width: width, height: height, scale: scale, interval: 16_000_000)))
  }

  /// Takes what is there, and greets the application.
  func take() {
    channel = channel ?? (try? door.accept())
    guard let channel else { return }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
    defer { buffer.deallocate() }
    while true {
      var descriptors: [Int32] = []
      let count = channel.receive(into: buffer, descriptors: &descriptors).count
      guard count > 0, let message = try? RoutingMessage(packet: Array(buffer[..<count])) else { return }
      messages.append(message)
      switch message {
      case .hello: send(.welcome(client: 1, width: 800, height: 480))
      case .share(let number, let width, _): memory[number] = (descriptors.removeFirst(), Int(width))
      case .show(let window, let buffer, _):
        if let old = shown.updateValue(buffer, forKey: window), old != buffer { send(.free(buffer: old)) }
      default: break
      }
      for descriptor in descriptors { close(descriptor) }
    }
  }

  func takeMessages() -> [RoutingMessage] {
    take()
    defer { messages = [] }
    return messages
  }

  /// A pixel of a picture's memory.
  func pixel(_ buffer: UInt32, _ x: Int, _ y: Int) -> UInt32? {
    guard let (descriptor, width) = memory[buffer] else { return nil }
    var pixel: UInt32 = 0
    pread(descriptor, &pixel, 4, off_t((y * width + x) * 4))
    return pixel
  }
}
