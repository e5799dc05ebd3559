import ResponderKit

extension Stage {
  /// Shows a card that has an edit menu with this delegate, alone in the window.
  func showCard(_ card: UIView, withMenuOf delegate: any UIEditMenuInteractionDelegate)
    -> UIEditMenuInteraction
  {
    card.frame = Rect(100, 300, 100, 100)
    show(UIView(frame: window.bounds)).addSubview(card)
    let interaction = UIEditMenuInteraction(delegate: delegate)
    card.addInteraction(interaction)
    wait(20)
    return interaction
  }
}
