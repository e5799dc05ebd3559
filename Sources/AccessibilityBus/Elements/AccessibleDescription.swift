/// What an element says of itself.
package struct AccessibleDescription: Hashable, Sendable {
  package var role: AccessibleRole
  package var states: AccessibleStates
  package var name: String
  /// More than the name: a value without an interface of its own, a hint.
  package var text: String
  package var identifier: String

  package init(
    _ role: AccessibleRole, _ states: AccessibleStates, name: String = "", text: String = "",
    identifier: String = ""
  ) {
    (self.role, self.states, self.name) = (role, states, name)
    (self.text, self.identifier) = (text, identifier)
  }
}
