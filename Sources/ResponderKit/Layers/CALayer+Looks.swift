/// How the box looks.
extension CALayer {
  /// What the bounds are filled with; nil: nothing.
  public final var backgroundColor: CGColor? {
    get { owner.map { $0.shownBackground } ?? state.look.background }
    set {
      if let owner {
        owner.backgroundColor = newValue.map(UIColor.init)
      } else {
        change(.backgroundColor) { state.look.background = newValue }
      }
    }
  }
  /// How far its corners are rounded. Cuts what is in it only if that is masked to the bounds.
  public final var cornerRadius: Double {
    get { state.look.cornerRadius }
    set { change(.cornerRadius, newValue != cornerRadius) { state.look.cornerRadius = newValue } }
  }
  /// Which corners `cornerRadius` rounds: all by default. A shadow that is blurred has all four round.
  public final var maskedCorners: CACornerMask {
    get { state.look.corners }
    set { change(nil, newValue != maskedCorners) { state.look.corners = newValue } }
  }
  /// A line inside of the edges, over what the layer draws and holds.
  public final var borderWidth: Double {
    get { state.look.borderWidth }
    set { change(.borderWidth, newValue != borderWidth) { state.look.borderWidth = newValue } }
  }
  /// Black by default, and for nil.
  public final var borderColor: CGColor? {
    get { state.look.borderColor }
    set { change(.borderColor, newValue != borderColor) { state.look.borderColor = newValue ?? .black } }
  }
  /// Colors over the background, within the corners; nil for none. ``CAGradientLayer`` has them one by one.
  public final var gradient: Gradient? {
    get { state.look.gradient }
    set { change(.colors, newValue != gradient) { state.look.gradient = newValue } }
  }
  /// Black by default, and for nil.
  public final var shadowColor: CGColor? {
    get { state.look.shadowColor }
    set { change(.shadowColor, newValue != shadowColor) { state.look.shadowColor = newValue ?? .black } }
  }
  /// How much of a shadow there is: 0 for none.
  public final var shadowOpacity: Double {
    get { state.look.shadowOpacity }
    set { change(.shadowOpacity, newValue != shadowOpacity) { state.look.shadowOpacity = newValue } }
  }
  /// How far it is blurred: the standard deviation of a Gaussian, up to 100 points. It spreads three times as far.
  public final var shadowRadius: Double {
    get { state.look.shadowRadius }
    set { change(.shadowRadius, newValue != shadowRadius) { state.look.shadowRadius = newValue } }
  }
  /// To the right and downwards, in points.
  public final var shadowOffset: Size {
    get { state.look.shadowOffset }
    set { change(.shadowOffset, newValue != shadowOffset) { state.look.shadowOffset = newValue } }
  }
}

extension CALayer {
  /// Changes a value: inside of `animate` the change of a view's layer is animated; that of another layer by the transaction.
  final func change(_ key: LayerKey?, _ isChanged: Bool = true, _ body: () -> Void) {
    guard isChanged else { return }
    if let owner {
      owner.animatingChange(body)
      return owner.looksChanged()
    }
    // Brings the presentation up to now: the last beat's value is stale, and changes made in every frame would all start from it.
    if key != nil, isCommitted, !running.isEmpty { presented = animated }
    let (before, old) = (presented ?? state, state)
    body()
    if let key, isCommitted, state != old { clock?.valueChanged(self, key, before) }
    if running.isEmpty { presented = nil } else { refresh() }
    looksChanged()
  }

  final func looksChanged() { viewAround?.looksChanged() }
}
