/// An action of an element besides being tapped, which readers offer by its name.
open class UIAccessibilityCustomAction: NSObject {
  /// Called to do it; returns whether it was done.
  public typealias Handler = (UIAccessibilityCustomAction) -> Bool

  /// The name that readers offer.
  open var name: String
  /// Readers of the desktop show no pictures.
  open var image: UIImage?
  /// Does it; nil: nothing is done.
  open var actionHandler: Handler?

  /// An action that calls a closure.
  public init(name: String, image: UIImage? = nil, actionHandler: Handler?) {
    (self.name, self.image, self.actionHandler) = (name, image, actionHandler)
  }
}
