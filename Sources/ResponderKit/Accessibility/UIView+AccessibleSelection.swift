import AccessibilityBus

/// A view that readers find as a list, or whose subviews are in any order.
protocol ReadersList: UIView {
  /// Nil where its selection says what it is.
  var readersRole: AccessibleRole? { get }
  /// What an element is that can be selected in it.
  var readersItemRole: AccessibleRole { get }
  /// Whether it is an element even if it does not scroll: its rows are in it.
  var isReadersContainer: Bool { get }
  /// Whether its subviews are read by their places.
  var isSortedForReaders: Bool { get }
  /// The elements of a view whose parts have no views.
  var readersParts: [any AccessibleElement]? { get }
}

extension ReadersList {
  var readersRole: AccessibleRole? { nil }
  var readersItemRole: AccessibleRole { .listItem }
  var isReadersContainer: Bool { false }
  var isSortedForReaders: Bool { true }
  var readersParts: [any AccessibleElement]? { nil }
}

/// Lists and pickers, whose parts a user selects.
extension UIView {
  final var isReadersList: Bool {
    (self as? any ReadersList)?.isReadersContainer == true && accessibilityWords?.isElement != false
  }

  /// Subviews in the order in which they are read.
  final var readersSubviews: [UIView] {
    guard (self as? any ReadersList)?.isSortedForReaders == true else { return children }
    return children.enumerated().sorted { first, second in
      let (left, right) = (first.element.frame, second.element.frame)
      return (left.minY, left.minX, first.offset) < (right.minY, right.minX, second.offset)
    }.map(\.element)
  }

  /// What it is as a list, or in one; nil for what is neither.
  final var readersListRole: AccessibleRole? {
    if let role = (self as? any ReadersList)?.readersRole { return role }
    if let source = self as? any AccessibleSelectionSource, source.accessibleSelectionKind != .none {
      return .list
    }
    // A program's own traits say more than the list around it.
    guard accessibilityWords?.traits == nil, let list = accessibleParent as? any AccessibleSelectionSource,
      list.isAccessibleSelected(self) != nil
    else { return nil }
    return (list as? any ReadersList)?.readersItemRole ?? .listItem
  }

  /// The states that it has as a list, or in one.
  final var readersListStates: AccessibleStates {
    var states: AccessibleStates = []
    if (self as? any AccessibleSelectionSource)?.accessibleSelectionKind == .several {
      states.insert(.multiSelectable)
    }
    if let list = accessibleParent as? any AccessibleSelectionSource,
      let isSelected = list.isAccessibleSelected(self)
    {
      states.formUnion(isSelected ? [.selectable, .selected] : .selectable)
    }
    return states
  }

  /// The view of a class around it, or itself.
  final func enclosing<View: UIView>(_: View.Type) -> View? {
    var next: UIView? = self
    while let view = next {
      if let found = view as? View { return found }
      next = view.superview
    }
    return nil
  }
}
