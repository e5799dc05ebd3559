import AccessibilityBus

extension UISlider: AccessibleRangeSource {
  package final var accessibleRange: AccessibleRange {
    AccessibleRange(.slider, value, (minimumValue, maximumValue), step: (maximumValue - minimumValue) / 10)
  }

  package final func takeAccessibleValue(_ value: Double) -> Bool {
    guard isEnabled else { return false }
    let before = self.value
    self.value = value
    if self.value != before { sendActions(for: .valueChanged) }
    return true
  }
}

extension UIStepper: AccessibleRangeSource {
  package final var accessibleRange: AccessibleRange {
    AccessibleRange(.steps, value, (minimumValue, maximumValue), step: stepValue)
  }

  package final func takeAccessibleValue(_ value: Double) -> Bool {
    guard isEnabled else { return false }
    let before = self.value
    self.value = value
    if self.value != before { sendActions(for: [.valueChanged, .primaryActionTriggered]) }
    return true
  }
}

extension UIProgressView: AccessibleRangeSource {
  package final var accessibleRange: AccessibleRange { AccessibleRange(.progress, Double(progress), (0, 1)) }

  /// Only the program sets it.
  package final func takeAccessibleValue(_ value: Double) -> Bool { false }
}
