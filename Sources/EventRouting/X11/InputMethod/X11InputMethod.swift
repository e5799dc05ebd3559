import HIDEvents
import RunLoopCore

/// The input method of a window: gets its keys first, composes in the text that is edited there, and gives back the keys that it does not use.
///
/// One key at a time is with the server, and the next ones wait, so that they keep their order. A server that has not answered after `patience` does not
/// hold up the user: its key and the waiting ones are the window's, and so are all others until it answers.
final class X11InputMethod {
  static let patience = Duration.milliseconds(500)
  private static let mostWaiting = 256

  private unowned let window: X11Window
  private let transport: XIMTransport
  private var conversation: XIMConversation?
  /// The window has the focus; its receiver was notified that the input method is there; the server was notified of a text.
  private var (hasFocus, isPresent, isEditing) = (false, false, false)
  private var text: InputMethodText?
  /// What the server shows as composed.
  private var marked = InputMethodChange()
  /// Compositions that were given up and that the server still answers for.
  private var staleResets = 0
  /// The server did not answer in time.
  private var isSlow = false
  /// The key that is with the server.
  private var asked: X11Packet?
  private var waiting: [X11Packet] = []
  /// Answers that are to come, and how many of them until that of the key.
  private var (answersDue, answersLeft) = (0, 0)
  private var timer: RunLoop.Timer?

  init(_ window: X11Window, name: String? = X11Environment.inputMethod) {
    self.window = window
    transport = XIMTransport(window.display, name: name)
    transport.onConnect = { [weak self] in self?.connected() }
    transport.onMessage = { [weak self] message in self?.conversation?.take(message) }
    transport.onEnd = { [weak self] in self?.lost() }
  }

  deinit { timer?.invalidate() }

  func take(_ packet: X11Packet) { transport.take(packet) }

  // MARK: The server

  private func connected() {
    let conversation = XIMConversation(window: window.identifier) { [weak self] bytes in
      self?.transport.send(bytes)
    } handle: { [weak self] event in
      self?.take(event)
    }
    self.conversation = conversation
    conversation.start()
  }

  private func lost() {
    conversation = nil
    (isEditing, isSlow, staleResets, answersDue) = (false, false, 0, 0)
    marked = InputMethodChange()
    // First what is composed becomes text: a key would replace it.
    updatePresence()
    flushKeys()
  }

  private func take(_ event: XIMConversation.Event) {
    switch event {
    case .ready: updatePresence()
    case .key(let bytes): keyReturned(X11Packet(bytes))
    case .committed(let text):
      guard isPresent, staleResets == 0 else { return }
      var change = marked
      change.inserted = text
      window.inputMethodHandler?(.changed(change))
    case .composed(let text, let caret, let emphasized):
      guard isPresent, staleResets == 0 else { return }
      marked = Self.change(text, caret, emphasized)
      window.inputMethodHandler?(.changed(marked))
    case .answered: answered()
    case .wasReset:
      staleResets = max(staleResets - 1, 0)
      if staleResets == 0, isSlow {
        isSlow = false
        show(text)
      }
    case .ended: transport.end()
    }
  }

  private static func change(
    _ text: [Unicode.Scalar], _ caret: Int, _ emphasized: Range<Int>?
  ) -> InputMethodChange {
    func string(_ count: Int) -> String { String(String.UnicodeScalarView(text.prefix(count))) }
    let bytes = Array(string(text.count).utf8)
    func characters(_ count: Int, isEnd: Bool) -> Int {
      InputMethodChange.characters(before: string(count).utf8.count, of: bytes, isEnd: isEnd)
    }
    var change = InputMethodChange()
    change.marked = string(text.count)
    // A part is selected; all of it means that there is no choice between parts.
    if let emphasized, !emphasized.isEmpty, emphasized.count < text.count {
      let first = characters(emphasized.lowerBound, isEnd: false)
      change.markedSelection = first..<max(first, characters(emphasized.upperBound, isEnd: true))
    } else {
      let place = characters(caret, isEnd: false)
      change.markedSelection = place..<place
    }
    return change
  }

  // MARK: The focus and the text

  func focusChanged(_ hasFocus: Bool) {
    self.hasFocus = hasFocus
    updatePresence()
    if !hasFocus { flushKeys() }
  }

  /// Notifies the receiver that the input method has come, or left.
  private func updatePresence() {
    let isWanted = hasFocus && conversation?.isReady == true
    guard isWanted != isPresent else { return }
    isPresent = isWanted
    if isWanted {
      window.inputMethodHandler?(.began)
    } else {
      window.inputMethodHandler?(.ended)
      stopEditing()
    }
  }

  /// The text that is edited; nil for none.
  func show(_ text: InputMethodText?) {
    let old = self.text
    self.text = text
    // A secret is no text for it.
    guard let conversation, isPresent, !isSlow, let text, ![.password, .pin].contains(text.purpose) else {
      return stopEditing()
    }
    let isOther = isEditing && old?.session != text.session
    if isOther { reset() }
    if !isEditing { conversation.setFocus(true) }
    if let caret = text.caret, isOther || !isEditing || caret != old?.caret {
      func pixels(_ length: Double) -> Int16 {
        let value = (length * window.scale).rounded()
        return value.isFinite ? Int16(min(max(value, -32000), 32000)) : 0
      }
      // Below the text.
      conversation.setPlace(pixels(caret.x), pixels(caret.y + caret.height))
    }
    isEditing = true
  }

  private func stopEditing() {
    guard isEditing else { return }
    isEditing = false
    flushKeys()
    reset()
    conversation?.setFocus(false)
  }

  /// What is composed is left in the text as it is; the server's answers for it are dropped.
  private func reset() {
    guard let conversation, conversation.isReady else { return }
    marked = InputMethodChange()
    staleResets += 1
    conversation.reset()
  }

  // MARK: Keys

  /// Takes a key's press or release. False if it is the window's at once.
  func takeKey(_ packet: X11Packet) -> Bool {
    guard asked != nil || canAsk(packet) else { return false }
    guard waiting.count < Self.mostWaiting else {
      flushKeys()
      return false
    }
    waiting.append(packet)
    askNext()
    return true
  }

  private func canAsk(_ packet: X11Packet) -> Bool {
    isPresent && isEditing && !isSlow && window.display.loop != nil
      && conversation?.wants(packet.kind) == true
  }

  private func askNext() {
    while asked == nil, let next = waiting.first {
      waiting.removeFirst()
      guard canAsk(next), let conversation else {
        window.takeKey(next)
        continue
      }
      asked = next
      startTimer()
      conversation.forward(next)
      answersDue += 1
      answersLeft = answersDue
    }
  }

  private func keyReturned(_ packet: X11Packet) {
    guard packet.kind == 2 || packet.kind == 3 else { return }
    if let key = asked, key.kind == packet.kind, key.uint8(1) == packet.uint8(1) {
      asked = nil
      timer?.invalidate()
      window.takeKey(key)
      askNext()
    } else if staleResets == 0 {
      // One that the input method has made, or has thought about for longer than until its first answer.
      window.takeKey(packet)
    }
  }

  /// The server has handled the key: if it has not come back, it was used.
  private func answered() {
    answersDue = max(answersDue - 1, 0)
    answersLeft -= 1
    guard asked != nil, answersLeft <= 0 else { return }
    asked = nil
    timer?.invalidate()
    askNext()
  }

  private func startTimer() {
    timer?.invalidate()
    guard let loop = window.display.loop else { return }
    let method = ThreadBound(self)
    let timer = RunLoop.Timer(after: Self.patience, label: "input method") { _ in
      method.object?.patienceEnded()
    }
    self.timer = timer
    loop.add(timer, to: .common)
  }

  private func patienceEnded() {
    guard asked != nil, window.isOpen else { return }
    isSlow = true
    reset()
    isEditing = false
    // What is composed stays; the receiver begins anew when the server answers.
    window.inputMethodHandler?(.ended)
    window.inputMethodHandler?(.began)
    flushKeys()
    window.packetsEnded()
  }

  /// All keys are the window's.
  private func flushKeys() {
    timer?.invalidate()
    timer = nil
    let keys = (asked.map { [$0] } ?? []) + waiting
    (asked, waiting) = (nil, [])
    for key in keys { window.takeKey(key) }
  }

  /// The window has ended, or its keys are cancelled.
  func dropKeys() {
    timer?.invalidate()
    (timer, asked, waiting) = (nil, nil, [])
  }
}
