/// What is shown in each state of a control or an item.
struct ByState<Value> {
  private var values: [UIControl.State: Value] = [:]

  /// The value that was set for this very state.
  subscript(state: UIControl.State) -> Value? {
    get { values[state] }
    set { values[state] = newValue }
  }

  var isEmpty: Bool { values.isEmpty }

  /// The state's value, or else that of the normal state.
  func shown(in state: UIControl.State) -> Value? { values[state] ?? values[.normal] }
}
