/// In which state an element is, by AT-SPI's numbers.
package struct AccessibleStates: OptionSet, Hashable, Sendable {
  package let rawValue: UInt64
  package init(rawValue: UInt64) { self.rawValue = rawValue }
  private init(bit: UInt64) { rawValue = 1 << bit }

  package static let active = AccessibleStates(bit: 1)
  package static let checked = AccessibleStates(bit: 4)
  package static let editable = AccessibleStates(bit: 7)
  package static let enabled = AccessibleStates(bit: 8)
  package static let focusable = AccessibleStates(bit: 11)
  package static let focused = AccessibleStates(bit: 12)
  package static let horizontal = AccessibleStates(bit: 14)
  package static let multiLine = AccessibleStates(bit: 17)
  package static let multiSelectable = AccessibleStates(bit: 18)
  package static let selectable = AccessibleStates(bit: 22)
  package static let selected = AccessibleStates(bit: 23)
  package static let sensitive = AccessibleStates(bit: 24)
  package static let showing = AccessibleStates(bit: 25)
  package static let singleLine = AccessibleStates(bit: 26)
  package static let visible = AccessibleStates(bit: 30)
  package static let selectableText = AccessibleStates(bit: 38)
  package static let checkable = AccessibleStates(bit: 41)

  /// The states whose changes are reported, with their names in events.
  static let told: [(AccessibleStates, String)] = [
    (.active, "active"), (.checked, "checked"), (.enabled, "enabled"), (.focused, "focused"),
    (.selected, "selected"), (.sensitive, "sensitive"), (.showing, "showing"), (.editable, "editable"),
  ]

  /// The lower and the upper half.
  var words: [UInt32] { [UInt32(truncatingIfNeeded: rawValue), UInt32(truncatingIfNeeded: rawValue >> 32)] }
}
