import RunLoopCore

/// Finds symbols by name, and composes those that are variants of others.
enum SymbolBook {
  /// Between a line that crosses a symbol and the rest of it, in units, on both sides together.
  static let gap = 2.2

  /// What was found, by name.
  private static let found = Guarded<[String: SymbolForm]>([:])

  /// All names that have a drawing.
  static var names: [String] {
    SymbolTable.entries.values.flatMap { entry in
      var names = entry.has("k") ? [] : [entry.name]
      func add(_ suffix: String, _ fills: Bool) {
        names.append(entry.name + suffix)
        if fills { names.append(entry.name + suffix + ".fill") }
      }
      if entry.has("f") { names.append(entry.name + ".fill") }
      if entry.has("s") { add(".slash", entry.has("f")) }
      for frame in frames where entry.has(frame.sign) { add(frame.suffix, true) }
      return names
    }.sorted()
  }

  /// The symbol of a name; nil if there is none.
  static func form(_ name: String) -> SymbolForm? {
    if let form = found.withLock({ $0[name] }) { return form }
    guard let form = make(name) else { return nil }
    // Of two threads that make the same one, both use that of the first.
    return found.withLock { found in
      if let first = found[name] { return first }
      found[name] = form
      return form
    }
  }

  /// The symbol with left and right exchanged.
  static func mirrored(_ form: SymbolForm) -> SymbolForm {
    let name = form.name + " h"
    if let form = found.withLock({ $0[name] }) { return form }
    let turn = AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: form.width, ty: 0)
    let mirrored = SymbolForm(name, width: form.width, form.layers.map { $0.applying(turn) })
    return found.withLock { found in
      if let first = found[name] { return first }
      found[name] = mirrored
      return mirrored
    }
  }

  private static func make(_ name: String) -> SymbolForm? {
    var base = name[...]
    if let entry = SymbolTable.entry(base), !entry.has("k") {
      return SymbolForm(name, width: entry.width, entry.layers(false))
    }
    let isFilled = base.hasSuffix(".fill")
    if isFilled { base = base.dropLast(5) }
    if isFilled, let entry = SymbolTable.entry(base), entry.has("f") {
      return SymbolForm(name, width: entry.width, entry.layers(true))
    }
    if base.hasSuffix(".slash"), let entry = SymbolTable.entry(base.dropLast(6)), entry.has("s") {
      guard !isFilled || entry.has("f") else { return nil }
      return crossed(entry, isFilled, name)
    }
    for frame in frames where base.hasSuffix(frame.suffix) {
      guard let entry = SymbolTable.entry(base.dropLast(frame.suffix.count)), entry.has(frame.sign) else {
        continue
      }
      return SymbolForm(name, width: SymbolForm.height, framed(entry, frame, isFilled))
    }
    return nil
  }

  // MARK: Variants

  /// What other symbols are put into.
  private struct Frame {
    let sign: Character
    let suffix: String
    let drawing: String
    var middle = 12.0
    var scale = 0.54
  }

  private static let frames = [
    Frame(sign: "c", suffix: ".circle", drawing: "%b O12 12 10"),
    Frame(sign: "q", suffix: ".square", drawing: "%b R3 3 18 18 3.6"),
    Frame(
      sign: "t", suffix: ".triangle",
      drawing: "%b M10.4 3.9Q12 1.4 13.6 3.9L22 18.2Q23 20.8 20.4 20.8H3.6Q1 20.8 2 18.2Z", middle: 13.8,
      scale: 0.52),
  ]

  private static func framed(_ entry: SymbolTable.Entry, _ frame: Frame, _ isFilled: Bool) -> [SymbolLayer] {
    let place = AffineTransform(
      a: frame.scale, b: 0, c: 0, d: frame.scale, tx: 12 - entry.width / 2 * frame.scale,
      ty: frame.middle - 12 * frame.scale)
    let inner = entry.layers(entry.has("f")).map { layer in
      var layer = layer.applying(place)
      layer.level = 0
      layer.margin *= frame.scale
      // A filled one in a frame is small: with lines around it would be a blot.
      if layer.isFilled { layer.thickness *= 0.75 }
      return isFilled ? layer.cutOut : layer
    }
    return SymbolReader.layers(frame.drawing, isFilled: isFilled) + inner
  }

  private static func crossed(_ entry: SymbolTable.Entry, _ isFilled: Bool, _ name: String) -> SymbolForm {
    let width = max(entry.width, SymbolForm.height)
    let place = AffineTransform(translationX: (width - entry.width) / 2, y: 0)
    let middle = AffineTransform(translationX: (width - SymbolForm.height) / 2, y: 0)
    let line = SymbolReader.layers("g M3.2 3.2L20.8 20.8 l M3.2 3.2L20.8 20.8", isFilled: false)
    let layers = entry.layers(isFilled).map { $0.applying(place) } + line.map { $0.applying(middle) }
    return SymbolForm(name, width: width, layers)
  }
}
