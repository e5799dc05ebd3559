@testable import ResponderKit

/// A container in which each row has the parts that a closure says; those of a rectangle without it.
final class ShapedContainer: NSTextContainer {
  var answer: ((Rect, UnsafeMutablePointer<Rect>?) -> Rect)?
  var calls = 0
  var units: Set<Int> = []
  var directions: Set<NSWritingDirection> = []

  init(_ size: Size = Size(200, 0), _ answer: ((Rect, UnsafeMutablePointer<Rect>?) -> Rect)? = nil) {
    self.answer = answer
    super.init(size: size)
  }

  override func lineFragmentRect(
    forProposedRect proposedRect: Rect, at characterIndex: Int,
    writingDirection baseWritingDirection: NSWritingDirection,
    remaining remainingRect: UnsafeMutablePointer<Rect>?
  ) -> Rect {
    calls += 1
    units.insert(characterIndex)
    directions.insert(baseWritingDirection)
    if let answer { return answer(proposedRect, remainingRect) }
    return super.lineFragmentRect(
      forProposedRect: proposedRect, at: characterIndex, writingDirection: baseWritingDirection,
      remaining: remainingRect)
  }
}
