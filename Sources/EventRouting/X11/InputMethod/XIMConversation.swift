import LinuxSystem

/// The conversation with an input method's server, apart from the way of its bytes: opens the input method, makes an input context for a window, and passes
/// keys and texts.
///
/// What a server sends is untrusted: a message of no use at its time is ignored, one that is too short reads as zeros.
final class XIMConversation {
  private typealias Opcode = XIMMessage.Opcode

  /// What the server does with the window's input context.
  enum Event: Equatable {
    /// The input context can be used.
    case ready
    /// A key that the input method does not use, or one that it has made.
    case key([UInt8])
    case committed(String)
    /// What is composed, its caret, and which of it is emphasized, in code points.
    case composed([Unicode.Scalar], caret: Int, emphasized: Range<Int>?)
    /// The oldest key that was sent has been handled.
    case answered
    /// The composition was given up, as `reset()` has asked.
    case wasReset
    /// The server refuses, or has broken the protocol.
    case ended
  }

  private enum Step { case connecting, opening, negotiating, asking, creating, ready, ended }

  /// The most code points that are composed.
  private static let longestComposition = 4096

  private let window: UInt32
  private let send: ([UInt8]) -> Void
  private let handle: (Event) -> Void
  private var step = Step.connecting
  private var method: UInt16 = 0
  private var context: UInt16 = 0
  private var styleAttribute: UInt16 = 0
  private var attributes: [String: UInt16] = [:]
  private var isCompoundText = true
  private var marked: [Unicode.Scalar] = []
  private var caret = 0
  /// Which events the server wants, and which of them it acknowledges: X's bits.
  private var (wanted, acknowledged): (UInt32, UInt32) = (1, 0)

  /// - Parameter window: the X window whose text is edited.
  init(window: UInt32, send: @escaping ([UInt8]) -> Void, handle: @escaping (Event) -> Void) {
    self.window = window
    self.send = send
    self.handle = handle
  }

  var isReady: Bool { step == .ready }

  /// Whether the server wants this kind of X's events.
  func wants(_ kind: UInt8) -> Bool { isReady && wanted & (kind == 2 ? 1 : 2) != 0 }

  // MARK: What is sent

  /// Begins the conversation.
  func start() {
    var message = XIMMessage(Opcode.connect)
    message.add(UInt8(UInt16(1).littleEndian == 1 ? 0x6C : 0x42))
    message.add(UInt8(0))
    // Version 1.0, and no way of proving who this is.
    for value in [1, 0, 0] as [UInt16] { message.add(value) }
    send(message.finished())
  }

  func setFocus(_ isOn: Bool) { request(isOn ? Opcode.setFocus : Opcode.unsetFocus) }

  /// Gives up what is composed; `wasReset` comes when the server has done so.
  func reset() {
    (marked, caret) = ([], 0)
    request(Opcode.resetContext)
  }

  /// The place where text comes, in the window's pixels: what the server shows is beside it.
  func setPlace(_ x: Int16, _ y: Int16) {
    guard isReady, let spot = spot(x, y) else { return }
    var message = begin(Opcode.setContextValues)
    message.add(UInt16(clamping: spot.count))
    message.add(UInt16(0))
    message.add(spot)
    send(message.finished())
  }

  /// Gives the input method an event of a key; `answered` comes when it has handled it.
  func forward(_ packet: X11Packet) {
    guard isReady else { return }
    var message = begin(Opcode.forwardEvent)
    let isAcknowledged = acknowledged & (packet.kind == 2 ? 1 : 2) != 0
    message.add(UInt16(isAcknowledged ? 1 : 0))
    // The upper half of the event's number, of which the event has the lower one.
    message.add(UInt16(0))
    message.add(packet.part(0, 32))
    send(message.finished())
    // Nothing else would say that the input method has used the key and done nothing more. No server answers `XIM_SYNC` of a program; but each
    // answers what every program asks at its beginning, after what was sent before.
    if !isAcknowledged { askForStyles() }
  }

  private func begin(_ opcode: UInt8) -> XIMMessage {
    var message = XIMMessage(opcode)
    message.add(method)
    message.add(context)
    return message
  }

  private func request(_ opcode: UInt8) { if isReady { send(begin(opcode).finished()) } }

  private func spot(_ x: Int16, _ y: Int16) -> [UInt8]? {
    guard let outer = attributes["preeditAttributes"], let inner = attributes["spotLocation"] else {
      return nil
    }
    return XIMMessage.attribute(
      outer, XIMMessage.attribute(inner, XIMMessage.bytes(x) + XIMMessage.bytes(y)))
  }

  // MARK: What is received

  /// Takes a message, whose length is right.
  func take(_ message: X11Packet) {
    switch (step, message.uint8(0)) {
    case (.ended, _): break
    case (.connecting, Opcode.connectReply): open()
    case (_, Opcode.needsAuthority), (_, Opcode.disconnect): end()
    case (.opening, Opcode.openReply): opened(message)
    case (.negotiating, Opcode.encodingReply):
      isCompoundText = message.int16(8) != 1
      step = .asking
      askForStyles()
    case (.asking, Opcode.getValuesReply): create(Self.styles(message, styleAttribute))
    case (.creating, Opcode.createContextReply):
      context = message.uint16(6)
      step = .ready
      handle(.ready)
    case (_, Opcode.setEventMask):
      (wanted, acknowledged) = (message.uint32(8), message.uint32(12))
    case (.ready, Opcode.error), (.ready, Opcode.getValuesReply): handle(.answered)
    case (_, Opcode.error): end()
    case (.ready, let opcode) where message.uint16(6) == context || message.uint16(6) == 0:
      takeContext(opcode, message)
    default: break
    }
  }

  private func end() {
    step = .ended
    handle(.ended)
  }

  private func takeContext(_ opcode: UInt8, _ message: X11Packet) {
    switch opcode {
    case Opcode.forwardEvent:
      // First: a server keeps keys back until then.
      if message.uint16(8) & 1 != 0 { request(Opcode.syncReply) }
      let event = message.part(12, 32)
      if event.count == 32 { handle(.key(event)) }
    case Opcode.sync: request(Opcode.syncReply)
    case Opcode.syncReply: handle(.answered)
    case Opcode.commit:
      if message.uint16(8) & 1 != 0 { request(Opcode.syncReply) }
      let text = committed(message)
      if !text.isEmpty { handle(.committed(text)) }
    case Opcode.resetContextReply: handle(.wasReset)
    case Opcode.preeditStart:
      var answer = begin(Opcode.preeditStartReply)
      // As long as it likes.
      answer.add(UInt32.max)
      send(answer.finished())
    case Opcode.preeditDraw: draw(message)
    case Opcode.preeditCaret: moveCaret(message)
    case Opcode.preeditDone: show([], 0, nil)
    default: break
    }
  }

  private func text(_ bytes: [UInt8]) -> String {
    isCompoundText ? CompoundText.text(bytes) : String(decoding: bytes, as: UTF8.self)
  }

  private func committed(_ message: X11Packet) -> String {
    let flags = message.uint16(8)
    // A keysym comes before the text, if there is one.
    let start = flags & 4 == 0 ? 10 : 16
    let text = flags & 2 == 0 ? "" : text(message.part(start + 2, Int(message.uint16(start))))
    return text.isEmpty && flags & 4 != 0 ? X11Keysyms.characters(message.uint32(12)) : text
  }

  // MARK: What is composed

  private func draw(_ message: X11Packet) {
    func number(_ offset: Int) -> Int { Int(Int32(bitPattern: message.uint32(offset))) }
    let status = message.uint32(20)
    let count = Int(message.uint16(24))
    let new = status & 1 != 0 ? [] : Array(text(message.part(26, count)).unicodeScalars)
    let first = min(max(number(12), 0), marked.count)
    let last = min(max(first + min(max(number(16), 0), marked.count), first), marked.count)
    let text = Array((marked[..<first] + new + marked[last...]).prefix(Self.longestComposition))
    // The string and its length are padded together.
    let start = 24 + (2 + count + 3) / 4 * 4
    let marks = min(Int(message.uint16(start)) / 4, new.count)
    var emphasized: Range<Int>?
    if status & 2 == 0 {
      // Reverse and highlighted: the part that is being converted.
      let flags = (0..<marks).map { message.uint32(start + 4 + 4 * $0) & 5 != 0 }
      if let begin = flags.firstIndex(of: true) {
        let end = flags[begin...].firstIndex(of: false) ?? marks
        emphasized = (first + begin)..<(first + end)
      }
    }
    show(text, number(8), emphasized)
  }

  private func moveCaret(_ message: X11Packet) {
    let position = Int(Int32(bitPattern: message.uint32(8)))
    let new: Int? =
      switch message.uint32(12) {
      case 0: caret + 1
      case 1: caret - 1
      case 8: 0
      case 9: marked.count
      case 10: position
      default: nil
      }
    if let new { show(marked, new, nil) }
    var answer = begin(Opcode.preeditCaretReply)
    answer.add(UInt32(caret))
    send(answer.finished())
  }

  private func show(_ text: [Unicode.Scalar], _ caret: Int, _ emphasized: Range<Int>?) {
    let hadText = !marked.isEmpty
    marked = text
    self.caret = min(max(caret, 0), text.count)
    if hadText || !text.isEmpty {
      handle(.composed(text, caret: self.caret, emphasized: emphasized?.clamped(to: 0..<text.count)))
    }
  }
}

/// The beginning: what the input method can do.
extension XIMConversation {
  private func open() {
    step = .opening
    var message = XIMMessage(Opcode.open)
    let locale = Array(X11Environment.locale.utf8.prefix(64))
    message.add(UInt8(locale.count))
    message.add(locale)
    send(message.finished())
  }

  private func opened(_ message: X11Packet) {
    method = message.uint16(4)
    let length = Int(message.uint16(6))
    guard let styles = message.attributes(at: 8, length: length)["queryInputStyle"] else { return end() }
    styleAttribute = styles
    let start = 8 + length
    attributes = message.attributes(at: start + 4, length: Int(message.uint16(start)))
    step = .negotiating
    var request = XIMMessage(Opcode.encodings)
    request.add(method)
    let names = ["COMPOUND_TEXT", "UTF-8"].flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
    request.add(UInt16(names.count))
    request.add(names)
    request.pad()
    // No details.
    for value in [0, 0] as [UInt16] { request.add(value) }
    send(request.finished())
  }

  private func askForStyles() {
    var message = XIMMessage(Opcode.getValues)
    message.add(method)
    for value in [2, styleAttribute] { message.add(value) }
    send(message.finished())
  }

  private static func styles(_ message: X11Packet, _ attribute: UInt16) -> Set<UInt32> {
    guard message.uint16(8) == attribute else { return [] }
    let count = min(Int(message.uint16(12)), (message.bytes.count - 16) / 4)
    return Set((0..<max(count, 0)).map { message.uint32(16 + 4 * $0) })
  }

  /// Styles from the best to the last one: the program shows what is composed; the server does, beside the caret; in a window of its own. Each with the
  /// input method's state shown by the server, or not at all.
  private static let styles: [UInt32] = [0x402, 0x802, 0x404, 0x804, 0x408, 0x808, 0x410, 0x810]

  private func create(_ offered: Set<UInt32>) {
    guard let style = Self.styles.first(where: offered.contains), let number = attributes["inputStyle"],
      let client = attributes["clientWindow"]
    else { return end() }
    step = .creating
    let own = XIMMessage.bytes(window)
    var values = XIMMessage.attribute(number, XIMMessage.bytes(style)) + XIMMessage.attribute(client, own)
    if let focus = attributes["focusWindow"] { values += XIMMessage.attribute(focus, own) }
    if style & 0x6 != 0, let spot = spot(0, 0) { values += spot }
    var message = XIMMessage(Opcode.createContext)
    message.add(method)
    message.add(UInt16(values.count))
    message.add(values)
    send(message.finished())
  }
}
