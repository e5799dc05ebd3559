/// Shows the pictures of the dragged items, in front of all other views of the window under the finger.
final class DragFlight: UIView {
  override class var standardHitTestClass: UIView.Type { DragFlight.self }

  private var items: [UIDragItem] = []
  /// Pictures of the items with a preview, the frontmost last.
  private var pictures: [DragPicture] = []
  /// Whether the pictures move to their landings; the finger no longer moves them.
  var isLanding = false
  private let mark = DropMark(frame: Rect(0, 0, 22, 22))

  /// What the drop would do, which a sign shows.
  var sign: UIDropOperation {
    get { mark.operation }
    set { mark.operation = newValue }
  }

  /// Whether something is dragged in the application of a window: one drag at a time.
  static func isUnderWay(in window: UIWindow) -> Bool {
    (window.application?.windows ?? []).contains {
      $0.subviews.contains { ($0 as? DragFlight)?.isLanding == false }
    }
  }

  /// Puts the pictures where the views are.
  func show(
    _ previews: [(item: UIDragItem, preview: UITargetedDragPreview?)], in window: UIWindow, finger: Point
  ) {
    items = previews.map(\.item)
    pictures = previews.reversed().compactMap { item, preview in
      item.previewSize = preview?.size ?? .zero
      return preview.map { DragPicture(of: item, $0, in: window, finger: finger) }
    }
    label = "drag"
    isUserInteractionEnabled = false
    frame = window.bounds
    autoresizingMask = [.flexibleWidth, .flexibleHeight]
    for picture in pictures { addSubview(picture) }
    window.addSubview(self)
  }

  func lift() {
    for picture in pictures {
      picture.looksLifted = true
      picture.transform = picture.transform.scaledBy(x: 1.05, y: 1.05)
    }
  }

  /// The drag begins: shows the previews of the items, one over the other.
  func exchangePreviews() {
    guard let first = pictures.last else { return }
    for picture in pictures {
      if let preview = picture.item.previewProvider?() { picture.show(preview.view, preview.parameters) }
    }
    for (index, picture) in pictures.dropLast().reversed().enumerated() {
      let step = Double(min(index + 1, 3)) * 6
      picture.grip = first.grip + Point(step, step)
    }
    first.addSubview(mark)
    if items.count > 1 { first.addSubview(count) }
    first.corner = mark
  }

  private var count: UILabel {
    let label = UILabel(frame: Rect(-11, -11, 22, 22))
    (label.text, label.textAlignment, label.textColor) = ("\(items.count)", .center, .white)
    label.font = .systemFont(ofSize: 13)
    (label.backgroundColor, label.layer.cornerRadius) = (.systemRed, 11)
    label.clipsToBounds = true
    return label
  }

  /// The finger is at a place of a window.
  func follow(_ finger: Point, of other: UIWindow) {
    guard let window else { return }
    let place = other.convert(finger, to: window as UIView)
    for picture in pictures { picture.center = place + picture.grip }
  }

  /// Moves the pictures to another window, which the finger has entered.
  func move(to other: UIWindow) {
    guard let window, window !== other else { return }
    let places = pictures.map { window.convert($0.center, to: other as UIView) }
    frame = other.bounds
    other.addSubview(self)
    for (picture, place) in zip(pictures, places) { picture.center = place }
  }

  /// The landing that `choose` returns for each picture; it gets the lifted preview.
  func landings(_ choose: (UIDragItem, UITargetedDragPreview?) -> UITargetedDragPreview?)
    -> [(picture: DragPicture, landing: UITargetedDragPreview?)]
  {
    items.compactMap { item in
      let picture = pictures.first { $0.item === item }
      let landing = choose(item, picture?.preview)
      return picture.map { ($0, landing) }
    }
  }

  /// Moves the pictures to these places; one without a place shrinks where it is.
  func land(_ landings: [(picture: DragPicture, landing: UITargetedDragPreview?)]) {
    for (picture, landing) in landings {
      picture.looksLifted = false
      guard let window, let target = landing?.target, target.container.window != nil else {
        picture.transform = AffineTransform(scaleX: 0.3, y: 0.3)
        picture.alpha = 0
        continue
      }
      picture.center = target.container.convert(target.center, to: window as UIView)
      picture.transform = target.transform
    }
  }
}

/// A picture of one item.
final class DragPicture: UIView {
  override class var standardHitTestClass: UIView.Type { DragPicture.self }

  let item: UIDragItem
  let preview: UITargetedDragPreview
  /// Where its middle is, seen from the finger.
  var grip: Point
  /// What is kept at its upper right corner.
  var corner: UIView? { didSet { placeCorner() } }
  private var content = UIView()

  init(of item: UIDragItem, _ preview: UITargetedDragPreview, in window: UIWindow, finger: Point) {
    (self.item, self.preview) = (item, preview)
    let middle = preview.target.container.convert(preview.target.center, to: window as UIView)
    grip = middle - finger
    super.init(frame: .zero)
    show(preview.view, preview.parameters)
    center = middle
    transform = preview.target.transform
  }

  /// Shows a picture of a view; without one the view itself if it is in no window, otherwise nothing.
  func show(_ view: UIView, _ parameters: UIPreviewParameters) {
    content.removeFromSuperview()
    content = view.snapshotView(afterScreenUpdates: false) ?? (view.window == nil ? view : UIView())
    bounds = Rect(origin: .zero, size: view.bounds.size)
    content.frame = bounds
    insertSubview(content, at: 0)
    (backgroundColor, layer.cornerRadius) = (parameters.backgroundColor, view.layer.cornerRadius)
    if let path = parameters.visiblePath {
      let mask = CAShapeLayer()
      mask.path = path.cgPath
      content.layer.mask = mask
      backgroundColor = nil
    }
    placeCorner()
  }

  private func placeCorner() { corner?.center = Point(bounds.maxX, bounds.minY) }
}

/// The sign for a drop that copies, or that is forbidden.
final class DropMark: UIView {
  override class var standardHitTestClass: UIView.Type { DropMark.self }

  var operation = UIDropOperation.cancel { didSet { if operation != oldValue { setNeedsDisplay() } } }

  override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    let (x, y) = (bounds.midX, bounds.midY)
    switch operation {
    case .cancel, .move: break
    case .copy:
      drawing.fillEllipse(in: bounds, .systemGreen)
      drawing.fill(Rect(x - 6, y - 1, 12, 2), .white)
      drawing.fill(Rect(x - 1, y - 6, 2, 12), .white)
    case .forbidden:
      drawing.fillEllipse(in: bounds, .white)
      drawing.strokeEllipse(in: bounds.insetBy(dx: 2, dy: 2), .systemRed, width: 3)
      drawing.line([Point(x - 6, y - 6), Point(x + 6, y + 6)], .systemRed, width: 3)
    }
  }
}
