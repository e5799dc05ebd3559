/// Shows what lies behind it blurred, or what is in it in a vibrant color. Subviews belong into `contentView`.
open class UIVisualEffectView: UIView {
  override class var standardHitTestClass: UIView.Type { UIVisualEffectView.self }

  /// What is seen in front of the effect.
  public final let contentView = UIView()

  /// The effect; nil for none. A blur can be animated.
  open var effect: UIVisualEffect? {
    didSet {
      guard effect !== oldValue else { return }
      var look = layer.state.look
      (look.backdrop, look.vibrancy) = (nil, nil)
      effect?.apply(to: &look)
      layer.change(nil) { layer.state.look = look }
    }
  }

  /// A view of no size.
  public init(effect: UIVisualEffect?) {
    super.init(frame: .zero)
    show(effect)
  }

  /// A view without an effect.
  public override init(frame: Rect) { super.init(frame: frame) }
  /// As `init(frame:)` with no size, for `super.init(coder: coder)`.
  public override init?(coder: NSCoder, archive: Void = ()) { super.init(coder: coder, archive: archive) }

  private func show(_ effect: UIVisualEffect?) { self.effect = effect }

  override func setUpParts() {
    super.setUpParts()
    contentView.frame = bounds
    contentView.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(contentView)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    if contentView.translatesAutoresizingMaskIntoConstraints, contentView.frame != bounds {
      contentView.frame = bounds
    }
  }
}
