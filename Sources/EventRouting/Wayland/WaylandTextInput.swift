import HIDEvents

/// A window whose text input methods compose.
protocol WaylandTextWindow: AnyObject {
  var surface: UInt32 { get }
  /// The compositor's units per point.
  var scale: Double { get }
  /// Called with what input methods do in the window.
  var inputMethodHandler: ((InputMethodEvent) -> Void)? { get }
  /// The text that is edited in it.
  var editedText: InputMethodText? { get }
}

/// The input method of a seat (`zwp_text_input_v3`): it is shown the text that is edited in the window with the seat's focus, and composes there.
final class WaylandTextInput {
  private typealias Request = WaylandInterface.Request

  private let connection: WaylandConnection
  private var number: UInt32 = 0
  private let find: (_ surface: UInt32) -> (any WaylandTextWindow)?
  /// The window that the input method has come to.
  private weak var window: (any WaylandTextWindow)?
  /// Counts the states that were sent: the compositor names the last one that it knew.
  private var commits: UInt32 = 0
  /// The count with which the present text was enabled.
  private var enabled: UInt32 = 0
  /// What the compositor was sent of the present text; nil while no text is enabled.
  private var shown: InputMethodText?
  /// The compositor has changed the text without knowing the last state: the next one waits until it does.
  private var isBehind = false
  /// A state that waits was not the input method's doing.
  private var owesCause = false
  /// Text is marked, or was when another text was enabled.
  private var (isComposing, wasComposing) = (false, false)
  /// Takes effect with the next `done`.
  private var pending = InputMethodChange()

  /// - Parameters:
  ///   - manager: the number of the compositor's `zwp_text_input_manager_v3`.
  ///   - find: the program's window on a surface.
  init(
    _ connection: WaylandConnection, manager: UInt32, seat: UInt32,
    find: @escaping (_ surface: UInt32) -> (any WaylandTextWindow)?
  ) {
    self.connection = connection
    self.find = find
    number = connection.add(.textInput) { [weak self] opcode, arguments throws(WaylandError) in
      try self?.take(opcode, &arguments)
    }
    connection.send(manager, Request.textInputsGetTextInput) {
      $0.add(number)
      $0.add(seat)
    }
  }

  private func take(_ opcode: UInt16, _ arguments: inout WaylandArguments) throws(WaylandError) {
    switch opcode {
    case 0: enter(try arguments.uint())
    case 1: if window?.surface == (try arguments.uint()) { leave() }
    case 2:
      let bytes = try arguments.text()
      let (begin, end) = (Int(try arguments.int()), Int(try arguments.int()))
      mark(bytes, begin, end)
    case 3: pending.inserted = String(decoding: try arguments.text(), as: UTF8.self)
    case 4:
      (pending.deletedBefore, pending.deletedAfter) = (Int(try arguments.uint()), Int(try arguments.uint()))
    case 5: done(try arguments.uint())
    default: throw WaylandConnection.unknown(opcode)
    }
  }

  // MARK: The focus

  private func enter(_ surface: UInt32) {
    leave()
    guard let window = find(surface) else { return }
    self.window = window
    window.inputMethodHandler?(.began)
  }

  private func leave() {
    (shown, isBehind, isComposing, wasComposing) = (nil, false, false, false)
    pending = InputMethodChange()
    let old = window
    window = nil
    old?.inputMethodHandler?(.ended)
  }

  /// The window is closed: events for it are dropped.
  func leave(_ window: any WaylandTextWindow) {
    if self.window === window { leave() }
  }

  func remove() {
    leave()
    connection.destroy(number)
  }

  // MARK: What the input method does

  private func mark(_ bytes: [UInt8], _ begin: Int, _ end: Int) {
    pending.marked = String(decoding: bytes, as: UTF8.self)
    guard (begin, end) != (-1, -1) else { return pending.markedSelection = nil }
    let first = InputMethodChange.characters(before: min(begin, end), of: bytes)
    let last = InputMethodChange.characters(before: max(begin, end), of: bytes, isEnd: begin != end)
    pending.markedSelection = first..<max(first, last)
  }

  private func done(_ serial: UInt32) {
    var change = pending
    pending = InputMethodChange()
    guard let window, shown != nil else { return }
    isBehind = serial != commits
    if Int32(bitPattern: serial &- enabled) < 0 {
      // Meant for the text before. What was composed there is kept there already.
      guard !wasComposing, !change.inserted.isEmpty else { return }
      let text = change.inserted
      change = InputMethodChange()
      change.inserted = text
    }
    isComposing = !change.marked.isEmpty
    window.inputMethodHandler?(.changed(change))
  }

  // MARK: What it is shown

  /// Sends what has changed of the text that is edited in the window.
  func update() {
    guard let window else { return }
    guard let text = window.editedText else { return disable() }
    if let shown, shown.isSameInput(as: text) {
      owesCause = owesCause || text.isChangedByOthers
      // The text is reported again after the compositor's next change.
      if !isBehind { refresh(shown, text) }
    } else {
      disable()
      enable(text)
    }
  }

  private func disable() {
    guard shown != nil else { return }
    send(Request.textInputDisable)
    commit()
    (shown, isBehind, wasComposing, isComposing) = (nil, false, isComposing, false)
    pending = InputMethodChange()
  }

  private func enable(_ text: InputMethodText) {
    send(Request.textInputEnable)
    if let surrounding = text.surrounding { send(surrounding) }
    let (hints, purpose) = (text.contentHints, text.contentPurpose)
    send(Request.textInputSetContentType) {
      $0.add(hints)
      $0.add(purpose)
    }
    if let caret = text.caret { send(caret) }
    commit()
    enabled = commits
    shown = text
  }

  private func refresh(_ old: InputMethodText, _ text: InputMethodText) {
    let isOtherText = text.surrounding != old.surrounding
    let isOtherPlace = text.caret != old.caret
    guard isOtherText || isOtherPlace else { return }
    if isOtherText, let surrounding = text.surrounding { send(surrounding) }
    // 1: not by the input method, which is what it is if nothing is said.
    if owesCause { send(Request.textInputSetCause) { $0.add(1 as UInt32) } }
    if isOtherPlace, let caret = text.caret { send(caret) }
    commit()
    shown = text
  }

  private func send(_ surrounding: InputMethodText.Surrounding) {
    // A zero would end the text.
    let text =
      surrounding.text.utf8.contains(0)
      ? String(decoding: surrounding.text.utf8.map { $0 == 0 ? 0x20 : $0 }, as: UTF8.self)
      : surrounding.text
    send(Request.textInputSetSurrounding) {
      $0.add(text)
      $0.add(Int32(surrounding.caret))
      $0.add(Int32(surrounding.anchor))
    }
  }

  /// The caret in the window's units.
  private func send(_ caret: InputMethodText.Place) {
    let scale = window?.scale ?? 1
    func units(_ length: Double, _ rule: FloatingPointRoundingRule) -> Int32 {
      let value = (length * scale).rounded(rule)
      return value.isFinite ? Int32(min(max(value, -1e9), 1e9)) : 0
    }
    send(Request.textInputSetRectangle) {
      $0.add(units(caret.x, .down))
      $0.add(units(caret.y, .down))
      $0.add(max(units(caret.width, .up), 1))
      $0.add(max(units(caret.height, .up), 1))
    }
  }

  private func commit() {
    send(Request.textInputCommit)
    commits &+= 1
    owesCause = false
  }

  private func send(_ opcode: UInt16, _ fill: (inout WaylandRequest) -> Void = { _ in }) {
    connection.send(number, opcode, fill)
  }
}

extension InputMethodText {
  /// Whether the protocol lets one follow the other without enabling it anew.
  fileprivate func isSameInput(as other: InputMethodText) -> Bool {
    session == other.session && purpose == other.purpose && hints == other.hints
      && (surrounding == nil) == (other.surrounding == nil) && (caret == nil) == (other.caret == nil)
  }

  /// The protocol's number of the purpose.
  fileprivate var contentPurpose: UInt32 {
    switch purpose {
    case .normal: 0
    case .digits: 2
    case .number: 3
    case .phone: 4
    case .url: 5
    case .email: 6
    case .name: 7
    case .password: 8
    case .pin: 9
    }
  }

  /// The protocol's bits of the hints.
  fileprivate var contentHints: UInt32 {
    let bits: [(Hints, UInt32)] = [
      (.correction, 0x3), (.sentences, 0x4), (.capitals, 0x10), (.words, 0x20), (.hidden, 0x40),
      (.sensitive, 0x80), (.multiline, 0x200),
    ]
    return bits.reduce(0) { hints.contains($1.0) ? $0 | $1.1 : $0 }
  }
}
