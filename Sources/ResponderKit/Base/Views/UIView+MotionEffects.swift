extension UIView {
  /// The effects that were added. None has an effect.
  public final var motionEffects: [UIMotionEffect] {
    get { rareStorage?.motionEffects ?? [] }
    set { if !newValue.isEmpty || rareStorage != nil { change { $0.motionEffects = newValue } } }
  }
  /// Keeps an effect, without effect.
  public final func addMotionEffect(_ effect: UIMotionEffect) {
    if !motionEffects.contains(where: { $0 === effect }) { motionEffects.append(effect) }
  }
  /// Removes an effect.
  public final func removeMotionEffect(_ effect: UIMotionEffect) {
    motionEffects.removeAll { $0 === effect }
  }
}
