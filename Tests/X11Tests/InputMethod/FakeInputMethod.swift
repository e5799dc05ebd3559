@testable import EventRouting

/// A server of an input method as a test wants it, apart from the way of its bytes.
final class FakeInputMethod {
  /// Sends bytes to the program.
  var send: ([UInt8]) -> Void = { _ in }
  /// What the program has sent.
  private(set) var received: [X11Packet] = []
  var styles: [UInt32] = [0x404, 0x402, 0x408]
  /// Of keys that are not used.
  var flags: UInt16 = 1
  /// The wire's names of encodings begin with the one of this index.
  var encoding: UInt16 = 0
  /// Whether the input method uses a key.
  var uses: (X11Packet) -> Bool = { _ in false }
  /// Answers nothing.
  var isSilent = false
  static let attributes = [
    "inputStyle", "clientWindow", "focusWindow", "preeditAttributes", "spotLocation",
  ]

  /// Takes a message of the program, and answers.
  func take(_ message: X11Packet) {
    received.append(message)
    guard !isSilent else { return }
    switch message.uint8(0) {
    case 1: send(Self.message(2) { $0.add(UInt32(1)) })
    case 30: send(opened())
    case 38:
      send(Self.message(39) { for value in [7, 0, encoding, 0] { $0.add(value) } })
    case 44:
      let (ids, styles) = (message.uint16(8), styles)
      send(
        Self.message(45) {
          for value in [7, UInt16(8 + 4 * styles.count), ids, UInt16(4 + 4 * styles.count)] { $0.add(value) }
          for value in [UInt16(styles.count), 0] { $0.add(value) }
          for style in styles { $0.add(style) }
        })
    case 50: send(Self.context(51) { _ in })
    case 60: if !uses(message) { send(returned(message)) }
    case 64: send(Self.context(65) { $0.add(UInt32(0)) })
    default: break
    }
  }

  /// The key of a message, as it comes back.
  func returned(_ message: X11Packet) -> [UInt8] { forward(message.part(12, 32)) }

  func forward(_ event: [UInt8]) -> [UInt8] {
    Self.context(60) {
      for value in [flags, 0] { $0.add(value) }
      $0.add(event)
    }
  }

  private func opened() -> [UInt8] {
    func attribute(_ number: UInt16, _ name: String) -> [UInt8] {
      var bytes = XIMMessage(0)
      for value in [number, 3, UInt16(name.utf8.count)] { bytes.add(value) }
      bytes.add(Array(name.utf8))
      bytes.pad()
      return Array(bytes.bytes[4...])
    }
    let method = attribute(1, "queryInputStyle")
    let context = Self.attributes.enumerated().flatMap { attribute(UInt16(10 + $0), $1) }
    return Self.message(31) {
      for value in [7, UInt16(method.count)] { $0.add(value) }
      $0.add(method)
      for value in [UInt16(context.count), 0] { $0.add(value) }
      $0.add(context)
    }
  }

  static func message(_ opcode: UInt8, _ fill: (inout XIMMessage) -> Void) -> [UInt8] {
    var message = XIMMessage(opcode)
    fill(&message)
    return message.finished()
  }

  /// A message of the program's input context.
  static func context(_ opcode: UInt8, _ fill: (inout XIMMessage) -> Void) -> [UInt8] {
    message(opcode) {
      for value in [7, 3] as [UInt16] { $0.add(value) }
      fill(&$0)
    }
  }

  /// UTF-8 as compound text has it.
  static func utf8(_ text: String) -> [UInt8] { [0x1B, 0x25, 0x47] + Array(text.utf8) + [0x1B, 0x25, 0x40] }

  func commit(_ bytes: [UInt8], flags: UInt16 = 3) {
    send(
      Self.context(63) {
        for value in [flags, UInt16(bytes.count)] { $0.add(value) }
        $0.add(bytes)
      })
  }

  /// Replaces a part of what is composed.
  func draw(
    _ bytes: [UInt8], caret: Int, first: Int = 0, length: Int = 0, status: UInt32 = 0, feedback: [UInt32] = []
  ) {
    send(
      Self.context(75) {
        for value in [caret, first, length] { $0.add(UInt32(bitPattern: Int32(value))) }
        $0.add(status)
        $0.add(UInt16(bytes.count))
        $0.add(bytes)
        $0.pad()
        for value in [UInt16(4 * feedback.count), 0] { $0.add(value) }
        for value in feedback { $0.add(value) }
      })
  }

  func draw(_ text: String, caret: Int? = nil, replacing length: Int = 0) {
    draw(Self.utf8(text), caret: caret ?? text.unicodeScalars.count, length: length)
  }

  /// The numbers of messages since the last call.
  func takeNumbers() -> [UInt8] {
    defer { received = [] }
    return received.map { $0.uint8(0) }
  }
}
