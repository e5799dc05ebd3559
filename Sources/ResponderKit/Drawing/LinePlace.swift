/// A line's place in its paragraph.
struct LinePlace {
  /// The paragraph's; nil without a paragraph style.
  var look: ParagraphLook?
  var isFirst = true
  var isLast = true

  /// From the left edge of the room.
  var indent: Double {
    guard let look else { return 0 }
    return isFirst ? look.firstLineHeadIndent : look.headIndent
  }

  /// What is kept free at the right edge.
  var roomBehind: Double { look.map { max(-$0.tailIndent, 0) } ?? 0 }

  /// How wide the line may be.
  func width(in room: Double) -> Double {
    guard let look else { return room }
    let end = look.tailIndent > 0 ? min(look.tailIndent, room) : room - roomBehind
    return max(end - indent, 0)
  }

  /// The room between this line and the next.
  func gap(before next: LinePlace) -> Double {
    let own = look.map { $0.lineSpacing + (isLast ? $0.paragraphSpacing : 0) } ?? 0
    return own + (isLast ? next.look?.paragraphSpacingBefore ?? 0 : 0)
  }
}
