/// What a layer does when one of its values has changed: an animation, or nothing.
public protocol CAAction {
  /// Called after the change.
  ///
  /// - Parameters:
  ///   - event: the value's key path.
  ///   - anObject: the layer.
  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?)
}

extension CAAnimation: CAAction {
  /// Adds the animation to the layer.
  public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    (anObject as? CALayer)?.add(self, forKey: event)
  }
}

/// No value, where nil means something else: no animation in a layer's `actions`.
public final class NSNull: NSObject, CAAction {
  /// No value.
  public override init() { super.init() }

  /// Does nothing.
  public func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {}
  /// All are equal.
  public override func isEqual(_ object: Any?) -> Bool { object is NSNull }
  /// The same for all.
  public override var hash: Int { 0 }
}

/// The animation of a change that the program says nothing about.
final class ImplicitAnimation: CABasicAnimation {}

extension CALayer {
  /// The delegate's action, that of `actions`, the class's, or the standard one: the first that exists. ``NSNull`` ends the search with none.
  final func foundAction(_ event: String) -> (any CAAction)? {
    if let found = delegate?.action(for: self, forKey: event) { return found }
    if let found = actions?[event] { return found }
    if let found = Self.defaultAction(forKey: event) { return found }
    // Paths are animated by the program only.
    guard owner == nil, let key = LayerKey(rawValue: event), key != .path else { return nil }
    return ImplicitAnimation(keyPath: event)
  }

  /// Animates a change, as the action for it says.
  final func animateChange(_ key: LayerKey, _ before: LayerState, _ transaction: LayerTransaction) {
    guard let action = action(forKey: key.rawValue), !(action is NSNull) else { return }
    guard let animation = action as? CAPropertyAnimation else {
      return action.run(forKey: key.rawValue, object: self, arguments: nil)
    }
    let isImplicit = animation is ImplicitAnimation
    if isImplicit, animation.duration == 0, transaction.duration <= 0 { return }
    var motion = animation.motion(transaction.duration)
    // From what was seen before, unless the animation has its own values.
    if case .way(let own, var way, let isAdditive) = motion.kind {
      if way.from == nil, way.to == nil || way.by == nil, !isAdditive { way.from = own.value(in: before) }
      motion.kind = .way(own, way, isAdditive: isAdditive)
    }
    if animation.timingFunction == nil, animation.spring == nil {
      let standard = isImplicit ? CAMediaTimingFunction(name: .default).curve : .linear
      motion.timing.curve = transaction.curve ?? standard
    }
    add(RunningLayerAnimation(key.rawValue, motion, isImplicit ? nil : animation))
  }
}
