import HIDEvents
import LinuxSystem

/// Shows an application's windows on the screen of its router.
package protocol RouterPictures: AnyObject {
  /// The router has a screen: at each new connection.
  func begin(_ screen: RoutingMessage.Screen)
  /// The router no longer reads this memory.
  func free(_ buffer: UInt32)
  /// A blanking began, in nanoseconds of CLOCK_MONOTONIC.
  func beat(_ time: UInt64)
  /// The loop is about to sleep, and windows have their places.
  func arrange()
  /// Forgets all of the router's state when the channel has ended.
  func channelEnded()
}

/// Messages that the channel has not taken yet.
struct UnsentMessages {
  private var messages: [(packet: [UInt8], descriptor: Int32?)] = []

  mutating func add(_ message: RoutingMessage, _ descriptor: Int32?) {
    messages.append((message.packet(), descriptor))
  }

  /// Sends what the channel takes. False when it is full.
  mutating func flush(to socket: Int32) -> Bool {
    while let (packet, descriptor) = messages.first {
      let sent = packet.withUnsafeBytes { Socket(socket).send($0, with: descriptor.map { [$0] } ?? []) }
      if sent < 0, Errno.last.wouldBlock || Errno.last == ENOBUFS { return false }
      // A broken channel is reported by reading it.
      if let descriptor { close(descriptor) }
      messages.removeFirst()
    }
    return true
  }

  mutating func removeAll() {
    for message in messages { if let descriptor = message.descriptor { close(descriptor) } }
    messages = []
  }
}

extension RouterConnection {
  /// Sends a message about pictures, now or when the channel takes it.
  ///
  /// - Parameter descriptor: goes with it, and is closed here.
  package func send(_ message: RoutingMessage, descriptor: Int32? = nil) {
    guard pictureScreen != nil else {
      if let descriptor { LinuxSystem.close(descriptor) }
      return
    }
    unsent.add(message, descriptor)
    flushPictures()
  }

  func flushPictures() {
    guard let port else { return }
    if !unsent.flush(to: port.descriptor) { sendLater() }
  }

  /// False for a message that is about something else.
  func takePictures(_ message: RoutingMessage) -> Bool {
    switch message {
    case .screen(let screen):
      pictureScreen = screen
      pictures?.begin(screen)
    case .free(let buffer): pictures?.free(buffer)
    case .beat(let time): pictures?.beat(time)
    default: return false
    }
    return true
  }

  func endPictures() {
    unsent.removeAll()
    guard pictureScreen != nil else { return }
    pictureScreen = nil
    pictures?.channelEnded()
  }
}
