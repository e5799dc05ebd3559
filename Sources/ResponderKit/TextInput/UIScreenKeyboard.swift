/// Which keys a keyboard on the screen has first.
public enum UIKeyboardType: Hashable, Sendable {
  /// Letters first.
  case `default`
  /// Digits only.
  case numberPad
  /// Digits and a point.
  case decimalPad

  /// `numberPad`.
  public static let phonePad = UIKeyboardType.numberPad
  /// `default`.
  public static let emailAddress = UIKeyboardType.default
  /// `default`.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let URL = UIKeyboardType.default
  /// `default`.
  public static let webSearch = UIKeyboardType.default
  /// `default`.
  public static let asciiCapable = UIKeyboardType.default
  /// `default`.
  public static let numbersAndPunctuation = UIKeyboardType.default
}

/// A keyboard for panels: sends what is tapped to the first responder of its window, as a real one would, through
/// `UIKeyInput`.
///
/// Shown for text inputs when the application's `showsScreenKeyboard` is set; it can also be put anywhere as a view.
public final class UIScreenKeyboard: UIView {
  /// What is on the keys.
  public struct Layout: Hashable, Sendable {
    /// Rows of keys, each with its text: of letters, and of signs.
    public var letters: [[String]]
    /// Rows of keys with digits and signs.
    public var signs: [[String]]

    /// A layout of these rows.
    public init(letters: [[String]], signs: [[String]]) {
      self.letters = letters
      self.signs = signs
    }

    private static func rows(_ rows: String...) -> [[String]] { rows.map { $0.map(String.init) } }

    /// The letters as on American keyboards.
    public static let qwerty = Layout(
      letters: rows("qwertyuiop", "asdfghjkl", "zxcvbnm"),
      signs: rows("1234567890", "-/:;()€&@\"", ".,?!'+*=%#"))
    /// The letters as on German keyboards.
    public static let qwertz = Layout(
      letters: rows("qwertzuiopü", "asdfghjklöä", "yxcvbnmß"), signs: qwerty.signs)
  }

  /// Which keys it has first.
  public let type: UIKeyboardType
  /// What is on its keys. Another layout is shown at once.
  public var layout: Layout { didSet { if layout != oldValue { build() } } }
  /// Made by the window itself.
  var isShared = false

  enum Shift { case off, once, locked }
  private(set) var shift = Shift.off
  private(set) var showsSigns = false
  private var rows: [[KeyCap]] = []
  private var repetition: Alarm?

  /// A keyboard with letters as on American keyboards, unless another layout is given.
  public init(type: UIKeyboardType = .default, layout: Layout = .qwerty, frame: Rect = .zero) {
    self.type = type
    self.layout = layout
    super.init(frame: frame)
    label = "keyboard"
    backgroundColor = ControlLooks.keyboard
    isMultipleTouchEnabled = true
    build()
  }

  public override func sizeThatFits(_ size: Size) -> Size {
    Size(size.width, min(max(size.height * 0.4, 140), 260))
  }

  /// Receives the keys' text.
  private var input: (any UIKeyInput)? {
    (window?.firstResponder ?? window?.application?.keyWindow?.firstResponder) as? any UIKeyInput
  }

  // MARK: Keys

  private func build() {
    for row in rows { for key in row { key.removeFromSuperview() } }
    func text(_ words: [String]) -> [KeyCap] { words.map { KeyCap(.text($0), self) } }
    switch type {
    case .default:
      rows = (showsSigns ? layout.signs : layout.letters).map(text)
      if let last = rows.indices.last {
        if !showsSigns { rows[last].insert(KeyCap(.shift, self), at: 0) }
        rows[last].append(KeyCap(.backspace, self))
      }
      rows.append([KeyCap(.signs, self), KeyCap(.text(" "), self), KeyCap(.return, self)])
    case .numberPad, .decimalPad:
      rows = [["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"]].map(text)
      rows.append([
        KeyCap(type == .decimalPad ? .text(".") : .return, self), KeyCap(.text("0"), self),
        KeyCap(.backspace, self),
      ])
      if type == .decimalPad { rows[3].append(KeyCap(.return, self)) }
    }
    for row in rows { for key in row { addSubview(key) } }
    setNeedsLayout()
  }

  public override func layoutSubviews() {
    super.layoutSubviews()
    let gap = 5.0
    let height = (bounds.height - gap) / Double(max(rows.count, 1)) - gap
    let most = rows.map { $0.reduce(0) { $0 + $1.share } }.max() ?? 1
    let unit = (bounds.width - gap) / max(most, 1)
    for (index, row) in rows.enumerated() {
      let width = row.reduce(0) { $0 + $1.share } * unit
      var x = bounds.minX + (bounds.width - width + gap) / 2
      for key in row {
        key.frame = Rect(
          x, bounds.minY + gap + Double(index) * (height + gap), max(key.share * unit - gap, 1),
          max(height, 1))
        x += key.share * unit
      }
    }
  }

  /// The text that a key gives now.
  func text(_ word: String) -> String { shift == .off ? word : word == "ß" ? "ẞ" : word.uppercased() }

  func pressed(_ key: KeyCap, isDouble: Bool) {
    switch key.kind {
    case .text(let word):
      input?.insertText(text(word))
      if shift == .once { set(.off) }
    case .return: input?.insertText("\n")
    case .backspace: input?.deleteBackward()
    case .shift: set(isDouble ? .locked : shift == .off ? .once : .off)
    case .signs:
      showsSigns.toggle()
      build()
    }
  }

  private func set(_ shift: Shift) {
    self.shift = shift
    for row in rows { for key in row { key.setNeedsDisplay() } }
  }

  /// A key that is held deletes on and on.
  func hold(_ key: KeyCap, after delay: Duration = .milliseconds(450)) {
    guard let loop = window?.application?.loop else { return }
    let alarm =
      repetition
      ?? Alarm("held key") { [weak self] in
        guard let self, let held = rows.joined().first(where: { $0.isHeld }) else { return }
        input?.deleteBackward()
        hold(held, after: .milliseconds(90))
      }
    repetition = alarm
    alarm.set(after: delay, on: loop)
  }

  func release() { repetition?.cancel() }
}

/// A key of the keyboard on the screen.
final class KeyCap: UIControl {
  enum CapKind: Hashable {
    case text(String), shift, backspace, signs, `return`
  }

  let kind: CapKind
  private(set) var isHeld = false
  private unowned(unsafe) let keyboard: UIScreenKeyboard

  init(_ kind: CapKind, _ keyboard: UIScreenKeyboard) {
    self.kind = kind
    self.keyboard = keyboard
    super.init(frame: .zero)
    backgroundColor = isLetter ? ControlLooks.letterKey : ControlLooks.otherKey
    layer.cornerRadius = 5
    addAction(UIAction { [unowned self] _ in down() }, for: .touchDown)
    addAction(UIAction { [unowned self] _ in up() }, for: .touchUpInside)
    addAction(UIAction { [unowned self] _ in end() }, for: [.touchUpOutside, .touchCancel])
  }

  private var isLetter: Bool { if case .text = kind { true } else { false } }

  /// Its width in letters' widths.
  var share: Double {
    switch kind {
    case .text(let word): word == " " ? 5 : 1
    case .shift, .backspace: 1.5
    case .signs, .return: 2
    }
  }

  /// What is written on it.
  var title: String {
    switch kind {
    case .text(let word): word == " " ? "space" : keyboard.text(word)
    case .shift: keyboard.shift == .locked ? "LOCK" : "shift"
    case .backspace: "delete"
    case .signs: keyboard.showsSigns ? "ABC" : "123"
    case .return: "return"
    }
  }

  private var wasDouble = false

  private func down() {
    wasDouble = (trackedTouch?.tapCount ?? 1) == 2
    guard kind == .backspace else { return }
    // The first deletion comes with the touch, as those after it by themselves.
    isHeld = true
    keyboard.pressed(self, isDouble: false)
    keyboard.hold(self)
  }

  private func up() {
    if kind == .backspace { return end() }
    keyboard.pressed(self, isDouble: wasDouble)
  }

  private func end() {
    isHeld = false
    keyboard.release()
  }

  override var accessibilityDefault: AccessibilityDefault {
    .init(isElement: true, label: title, traits: .keyboardKey)
  }

  override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    if isHighlighted { drawing.fill(bounds, ControlLooks.pressedKey, cornerRadius: 5) }
    if kind == .shift, keyboard.shift != .off {
      drawing.fill(bounds, ControlLooks.activeKey, cornerRadius: 5)
    }
    let size = title.count > 1 ? min(bounds.height * 0.35, 14) : min(bounds.height * 0.5, 22)
    drawing.text(title, in: bounds, font: UIFont(size: size), ControlLooks.rowText, alignment: .center)
  }
}
