extension UIButton {
  /// Chooses what a pointer does to a button, from what is proposed; nil: nothing.
  public typealias PointerStyleProvider = (
    _ button: UIButton, _ proposedEffect: UIPointerEffect, _ proposedShape: UIPointerShape
  ) -> UIPointerStyle?

  /// Whether a pointer over the button has an effect; false unless it is set.
  public final var isPointerInteractionEnabled: Bool {
    get { pointer.map { $0.interaction.isEnabled } ?? false }
    set {
      if let pointer { return pointer.interaction.isEnabled = newValue }
      guard newValue else { return }
      let pointer = ButtonPointer(self)
      self.pointer = pointer
      addInteraction(pointer.interaction)
    }
  }

  /// Chooses what a pointer does to the button: a highlight without it. Setting it enables that.
  public final var pointerStyleProvider: PointerStyleProvider? {
    get { pointer?.provider }
    set {
      if newValue != nil { isPointerInteractionEnabled = true }
      pointer?.provider = newValue
    }
  }
}

/// The pointer over a button.
final class ButtonPointer: UIPointerInteractionDelegate {
  private weak var button: UIButton?
  private(set) lazy var interaction = UIPointerInteraction(delegate: self)
  var provider: UIButton.PointerStyleProvider?

  init(_ button: UIButton) { self.button = button }

  func pointerInteraction(
    _ interaction: UIPointerInteraction, regionFor request: UIPointerRegionRequest,
    defaultRegion: UIPointerRegion
  ) -> UIPointerRegion? { button?.isEnabled == true ? defaultRegion : nil }

  func pointerInteraction(_ interaction: UIPointerInteraction, styleFor region: UIPointerRegion)
    -> UIPointerStyle?
  {
    guard let button else { return nil }
    let effect = UIPointerEffect.automatic(UITargetedPreview(view: button))
    guard let provider else { return UIPointerStyle(effect: effect) }
    return provider(button, effect, .roundedRect(button.bounds))
  }
}
