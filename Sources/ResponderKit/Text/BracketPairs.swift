/// Signs that look the other way in a text from right to left.
enum BracketPairs {
  /// The sign that is shown in the place of another one; nil for one that is symmetric.
  static func mirrored(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    scalar.properties.isBidiMirrored ? mirrors[scalar] : nil
  }

  enum BracketSide { case opening, closing }

  /// Whether it opens or closes a bracket, and by which opening bracket the pair is known.
  static func side(of scalar: Unicode.Scalar) -> (side: BracketSide, opening: Unicode.Scalar)? {
    brackets[scalar]
  }

  /// Opening and closing ones, in turn.
  private static let bracketText =
    "()[]{}༺༻༼༽᚛᚜⁅⁆⁽⁾₍₎⌈⌉⌊⌋〈〉❨❩❪❫❬❭❮❯❰❱❲❳❴❵⟅⟆⟦⟧⟨⟩⟪⟫⟬⟭⟮⟯⦃⦄⦅⦆⦇⦈⦉⦊⦋⦌⦑⦒⦗⦘⧘⧙⧚⧛⧼⧽⸢⸣⸤⸥⸦⸧⸨⸩〈〉《》「」『』【】〔〕〖〗〘〙〚〛（）［］｛｝｟｠｢｣"
  /// Other signs, in pairs.
  private static let signText =
    "<>«»‹›≤≥≦≧≨≩≪≫≮≯≰≱≲≳≴≵≶≷≸≹≺≻≼≽≾≿⊀⊁⊂⊃⊄⊅⊆⊇⊈⊉⊊⊋⊏⊐⊑⊒⊢⊣⊰⊱⊲⊳⊴⊵⋉⋊⋋⋌⋐⋑⋖⋗⋘⋙⋚⋛⋜⋝⋞⋟⩽⩾⪅⪆⪇⪈⪕⪖⪡⪢⸂⸃⸄⸅⸉⸊⸌⸍⸜⸝⸠⸡﹤﹥＜＞∈∋∉∌∊∍"

  private static func pairs(_ text: String) -> [(Unicode.Scalar, Unicode.Scalar)] {
    let scalars = Array(text.unicodeScalars)
    return stride(from: 0, to: scalars.count - 1, by: 2).map { (scalars[$0], scalars[$0 + 1]) }
  }

  private static let mirrors: [Unicode.Scalar: Unicode.Scalar] = {
    var mirrors: [Unicode.Scalar: Unicode.Scalar] = [:]
    for (left, right) in pairs(bracketText) + pairs(signText) {
      (mirrors[left], mirrors[right]) = (right, left)
    }
    return mirrors
  }()

  private static let brackets: [Unicode.Scalar: (side: BracketSide, opening: Unicode.Scalar)] = {
    var brackets: [Unicode.Scalar: (side: BracketSide, opening: Unicode.Scalar)] = [:]
    for (left, right) in pairs(bracketText) {
      // The angle brackets of two blocks are the same ones.
      let opening: Unicode.Scalar = left == "\u{2329}" ? "\u{3008}" : left
      (brackets[left], brackets[right]) = ((.opening, opening), (.closing, opening))
    }
    return brackets
  }()
}
