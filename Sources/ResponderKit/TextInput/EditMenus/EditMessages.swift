/// The messages of an edit menu; the key commands of text views send them, too. A text takes them, and a responder whose class overrides the
/// method of the same name.
extension UIResponder {
  /// Moves the selection to the pasteboard.
  public static var cut: Selector { Selector(editing: "cut", cutMethod, { $0.cut($1) }, { $0.cut() }) }
  /// Copies the selection to the pasteboard.
  public static var copy: Selector { Selector(editing: "copy", copyMethod, { $0.copy($1) }, { $0.copy() }) }
  /// Replaces the selection by what is in the pasteboard.
  public static var paste: Selector {
    Selector(editing: "paste", pasteMethod, { $0.paste($1) }, { $0.paste() })
  }
  /// Selects something.
  public static var select: Selector {
    Selector(editing: "select", selectMethod, { $0.select($1) }, isOfTexts: true)
  }
  /// Selects everything.
  public static var selectAll: Selector {
    Selector(editing: "selectAll", selectAllMethod, { $0.selectAll($1) }, { $0.selectAll() })
  }
  /// Deletes what is selected.
  public static var delete: Selector {
    Selector(editing: "delete", deleteMethod, { $0.delete($1) }, isOfTexts: true)
  }
  /// Takes the last edit back.
  public static var undo: Selector { Selector("undo") { (target: any TextEditing) in target.undo() } }
  /// Makes the edit again that was taken back last.
  public static var redo: Selector { Selector("redo") { (target: any TextEditing) in target.redo() } }

  /// Whether its class has a `delete` of its own.
  final var overridesDelete: Bool { Self.deleteMethod.isOverridden(in: type(of: self)) }

  private static let cutMethod = method(CuttingResponder.self)
  private static let copyMethod = method(CopyingResponder.self)
  private static let pasteMethod = method(PastingResponder.self)
  private static let selectMethod = method(SelectingResponder.self)
  private static let selectAllMethod = method(AllSelectingResponder.self)
  private static let deleteMethod = method(DeletingResponder.self)

  private static func method(_ overriding: UIResponder.Type) -> MethodTable {
    MethodTable(of: UIResponder.self, plain: PlainResponder.self, overriding: overriding)
  }
}

extension Selector {
  /// A message of edit menus, for responders with a method of their own and for texts.
  fileprivate init(
    editing name: String, _ method: MethodTable, _ body: @escaping (UIResponder, _ sender: Any?) -> Void,
    isOfTexts: Bool = false, _ text: ((any TextEditing) -> Void)? = nil
  ) {
    let takes = { (target: AnyObject) in
      text != nil && target is any TextEditing || isOfTexts && target is any TextSelecting
        || target is UIResponder && method.isOverridden(in: type(of: target))
    }
    self.init(name, understood: takes) { target, sender, _ in
      guard takes(target) else { return false }
      if let responder = target as? UIResponder {
        body(responder, sender)
      } else if let target = target as? any TextEditing {
        text?(target)
      }
      return true
    }
  }
}

private final class PlainResponder: UIResponder {}

// Bodies differ, so that identical functions are not merged.
private final class CuttingResponder: UIResponder {
  override func cut(_ sender: Any?) { name += "c" }
}
private final class CopyingResponder: UIResponder {
  override func copy(_ sender: Any?) { name += "d" }
}
private final class PastingResponder: UIResponder {
  override func paste(_ sender: Any?) { name += "e" }
}
private final class SelectingResponder: UIResponder {
  override func select(_ sender: Any?) { name += "f" }
}
private final class AllSelectingResponder: UIResponder {
  override func selectAll(_ sender: Any?) { name += "g" }
}
private final class DeletingResponder: UIResponder {
  override func delete(_ sender: Any?) { name += "h" }
}
