/// Something that is added to a view and reacts to its user, as a menu that a long press shows.
public protocol UIInteraction: AnyObject {
  /// The view that it was added to.
  var view: UIView? { get }
  /// Called before it is added to a view, or taken from it: then with nil.
  func willMove(to view: UIView?)
  /// Called after it was added to a view, or taken from it: then with nil.
  func didMove(to view: UIView?)
}

extension UIView {
  /// The interactions that were added, in their order.
  public final var interactions: [any UIInteraction] { interactionsStorage }

  /// Adds an interaction, which is taken from another view first.
  public final func addInteraction(_ interaction: any UIInteraction) {
    guard interaction.view !== self else { return }
    interaction.view?.removeInteraction(interaction)
    interaction.willMove(to: self)
    interactionsStorage.append(interaction)
    interaction.didMove(to: self)
  }

  /// Takes an interaction away; one of another view stays there.
  public final func removeInteraction(_ interaction: any UIInteraction) {
    guard let index = interactionsStorage.firstIndex(where: { $0 === interaction }) else { return }
    interaction.willMove(to: nil)
    interactionsStorage.remove(at: index)
    interaction.didMove(to: nil)
  }
}
