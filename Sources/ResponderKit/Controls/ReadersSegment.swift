import AccessibilityBus

/// A segment of a control, which has no view, as an element for readers.
final class ReadersSegment: AccessibleElement {
  private weak var control: UISegmentedControl?
  fileprivate let index: Int

  init(_ control: UISegmentedControl, _ index: Int) {
    self.control = control
    self.index = index
  }

  private var isThere: Bool { index < control?.numberOfSegments ?? 0 }
  private var isEnabled: Bool {
    control?.isEnabled == true && control?.isEnabledForSegment(at: index) == true
  }

  var accessibleParent: (any AccessibleElement)? { isThere ? control : nil }
  var accessibleChildren: [any AccessibleElement] { [] }

  var accessibleDescription: AccessibleDescription {
    var states: AccessibleStates = [.selectable, .checkable]
    guard let control, isThere else { return AccessibleDescription(.radioButton, states) }
    states.formUnion(control.accessibleDescription.states.intersection([.visible, .showing]))
    if isEnabled { states.formUnion([.enabled, .sensitive]) }
    if index == control.selectedSegmentIndex { states.formUnion([.selected, .checked]) }
    return AccessibleDescription(.radioButton, states, name: control.spokenTitle(at: index) ?? "")
  }

  /// Its part of the control's width.
  var accessibleBox: AccessibleBox {
    guard let control, isThere else { return AccessibleBox(.zero) }
    let (frame, part) = (control.accessibilityFrame, control.segmentFrames[index])
    let stretch = control.bounds.width > 0 ? frame.width / control.bounds.width : 1
    let x = frame.minX + (part.minX - control.bounds.minX) * stretch
    return AccessibleBox(Rect(x, frame.minY, part.width * stretch, frame.height))
  }

  var accessibleActions: [String] { isThere && isEnabled ? ["click"] : [] }

  func performAccessible(_ action: String) -> Bool {
    action == "click" && control?.selectAccessible(self, true) == true
  }

  func takeAccessibleFocus() -> Bool { false }
}

extension UISegmentedControl: ReadersList {
  final var readersRole: AccessibleRole? { .grouping }
  final var isSortedForReaders: Bool { false }

  /// Kept, so that each has its number for readers.
  final var readersParts: [any AccessibleElement]? {
    var words = accessibilityWords ?? AccessibilityWords()
    if words.parts.count != numberOfSegments {
      words.parts = (0..<numberOfSegments).map { index in
        words.parts.indices.contains(index) ? words.parts[index] : ReadersSegment(self, index)
      }
      accessibilityWords = words
    }
    return words.parts
  }
}

extension UISegmentedControl: AccessibleSelectionSource {
  package final var accessibleSelectionKind: AccessibleSelectionKind { numberOfSegments > 0 ? .one : .none }

  package final func isAccessibleSelected(_ child: any AccessibleElement) -> Bool? {
    (child as? ReadersSegment).map { $0.index == selectedSegmentIndex }
  }

  /// With the events of a touch.
  package final func selectAccessible(_ child: any AccessibleElement, _ isOn: Bool) -> Bool {
    guard isOn, isEnabled, let index = (child as? ReadersSegment)?.index, isEnabledForSegment(at: index),
      index != selectedSegmentIndex
    else { return false }
    choose(index)
    return true
  }
}
