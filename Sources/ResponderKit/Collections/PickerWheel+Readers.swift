import AccessibilityBus

extension PickerWheel: ReadersList {}

extension PickerWheel: AccessibleSelectionSource {
  package var accessibleSelectionKind: AccessibleSelectionKind { count > 0 ? .one : .none }

  private func row(of child: any AccessibleElement) -> Int? {
    guard let view = child as? UIView else { return nil }
    return shown.first { view.isDescendant(of: $0.value) }?.key
  }

  package func isAccessibleSelected(_ child: any AccessibleElement) -> Bool? {
    row(of: child).map { $0 == selected }
  }

  package func selectAccessible(_ child: any AccessibleElement, _ isOn: Bool) -> Bool {
    guard isOn, let row = row(of: child) else { return false }
    step(row - selected)
    return selected == row
  }
}

/// With one wheel the picker stands for it.
extension UIPickerView: AccessibleSelectionSource {
  package final var accessibleSelectionKind: AccessibleSelectionKind {
    wheels.count == 1 ? wheels[0].accessibleSelectionKind : .none
  }

  package final func isAccessibleSelected(_ child: any AccessibleElement) -> Bool? {
    wheels.count == 1 ? wheels[0].isAccessibleSelected(child) : nil
  }

  package final func selectAccessible(_ child: any AccessibleElement, _ isOn: Bool) -> Bool {
    wheels.count == 1 && wheels[0].selectAccessible(child, isOn)
  }
}
