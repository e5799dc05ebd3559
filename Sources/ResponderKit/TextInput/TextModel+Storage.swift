/// What a storage changes in the text of a view.
extension TextModel {
  enum Change { case none, looks, characters }

  /// Takes what is in place of a part in a storage's text, as far as it differs.
  mutating func take(_ text: TextModel, _ new: Range<Int>, in part: Range<Int>) -> Change {
    let looks = text.styles ?? Array(repeating: TextAttributes(), count: text.count)
    // A text without attributes has none that are empty.
    if styles == nil, looks[new].contains(where: { !$0.values.isEmpty }) {
      styles = Array(repeating: TextAttributes(), count: count)
    }
    let (before, behind) = same(text, looks, new, in: part)
    let old = part.lowerBound + before..<part.upperBound - behind
    let place = new.lowerBound + before..<new.upperBound - behind
    if old.isEmpty, place.isEmpty { return .none }
    if old.count == place.count, zip(old, place).allSatisfy({ isSpelled($0, as: text, $1) }) {
      let keepsWidths =
        styles.map { own in zip(old, place).allSatisfy { own[$0].keepsWidths(as: looks[$1]) } } ?? true
      setStyles(old, Array(looks[place]), changesWidths: !keepsWidths)
      return .looks
    }
    exchange(old, with: text.characters[place], looks[place])
    return .characters
  }

  /// How many characters at the beginning and the end of a part are those of a storage, with the same attributes.
  private func same(
    _ text: TextModel, _ looks: [TextAttributes], _ new: Range<Int>, in part: Range<Int>
  ) -> (before: Int, behind: Int) {
    let most = min(part.count, new.count)
    var sameStyles = SameStyles(styles, looks)
    var (before, behind) = (0, 0)
    while before < most, isSpelled(part.lowerBound + before, as: text, new.lowerBound + before),
      sameStyles(part.lowerBound + before, new.lowerBound + before)
    { before += 1 }
    while behind < most - before,
      isSpelled(part.upperBound - 1 - behind, as: text, new.upperBound - 1 - behind),
      sameStyles(part.upperBound - 1 - behind, new.upperBound - 1 - behind)
    { behind += 1 }
    return (before, behind)
  }

  private func isSpelled(_ index: Int, as other: TextModel, _ place: Int) -> Bool {
    characters[index].isSpelled(as: other.characters[place])
  }
}
