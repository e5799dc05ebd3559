/// Text with attributes. A model has none until a text with attributes is set, or attributes of what is typed.
extension TextModel {
  /// A text with its attributes. The first code unit of a character determines them.
  init(_ text: NSAttributedString) {
    let runs = text.runs.map { (length: $0.length, style: TextAttributes($0.attributes)) }
    var (characters, styles) = ([Character](), [TextAttributes]())
    var (run, end, place) = (0, runs.first?.length ?? 0, 0)
    for character in text.text {
      while place >= end, run + 1 < runs.count {
        run += 1
        end += runs[run].length
      }
      characters.append(character == "\r\n" || character == "\r" ? "\n" : character)
      styles.append(runs[run].style)
      place += character.utf16.count
    }
    self.init(characters, styles)
  }

  /// The text, or a part of it, with its attributes; the given ones replace missing ones.
  func attributed(_ standard: [NSAttributedString.Key: Any], in range: Range<Int>? = nil)
    -> NSAttributedString
  {
    let range = range ?? 0..<count
    guard let styles else { return NSAttributedString(string: text(in: range), attributes: standard) }
    let text = NSMutableAttributedString(string: "")
    var start = range.lowerBound
    while start < range.upperBound {
      let end = styles[start..<range.upperBound].firstIndex { $0 !== styles[start] } ?? range.upperBound
      let attributes = standard.merging(styles[start].values) { $1 }
      text.append(NSAttributedString(string: String(characters[start..<end]), attributes: attributes))
      start = end
    }
    return text
  }

  /// The text for readers: pictures are their labels.
  var spoken: String { styles == nil ? text : attributed([:]).spoken }

  /// Replaces a range, or else the marked text, or else the selection, by a text that keeps its attributes.
  mutating func insert(_ text: NSAttributedString, replacing whole: Range<Int>? = nil) {
    let new = TextModel(text)
    if styles == nil { styles = Array(repeating: TextAttributes(), count: count) }
    let own = zip(new.characters, new.styles ?? []).flatMap { character, style in
      Array(repeating: style, count: character.unicodeScalars.count)
    }
    let range = whole ?? marked ?? selection
    unmark()
    replace(range, with: new.text, own: own)
  }

  /// Puts a part of the text elsewhere, with its attributes: a step that can be undone. It is selected then.
  mutating func move(_ range: Range<Int>, to place: Int) {
    let range = range.clamped(to: 0..<count)
    let isUpwards = place < range.lowerBound
    guard !range.isEmpty, isUpwards || place > range.upperBound, 0...count ~= place else { return }
    let order =
      isUpwards
      ? Array(range) + Array(place..<range.lowerBound) : Array(range.upperBound..<place) + Array(range)
    let own = styles.map { styles in
      order.flatMap { Array(repeating: styles[$0], count: characters[$0].unicodeScalars.count) }
    }
    let whole = min(range.lowerBound, place)..<max(range.upperBound, place)
    replace(whole, with: String(order.map { characters[$0] }), own: own)
    let start = isUpwards ? place : place - range.count
    select(start..<start + range.count)
  }

  /// What text that replaces a range gets: the attributes of its first character, or of the one before it, without a picture.
  func attributes(replacing range: Range<Int>) -> TextAttributes? {
    if let typing { return typing }
    guard let styles, !styles.isEmpty else { return nil }
    let place = range.isEmpty ? range.lowerBound - 1 : range.lowerBound
    let style = styles[min(max(place, 0), styles.count - 1)]
    return style.attachment == nil ? style : TextAttributes(style.values.filter { $0.key != .attachment })
  }

  /// Sets what is typed next, until the caret is moved.
  mutating func setTyping(_ attributes: [NSAttributedString.Key: Any]) {
    if styles == nil { styles = Array(repeating: TextAttributes(), count: count) }
    typing = TextAttributes(attributes)
  }

  /// Sets an attribute of all characters, if the text has attributes.
  mutating func set(_ key: NSAttributedString.Key, _ value: Any) { changeStyles { $0[key] = value } }

  /// Gives fonts of text styles the size of the traits' category; whether any got another one.
  mutating func adjustFonts(to traits: UITraitCollection) -> Bool {
    var isChanged = false
    var new = self
    new.changeStyles { values in
      guard let old = values[.font] as? UIFont else { return }
      let font = old.adjusted(to: traits)
      if font != old { (values[.font], isChanged) = (font, true) }
    }
    if isChanged { self = new }
    return isChanged
  }

  /// Changes the attributes of all characters, and those of what is typed next; equal ones once.
  private mutating func changeStyles(_ change: (inout [NSAttributedString.Key: Any]) -> Void) {
    var new: [TextAttributes: TextAttributes] = [:]
    func changed(_ style: TextAttributes) -> TextAttributes {
      if let known = new[style] { return known }
      var values = style.values
      change(&values)
      let result = TextAttributes(values)
      new[style] = result
      return result
    }
    let all = styles?.map(changed)
    typing = typing.map(changed)
    // Otherwise the lines need not be made again.
    guard new.contains(where: { $0.key != $0.value }) else { return }
    if let all, new.allSatisfy({ $0.key.keepsWidths(as: $0.value) }) {
      setLooks(all)
    } else {
      styles = all
    }
  }

  /// The attributes of characters in which parts of characters were joined: each has those of its first code point.
  func joinedStyles(
    _ characters: [Character], before: Range<Int>, _ text: String, replacing range: Range<Int>,
    after: Range<Int>, _ own: [TextAttributes]? = nil
  ) -> [TextAttributes]? {
    guard let styles else { return nil }
    let typed = attributes(replacing: range) ?? TextAttributes()
    func scalars(_ range: Range<Int>) -> [TextAttributes] {
      range.flatMap { Array(repeating: styles[$0], count: self.characters[$0].unicodeScalars.count) }
    }
    let new = own ?? Array(repeating: typed, count: text.unicodeScalars.count)
    let all = scalars(before) + new + scalars(after)
    var place = 0
    return characters.map { character in
      defer { place += character.unicodeScalars.count }
      return place < all.count ? all[place] : typed
    }
  }
}
