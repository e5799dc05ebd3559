/// A line's place in its paragraph.
struct LinePlace {
  /// The paragraph's; nil without a paragraph style.
  var look: ParagraphLook?
  /// Whether the paragraph begins at the right; then its indents are there.
  var isRightToLeft = false
  var isFirst = true
  var isLast = true

  /// From the edge where the paragraph begins.
  var indent: Double {
    guard let look else { return 0 }
    return isFirst ? look.firstLineHeadIndent : look.headIndent
  }

  /// What is kept free at the other edge.
  var roomBehind: Double { look.map { max(-$0.tailIndent, 0) } ?? 0 }

  /// How wide the line may be.
  func width(in room: Double) -> Double {
    guard let look else { return room }
    let end = look.tailIndent > 0 ? min(look.tailIndent, room) : room - roomBehind
    return max(end - indent, 0)
  }

  /// Where the room of the line begins, from the left.
  func left(in room: Double) -> Double {
    isRightToLeft && room.isFinite ? room - indent - width(in: room) : indent
  }

  /// The room between this line and the next.
  func gap(before next: LinePlace) -> Double {
    let own = look.map { $0.lineSpacing + (isLast ? $0.paragraphSpacing : 0) } ?? 0
    return own + (isLast ? next.look?.paragraphSpacingBefore ?? 0 : 0)
  }
}
