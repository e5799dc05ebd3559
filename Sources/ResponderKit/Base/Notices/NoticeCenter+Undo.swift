// The names are Foundation's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

extension UndoHistory {
  /// Posts a notice about the history, unless the same notice is being posted: its observers may begin or end groups themselves.
  final func post(_ name: Notice.Name) {
    guard posting.insert(name.rawValue).inserted else { return }
    defer { posting.remove(name.rawValue) }
    NoticeCenter.default.post(name: name, object: self)
  }
}

extension Notice.Name {
  /// An ``UndoHistory`` begins or ends a group, or is asked to undo or redo.
  public static let NSUndoManagerCheckpoint = Notice.Name("NSUndoManagerCheckpointNotification")
  /// A group of an ``UndoHistory`` has begun.
  public static let NSUndoManagerDidOpenUndoGroup = Notice.Name("NSUndoManagerDidOpenUndoGroupNotification")
  /// A group of an ``UndoHistory`` is about to end.
  public static let NSUndoManagerWillCloseUndoGroup = Notice.Name(
    "NSUndoManagerWillCloseUndoGroupNotification")
  /// A group of an ``UndoHistory`` has ended.
  public static let NSUndoManagerDidCloseUndoGroup = Notice.Name(
    "NSUndoManagerDidCloseUndoGroupNotification")
  /// A step is about to be taken back.
  public static let NSUndoManagerWillUndoChange = Notice.Name("NSUndoManagerWillUndoChangeNotification")
  /// A step was taken back.
  public static let NSUndoManagerDidUndoChange = Notice.Name("NSUndoManagerDidUndoChangeNotification")
  /// A step is about to be made again.
  public static let NSUndoManagerWillRedoChange = Notice.Name("NSUndoManagerWillRedoChangeNotification")
  /// A step was made again.
  public static let NSUndoManagerDidRedoChange = Notice.Name("NSUndoManagerDidRedoChangeNotification")
}
