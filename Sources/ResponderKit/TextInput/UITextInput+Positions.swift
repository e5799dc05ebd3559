/// UIKit's name of a position in a text: here the number of characters in front of it.
public typealias UITextPosition = Int
/// UIKit's name of a part of a text: here the positions of its beginning and its end.
public typealias UITextRange = Range<Int>

extension Range where Bound == Int {
  /// The beginning, in UIKit's word.
  public var start: Int { lowerBound }
  /// The end, in UIKit's word.
  public var end: Int { upperBound }
}

/// Computing with positions, by UIKit's names.
extension UITextInput {
  /// The position a number of characters behind another one, or in front of it; nil for one that is not in the text.
  public func position(from position: UITextPosition, offset: Int) -> UITextPosition? {
    let (moved, isTooFar) = position.addingReportingOverflow(offset)
    return isTooFar || moved < beginningOfDocument || moved > endOfDocument ? nil : moved
  }
  /// The number of characters between two positions; negative if the second is in front of the first.
  public func offset(from position: UITextPosition, to toPosition: UITextPosition) -> Int {
    toPosition - position
  }
  /// The part between two positions, in either order.
  public func textRange(from fromPosition: UITextPosition, to toPosition: UITextPosition) -> UITextRange? {
    min(fromPosition, toPosition)..<max(fromPosition, toPosition)
  }
}
