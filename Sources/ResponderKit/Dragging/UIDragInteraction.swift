/// Lets a view be dragged: by a finger that stays on it for a while and then moves, or by a mouse that moves with its button down.
open class UIDragInteraction: NSObject, UIInteraction {
  /// Decides what is dragged.
  public final private(set) weak var delegate: (any UIDragInteractionDelegate)?
  /// The view that it was added to.
  public final private(set) weak var view: UIView?
  /// Whether touches begin drags; true, where UIKit's is false on phones.
  open var isEnabled = UIDragInteraction.isEnabledByDefault { didSet { press.isEnabled = isEnabled } }
  /// Whether other recognizers go on while the finger lifts the view.
  open var allowsSimultaneousRecognitionDuringLift = false
  /// Whether a new interaction is enabled.
  public static var isEnabledByDefault: Bool { true }

  private lazy var press = DragPress { [weak self] in self?.prepare($0) ?? false }

  /// An interaction for `addInteraction`. The delegate is not kept alive.
  public init(delegate: any UIDragInteractionDelegate) {
    self.delegate = delegate
    super.init()
  }

  open func willMove(to view: UIView?) { self.view?.removeGestureRecognizer(press) }

  open func didMove(to view: UIView?) {
    self.view = view
    view?.addGestureRecognizer(press)
  }

  /// Whether there is something to drag: the press has the drag then.
  private func prepare(_ press: DragPress) -> Bool {
    guard let delegate, let window = view?.window, !DragFlight.isUnderWay(in: window) else { return false }
    press.letsOthersGoOn = allowsSimultaneousRecognitionDuringLift
    let session = DragSession(in: window, at: press.start)
    session.items = delegate.dragInteraction(self, itemsForBeginning: session)
    guard !session.items.isEmpty, self.view?.window === window else { return false }
    session.allowsMoveOperation = delegate.dragInteraction(self, sessionAllowsMoveOperation: session)
    session.isRestrictedToDraggingApplication = delegate.dragInteraction(
      self, sessionIsRestrictedToDraggingApplication: session)
    press.course = DragCourse(session, of: self, hostNumber: press.hostNumber)
    return true
  }
}
