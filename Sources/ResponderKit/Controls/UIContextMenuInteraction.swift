/// Decides what a context menu shows. Only the first method has to be written.
public protocol UIContextMenuInteractionDelegate: AnyObject {
  /// The menu for a place of the view; nil: none, and the touch is the view's.
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: Point
  ) -> UIContextMenuConfiguration?

  /// Called before the menu is shown.
  /// - Parameter animator: always nil: menus are not animated.
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willDisplayMenuFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?)

  /// Called when the menu goes, before its action is called.
  /// - Parameter animator: always nil: menus are not animated.
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?)

  /// Never called: there are no previews that could be touched.
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
    animator: any UIContextMenuInteractionCommitAnimating)
}

/// What becomes of a preview that is touched.
public enum UIContextMenuInteractionCommitStyle: Hashable, Sendable {
  /// The preview is dismissed with the menu.
  case dismiss
  /// It expands into its view controller.
  case pop
}

/// As ``UIContextMenuInteractionAnimating``, for a preview that is touched: there are none here.
public protocol UIContextMenuInteractionCommitAnimating: UIContextMenuInteractionAnimating {
  /// What becomes of the preview.
  var preferredCommitStyle: UIContextMenuInteractionCommitStyle { get set }
  /// The controller of the preview.
  var previewViewController: UIViewController? { get }
}

/// Runs something along with a menu's appearance or dismissal. Menus are not animated: delegates of text views get one that runs all at once, others nil.
public protocol UIContextMenuInteractionAnimating: AnyObject {
  /// Changes that are animated together with the menu.
  func addAnimations(_ animations: @escaping () -> Void)
  /// Called when the menu was shown or dismissed.
  func addCompletion(_ completion: @escaping () -> Void)
}

extension UIContextMenuInteractionDelegate {
  public func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willDisplayMenuFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {}

  public func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {}

  public func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
    animator: any UIContextMenuInteractionCommitAnimating
  ) {}
}

/// Shows a menu when a view is pressed for a while, or with a pointer's second button.
open class UIContextMenuInteraction: NSObject, UIInteraction {
  /// Decides what is shown.
  public final private(set) weak var delegate: (any UIContextMenuInteractionDelegate)?
  /// The view that it was added to.
  public final private(set) weak var view: UIView?
  private var presses: [MenuPress] = []
  private var place = Point.zero
  private var next: UIContextMenuConfiguration?
  private weak var panel: MenuPanel?

  /// An interaction for `addInteraction`. The delegate is not kept alive.
  public init(delegate: any UIContextMenuInteractionDelegate) {
    self.delegate = delegate
    super.init()
  }

  open func willMove(to view: UIView?) {
    dismissMenu()
    for press in presses { self.view?.removeGestureRecognizer(press) }
    presses = []
  }

  open func didMove(to view: UIView?) {
    self.view = view
    guard let view else { return }
    for buttons in [UIEvent.ButtonMask.primary, .secondary] {
      let press = MenuPress(
        buttons, canShow: { [weak self] press in self?.configure(press) ?? false },
        show: { [weak self] press in self?.show(press) })
      view.addGestureRecognizer(press)
      presses.append(press)
    }
  }

  /// Where the last menu was asked for.
  open func location(in view: UIView?) -> Point {
    self.view?.convert(place, to: view) ?? place
  }

  /// Closes the menu without choosing.
  open func dismissMenu() { panel?.close() }

  /// Replaces the menu that is shown by the closure's; without one it is not called.
  open func updateVisibleMenu(_ block: (UIMenu) -> UIMenu) {
    guard let panel else { return }
    panel.replace(with: block(panel.menu))
  }

  private func configure(_ press: MenuPress) -> Bool {
    guard let view else { return false }
    place = press.location(in: view)
    next = delegate?.contextMenuInteraction(self, configurationForMenuAtLocation: place)
    return next?.actionProvider != nil
  }

  private func show(_ press: MenuPress) -> MenuPanel? {
    guard let view, let configuration = next else { return nil }
    next = nil
    guard let menu = configuration.actionProvider?([]) else { return nil }
    let commands = menu.findTakers(from: view)
    guard !menu.lines.isEmpty else { return nil }
    delegate?.contextMenuInteraction(self, willDisplayMenuFor: configuration, animator: nil)
    let panel = MenuPanel.show(
      menu, from: view, Rect(origin: place, size: .zero), start: press.location(in: nil), known: commands
    ) { [weak self] in self }
    panel?.onClose = { [weak self] in
      guard let self else { return }
      delegate?.contextMenuInteraction(self, willEndFor: configuration, animator: nil)
    }
    self.panel = panel
    return panel
  }
}
