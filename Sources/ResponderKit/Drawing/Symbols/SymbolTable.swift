/// The drawings of symbols, in the words of ``SymbolReader``.
enum SymbolTable {
  /// A line of a table: `name:width variants|drawing`. Variants: `f` filled, `s` crossed by a line, `c`, `q`, `t` in a circle, a square, a triangle,
  /// `k` only in one of these.
  /// Without a width it is 24 units. `=name h` as a drawing is that of the other one, mirrored across; `v`: up and down, `r`: turned to the right.
  struct Entry {
    let name: String
    let width: Double
    let variants: Substring
    let drawing: Substring

    init?(_ line: Substring) {
      let parts = line.split(separator: "|", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      let head = parts[0].split(separator: " ")
      let title = head[0].split(separator: ":")
      name = String(title[0])
      width = title.count > 1 ? Double(title[1]) ?? SymbolForm.height : SymbolForm.height
      variants = head.count > 1 ? head[1] : ""
      drawing = parts[1]
    }

    func has(_ variant: Character) -> Bool { variants.contains(variant) }

    func layers(_ isFilled: Bool) -> [SymbolLayer] {
      guard drawing.hasPrefix("=") else { return SymbolReader.layers(drawing, isFilled: isFilled) }
      let words = drawing.dropFirst().split(separator: " ")
      guard let other = SymbolTable.entry(words[0]), !other.drawing.hasPrefix("=") else { return [] }
      let change =
        switch words.last {
        case "h": AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: width, ty: 0)
        case "v": AffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: SymbolForm.height)
        case "r": AffineTransform(a: 0, b: 1, c: -1, d: 0, tx: SymbolForm.height, ty: 0)
        default: AffineTransform.identity
        }
      return other.layers(isFilled).map { $0.applying(change) }
    }
  }

  /// By name. Lines are read when the first symbol is wanted, drawings when theirs is.
  static let entries: [String: Entry] = {
    var entries: [String: Entry] = [:]
    for text in [signs, things, nature, more, letters] {
      for line in text.split(separator: "\n") { Entry(line).map { entries[$0.name] = $0 } }
    }
    return entries
  }()

  static func entry(_ name: Substring) -> Entry? { entries[String(name)] }
}
