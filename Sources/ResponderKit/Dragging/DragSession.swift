/// What is dragged, and where the finger is.
final class DragSession: UIDragSession {
  var items: [UIDragItem] = []
  var localContext: Any?
  var allowsMoveOperation = true
  var isRestrictedToDraggingApplication = false
  /// The window that the drag began in, and the finger's place in it.
  private(set) weak var window: UIWindow?
  var place: Point
  /// The target has not taken the items after all: the drag ends as a cancelled one does.
  var isRefused = false

  init(in window: UIWindow, at place: Point) { (self.window, self.place) = (window, place) }

  func location(in view: UIView) -> Point { window?.convert(place, to: view) ?? place }
}

/// The same session, for drop targets.
final class DropSession: UIDropSession {
  private let drag: DragSession
  var progressIndicatorStyle = UIDropSessionProgressIndicatorStyle.default

  init(_ drag: DragSession) { self.drag = drag }

  var items: [UIDragItem] { drag.items }
  var localDragSession: (any UIDragSession)? { drag }
  var allowsMoveOperation: Bool { drag.allowsMoveOperation }
  var isRestrictedToDraggingApplication: Bool { drag.isRestrictedToDraggingApplication }
  func location(in view: UIView) -> Point { drag.location(in: view) }
}
