// Values by their key paths, as programs with key-value coding write them.

extension CALayer {
  /// Sets the value with a key path, such as `transform.rotation`. One that no layer has is kept for `value(forKeyPath:)`.
  public final func setValue(_ value: Any?, forKeyPath path: String) {
    if takesValue(value, forKeyPath: path) { return }
    guard let key = LayerKey(rawValue: path), let new = LayerValue(value) ?? key.nothing else {
      keptValues = keptValues ?? [:]
      keptValues?[path] = value
      return
    }
    var state = currentState
    key.set(new, in: &state)
    guard let owner else { return change(key) { self.state = state } }
    owner.animatingChange {
      if state.bounds != owner.bounds { owner.bounds = state.bounds }
      if state.position != owner.center { owner.center = state.position }
      if state.anchor != owner.anchorPoint { owner.anchorPoint = state.anchor }
      if state.spatial != owner.transform3D { owner.transform3D = state.spatial }
      if state.depth != zPosition { zPosition = state.depth }
      if state.sublayers != sublayerTransform { sublayerTransform = state.sublayers }
      if state.opacity != owner.alpha { owner.alpha = state.opacity }
      if key == .backgroundColor { owner.backgroundColor = state.look.background.map(UIColor.init) }
      (self.state.look, self.state.shape) = (state.look, state.shape)
    }
    owner.looksChanged()
  }

  /// The value with a key path: the layer's own, or one that was set by `setValue`.
  public final func value(forKeyPath path: String) -> Any? {
    keptValues?[path] ?? LayerKey(rawValue: path)?.value(in: currentState).plain
  }

  /// As `setValue(_:forKeyPath:)`.
  public final func setValue(_ value: Any?, forKey key: String) { setValue(value, forKeyPath: key) }
  /// As `value(forKeyPath:)`.
  public final func value(forKey key: String) -> Any? { value(forKeyPath: key) }
}

extension CAAnimation {
  /// Keeps a value of the program's for `value(forKey:)`: an animation does not use it.
  public final func setValue(_ value: Any?, forKey key: String) {
    keptValues = keptValues ?? [:]
    keptValues?[key] = value
  }
  /// What was set by `setValue(_:forKey:)`.
  public final func value(forKey key: String) -> Any? { keptValues?[key] }
}

extension LayerKey {
  /// What nil means for it; nil where it means nothing.
  fileprivate var nothing: LayerValue? {
    switch self {
    case .backgroundColor, .fillColor, .strokeColor, .foregroundColor, .borderColor, .shadowColor: .color(nil)
    case .contents: .picture(nil)
    case .path: .path(nil)
    default: nil
    }
  }
}

extension LayerValue {
  /// As programs have it.
  fileprivate var plain: Any? {
    switch self {
    case .number(let number): number
    case .point(let point): point
    case .size(let size): size
    case .rect(let rect): rect
    case .color(let color): color
    case .transform(let transform): transform
    case .colors(let colors): colors
    case .numbers(let numbers): numbers
    case .picture(let picture): picture?.contents
    case .path: nil
    }
  }
}
