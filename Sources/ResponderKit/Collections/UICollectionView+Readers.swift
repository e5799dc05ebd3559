import AccessibilityBus

extension UICollectionView: ReadersList {
  final var readersRole: AccessibleRole? { .list }
  final var isReadersContainer: Bool { true }
}

extension OrthogonalLane: ReadersList {}

extension UICollectionView: AccessibleSelectionSource {
  package final var accessibleSelectionKind: AccessibleSelectionKind {
    allowsSelection ? selectsSeveral ? .several : .one : .none
  }

  package final func isAccessibleSelected(_ child: any AccessibleElement) -> Bool? {
    guard accessibleSelectionKind != .none,
      let cell = (child as? UIView)?.enclosing(UICollectionViewCell.self), !cell.togglesOnTap
    else { return nil }
    return cell.isSelected
  }

  /// By a tap: see `UITableView`.
  package final func selectAccessible(_ child: any AccessibleElement, _ isOn: Bool) -> Bool {
    (isOn || accessibleSelectionKind == .several) && (child as? UIView)?.tapForReaders() == true
  }
}
