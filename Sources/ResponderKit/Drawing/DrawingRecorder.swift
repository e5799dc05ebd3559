/// Makes drawings of what views draw.
final class DrawingRecorder {
  /// The target of the view that is drawing now.
  private(set) var current: Drawing?
  private var count = 0
  /// Of what is being drawn, laid out or notified.
  var traits = UITraitCollection(userInterfaceStyle: .light)
  /// The pictures that `UIGraphicsBeginImageContextWithOptions` has begun, from the outermost on.
  private(set) var begun: [BegunPicture] = []

  /// How many views draw although nothing shows their window, one inside of another.
  private var unseenViews = 0
  private var unseenDrawing: Drawing?
  /// The target of a program's drawing, which is never missing while a view draws. The system's views use `current`, and draw nothing where nothing is shown.
  var programsTarget: Drawing? {
    if let current { return current }
    guard unseenViews > 0 else { return nil }
    if unseenDrawing == nil { unseenDrawing = Drawing() }
    return unseenDrawing
  }

  /// Has a view draw whose drawing nothing shows: it is not kept.
  func drawUnseen(_ draw: () -> Void) {
    let outer = (current, unseenDrawing)
    (current, unseenDrawing) = (nil, nil)
    unseenViews += 1
    draw()
    unseenViews -= 1
    (current, unseenDrawing) = outer
  }

  struct BegunPicture {
    let drawing = Drawing()
    let bounds: Rect
    /// Pixels per point.
    let scale: Double
    let isOpaque: Bool
    /// The target before.
    let outer: Drawing?
  }

  /// What `draw` draws, of a view with these bounds. A view may have another one drawn while it draws.
  func record(_ bounds: Rect, _ draw: () -> Void) -> Drawing {
    let drawing = Drawing()
    let (outer, depth) = (current, pushed.count)
    current = drawing
    draw()
    current = outer
    if pushed.count > depth { pushed.removeLast(pushed.count - depth) }
    count += 1
    drawing.close(count, bounds, traits)
    return drawing
  }

  /// Makes the drawing of a new picture the target, until `end`.
  func begin(_ bounds: Rect, scale: Double, isOpaque: Bool) {
    let picture = BegunPicture(bounds: bounds, scale: scale, isOpaque: isOpaque, outer: current)
    picture.drawing.canvas = .init(bounds: bounds, scale: scale, isOpaque: isOpaque)
    begun.append(picture)
    current = picture.drawing
  }

  /// The targets before those that `UIGraphicsPushContext` has chosen.
  private var pushed: [Drawing?] = []

  /// Makes a drawing the target, until `pop`.
  func push(_ drawing: Drawing) {
    pushed.append(current)
    current = drawing
  }

  /// Without effect when nothing was pushed.
  func pop() {
    if let outer = pushed.popLast() { current = outer }
  }

  /// Ends the picture that was begun last.
  func end() {
    if let last = begun.popLast() { current = last.outer }
  }
}
