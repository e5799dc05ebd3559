/// What a row shows beside its contents, and that this changes.
extension UITableViewCell {
  /// What a row shows beside its contents.
  public struct StateMask: OptionSet, Hashable, Sendable {
    /// One bit for each.
    public let rawValue: UInt
    /// A mask of such bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// What it has for editing.
    public static let showingEditControl = StateMask(rawValue: 1)
    /// The buttons beside a row that was swiped aside.
    public static let showingDeleteConfirmation = StateMask(rawValue: 2)
  }

  /// Notifies the row of a change of what it shows, before its parts come or go.
  ///
  /// - Parameter isAnimated: whether `endTransition` follows; otherwise the row is notified of the end at once.
  final func changeState(isOn: Bool? = nil, isAside: Bool? = nil, isAnimated: Bool = false) {
    let parts = editing ?? RowEditing()
    editing = parts
    let old = parts.state
    if let isOn { parts.isOn = isOn }
    if let isAside { parts.isAside = isAside }
    guard parts.state != old else { return }
    parts.openState = parts.state
    parts.change += 1
    willTransition(to: parts.state)
    if !isAnimated, !parts.isInAnimation { endTransition() }
  }

  /// Delivers the pending `didTransition`.
  final func endTransition() {
    guard let state = editing?.openState.take() else { return }
    didTransition(to: state)
  }

  /// Delivers the `didTransition` that is pending now, unless another state is announced before.
  final func endOfTransition() -> () -> Void {
    let change = editing?.change
    return { [weak self] in if let self, editing?.change == change { endTransition() } }
  }

  /// Makes changes in an animation, at the end of which the row is notified.
  final func announcing(_ changes: () -> Void) {
    let parts = editing ?? RowEditing()
    editing = parts
    parts.isInAnimation = true
    changes()
    parts.isInAnimation = false
  }
}
