import TestSupport

@testable import ResponderKit

/// A view that can be dragged, a drop target, and a log of the calls to both.
final class DragPlace: UIDragInteractionDelegate, UIDropInteractionDelegate {
  let log: Log
  let source = UIView(frame: Rect(20, 20, 60, 40))
  let taker = UIView(frame: Rect(200, 200, 100, 100))
  private(set) lazy var drag = UIDragInteraction(delegate: self)
  private(set) lazy var drop = UIDropInteraction(delegate: self)
  var items: [UIDragItem] = [UIDragItem(itemProvider: NSItemProvider(object: "text"))]
  var proposal = UIDropOperation.copy
  var takes = true
  var canMove = true
  /// Where in the target the dropped item goes.
  var landing: Point?
  var texts: [String] = []
  /// Called when a drag begins.
  var begins: () -> Void = {}

  init(_ stage: Stage) {
    log = stage.log
    source.backgroundColor = .red
    source.addInteraction(drag)
    taker.addInteraction(drop)
    let root = stage.show(UIView(frame: stage.window.bounds))
    root.addSubview(source)
    root.addSubview(taker)
    stage.wait(20)
  }

  func dragInteraction(_ interaction: UIDragInteraction, itemsForBeginning session: any UIDragSession)
    -> [UIDragItem]
  {
    log("items \(session.location(in: source))")
    session.localContext = "context"
    return items
  }
  func dragInteraction(
    _ interaction: UIDragInteraction, willAnimateLiftWith animator: any UIDragAnimating,
    session: any UIDragSession
  ) {
    log("lift")
    animator.addCompletion { [log] in log("lifted \($0)") }
  }
  func dragInteraction(
    _ interaction: UIDragInteraction, item: UIDragItem, willAnimateCancelWith animator: any UIDragAnimating
  ) { log("back") }
  func dragInteraction(_ interaction: UIDragInteraction, sessionWillBegin session: any UIDragSession) {
    log("begin")
    begins()
  }
  func dragInteraction(
    _ interaction: UIDragInteraction, sessionAllowsMoveOperation session: any UIDragSession
  ) -> Bool { canMove }
  func dragInteraction(
    _ interaction: UIDragInteraction, session: any UIDragSession, willEndWith operation: UIDropOperation
  ) { log("will end \(operation)") }
  func dragInteraction(
    _ interaction: UIDragInteraction, session: any UIDragSession, didEndWith operation: UIDropOperation
  ) { log("did end \(operation)") }
  func dragInteraction(
    _ interaction: UIDragInteraction, sessionDidTransferItems session: any UIDragSession
  ) { log("transferred") }

  func dropInteraction(_ interaction: UIDropInteraction, canHandle session: any UIDropSession) -> Bool {
    log("can handle \(session.localDragSession?.localContext ?? "-")")
    return takes
  }
  func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnter session: any UIDropSession) {
    log("enter")
  }
  func dropInteraction(_ interaction: UIDropInteraction, sessionDidUpdate session: any UIDropSession)
    -> UIDropProposal
  {
    log("update \(session.location(in: taker))")
    return UIDropProposal(operation: proposal)
  }
  func dropInteraction(_ interaction: UIDropInteraction, sessionDidExit session: any UIDropSession) {
    log("exit")
  }
  func dropInteraction(_ interaction: UIDropInteraction, performDrop session: any UIDropSession) {
    log("perform")
    session.loadObjects(ofClass: String.self) { [self] in
      log("loaded")
      texts += $0
    }
  }
  func dropInteraction(_ interaction: UIDropInteraction, concludeDrop session: any UIDropSession) {
    log("conclude")
  }
  func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnd session: any UIDropSession) {
    log("end")
  }
  func dropInteraction(
    _ interaction: UIDropInteraction, previewForDropping item: UIDragItem,
    withDefault defaultPreview: UITargetedDragPreview
  ) -> UITargetedDragPreview? {
    landing.map { defaultPreview.retargetedPreview(with: UIDragPreviewTarget(container: taker, center: $0)) }
  }
}

extension Stage {
  /// What is seen of a drag, in a window.
  func flight(in other: UIWindow? = nil) -> DragFlight? {
    (other ?? window).subviews.lazy.compactMap { $0 as? DragFlight }.first
  }

  /// The place of the picture of the first dragged item, as it is shown.
  var flightPlace: Point? { flight()?.subviews.last?.center }

  /// Lets a finger lift what is at a place, and move a little.
  func lift(_ x: Double, _ y: Double) {
    down(x, y)
    wait(1_000)
    move(x + 6, y)
    move(x + 12, y)
  }
}

extension DragPlace {
  /// A target in the other one.
  final class Inner: UIDropInteractionDelegate {
    let view = UIView()
    let log: Log
    var takes = false

    init(_ log: Log) {
      self.log = log
      view.addInteraction(UIDropInteraction(delegate: self))
    }

    func dropInteraction(_ interaction: UIDropInteraction, canHandle session: any UIDropSession) -> Bool {
      log("inner can handle")
      return takes
    }
  }
}
