// Names that UIKit's programs have from Foundation. They are in this module alone, so that a program with ResponderKit and Foundation has no two of
// them. A file that imports this module and Foundation says `UIKit.Notification`.

/// Foundation's name of `Notice`.
public typealias Notification = Notice
/// Foundation's older name of `Notice`.
public typealias NSNotification = Notice
/// Foundation's name of `NoticeCenter`.
public typealias NotificationCenter = NoticeCenter
/// Foundation's name of `LinkAddress`.
public typealias URL = LinkAddress
/// Foundation's name of `NoticeQueue`.
public typealias OperationQueue = NoticeQueue
/// Foundation's name of `UndoHistory`.
public typealias UndoManager = UndoHistory
/// Foundation's class of index paths: of menus' identifiers.
public typealias NSIndexPath = IndexPath
/// Foundation's class of lists.
public typealias NSArray = [Any]
/// Foundation's class of texts: what programs drag and load is a `String` here.
public typealias NSString = String

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The number of repetitions that programs give to animations that never end.
public let HUGE = Float.greatestFiniteMagnitude

/// Foundation's name of the place for a range that a method finds.
public typealias NSRangePointer = UnsafeMutablePointer<NSRange>

extension [Any] {
  /// A list of these elements; with `copyItems` copies of layout attributes.
  public init(array: [Any], copyItems: Bool = false) {
    self = copyItems ? array.map { ($0 as? UICollectionViewLayoutAttributes)?.copy() ?? $0 } : array
  }
}
