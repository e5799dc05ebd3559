/// A description of a font, from which others are made: of another size, weight or design.
public final class UIFontDescriptor: Hashable {
  /// The letters that are meant, in any size.
  let font: UIFont
  /// 0: of no size of its own.
  public let pointSize: Double
  /// What has no effect here.
  private let others: [AttributeName: Any]

  init(_ font: UIFont, size: Double, others: [AttributeName: Any] = [:]) {
    (self.font, pointSize, self.others) = (font, size, others)
  }

  /// The system's font, with these attributes.
  public convenience init(fontAttributes attributes: [AttributeName: Any] = [:]) {
    let all = UIFontDescriptor(UIFont(), size: 0).addingAttributes(attributes)
    self.init(all.font, size: all.pointSize, others: all.others)
  }

  /// A font by its name or its family's; the system's where there is none of that name.
  public convenience init(name fontName: String, size: Double) {
    self.init(fontAttributes: [.name: fontName, .size: size])
  }

  /// The font for texts of a kind.
  public static func preferredFontDescriptor(withTextStyle style: UIFont.TextStyle) -> UIFontDescriptor {
    preferredFontDescriptor(withTextStyle: style, compatibleWith: nil)
  }

  /// The font of a text style, in the size of the traits' category.
  public static func preferredFontDescriptor(
    withTextStyle style: UIFont.TextStyle, compatibleWith traits: UITraitCollection?
  ) -> UIFontDescriptor {
    let font = UIFont.preferredFont(forTextStyle: style, compatibleWith: traits)
    return UIFontDescriptor(font, size: font.pointSize, others: [.textStyle: style])
  }

  // MARK: What it says

  /// The name of the font that would be drawn.
  public var postscriptName: String { font.fontName }

  /// What the letters are like.
  public var symbolicTraits: SymbolicTraits {
    var traits: SymbolicTraits = []
    if font.isItalic { traits.insert(.traitItalic) }
    if font.weight == .bold || font.weight == .semibold { traits.insert(.traitBold) }
    if font.design == .monospaced { traits.insert(.traitMonoSpace) }
    if font.width < 5 { traits.insert(.traitCondensed) }
    if font.width > 5 { traits.insert(.traitExpanded) }
    return traits
  }

  /// All that it says.
  public var fontAttributes: [AttributeName: Any] {
    var all = others
    if let family = font.familyName { all[.family] = family }
    if pointSize > 0 { all[.size] = pointSize }
    all[.traits] = [TraitKey.weight: font.weight, .symbolic: symbolicTraits.rawValue] as [TraitKey: Any]
    return all
  }

  /// An attribute; nil if it says nothing of it.
  public func object(forKey anAttribute: AttributeName) -> Any? {
    switch anAttribute {
    case .name: font.fontName
    case .family: font.familyName ?? font.face?.description.family
    case .face: font.face?.description.face
    default: fontAttributes[anAttribute]
    }
  }

  public static func == (left: UIFontDescriptor, right: UIFontDescriptor) -> Bool {
    left.font.withSize(17) == right.font.withSize(17) && left.pointSize == right.pointSize
      && left.others.keys == right.others.keys
  }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(font.withSize(17))
    hasher.combine(pointSize)
  }

  // MARK: Others like it

  private func with(_ change: (inout UIFont) -> Void) -> UIFontDescriptor {
    var changed = font
    change(&changed)
    return UIFontDescriptor(changed, size: pointSize, others: others)
  }

  /// The same in another size; 0: of no size of its own.
  public func withSize(_ newPointSize: Double) -> UIFontDescriptor {
    UIFontDescriptor(font, size: max(newPointSize, 0), others: others)
  }

  /// The same of another family.
  public func withFamily(_ newFamily: String) -> UIFontDescriptor { with { $0.familyName = newFamily } }

  /// The face of the family, as "Bold Oblique"; without effect if it has none of this name.
  public func withFace(_ newFace: String) -> UIFontDescriptor {
    guard let family = object(forKey: .family) as? String,
      let found = FontBook.shared.descriptions.first(where: { $0.family == family && $0.face == newFace })
    else { return self }
    return with { $0.take(found) }
  }

  /// The same with these traits in place of its own; nil if there is no such font.
  public func withSymbolicTraits(_ symbolicTraits: SymbolicTraits) -> UIFontDescriptor? {
    let changed = with { font in
      font.isItalic = symbolicTraits.contains(.traitItalic)
      let isBold = font.weight == .bold || font.weight == .semibold
      if symbolicTraits.contains(.traitBold) != isBold { font.weight = isBold ? .regular : .bold }
      font.width =
        symbolicTraits.contains(.traitCondensed) ? 3 : symbolicTraits.contains(.traitExpanded) ? 7 : 5
      if font.familyName == nil {
        let isMono = symbolicTraits.contains(.traitMonoSpace)
        if isMono { font.design = .monospaced } else if font.design == .monospaced { font.design = .system }
      }
    }
    // The built-in letters are drawn where there is no font.
    guard let face = changed.font.face?.description else { return changed }
    let isThere =
      (!symbolicTraits.contains(.traitItalic) || face.isItalic)
      && (!symbolicTraits.contains(.traitBold) || face.weight >= 600)
      && (!symbolicTraits.contains(.traitCondensed) || face.width < 5)
      && (!symbolicTraits.contains(.traitExpanded) || face.width > 5)
    return isThere ? changed : nil
  }

  /// The same with letters of another kind; nil if the system has none of that kind.
  public func withDesign(_ design: SystemDesign) -> UIFontDescriptor? {
    let wanted: UIFont.Design
    let style: FontBook.FaceStyle
    switch design {
    case .default: return with { ($0.design, $0.familyName) = (.system, nil) }
    case .serif: (wanted, style) = (.serif, .serif)
    case .monospaced: (wanted, style) = (.monospaced, .monospaced)
    default: return nil
    }
    let changed = with { ($0.design, $0.familyName) = (wanted, nil) }
    guard let family = changed.font.face?.description.family, FontBook.isFamily(family, of: style) else {
      return nil
    }
    return changed
  }

  /// The same with these attributes besides, or in place of its own.
  public func addingAttributes(_ attributes: [AttributeName: Any] = [:]) -> UIFontDescriptor {
    var result = UIFontDescriptor(font, size: pointSize, others: others)
    if let name = attributes[.name] as? String, let named = UIFont(name: name, size: 17) {
      result = UIFontDescriptor(named, size: result.pointSize, others: others)
    }
    if let family = attributes[.family] as? String { result = result.withFamily(family) }
    if let face = attributes[.face] as? String { result = result.withFace(face) }
    if let size = Self.number(attributes[.size]) { result = result.withSize(size) }
    if let traits = attributes[.traits] as? [TraitKey: Any] { result = result.adding(traits) }
    let known: Set<AttributeName> = [.name, .family, .face, .size, .traits]
    let rest = attributes.filter { !known.contains($0.key) }
    return UIFontDescriptor(result.font, size: result.pointSize, others: others.merging(rest) { $1 })
  }

  private func adding(_ traits: [TraitKey: Any]) -> UIFontDescriptor {
    var result = self
    let symbolic = traits[.symbolic]
    let bits =
      (symbolic as? SymbolicTraits)?.rawValue ?? symbolic as? UInt32
      ?? (symbolic as? Int).map(UInt32.init(truncatingIfNeeded:))
    if let bits { result = result.withSymbolicTraits(SymbolicTraits(rawValue: bits)) ?? result }
    if let weight = traits[.weight] as? UIFont.Weight { result = result.with { $0.weight = weight } }
    if let number = Self.number(traits[.weight]) {
      result = result.with { $0.weight = UIFont.Weight(number: number) }
    }
    if let slant = Self.number(traits[.slant]) { result = result.with { $0.isItalic = slant > 0 } }
    return result
  }

  private static func number(_ value: Any?) -> Double? {
    value as? Double ?? (value as? Float).map(Double.init) ?? (value as? Int).map(Double.init)
  }
}
