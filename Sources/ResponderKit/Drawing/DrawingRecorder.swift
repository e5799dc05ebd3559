/// Makes drawings of what views draw.
final class DrawingRecorder {
  /// What is drawn into: at first what is being recorded, the present one last.
  private var targets: [Target] = []
  /// How many of them were there when the present recording began, with its own: what it draws takes none of them away.
  private var floor = 0
  /// The target of the view that is drawing now.
  var current: Drawing? { targets.last?.drawing }
  private var count = 0
  /// Of what is being drawn, laid out or notified.
  var traits = UITraitCollection(userInterfaceStyle: .light)

  private struct Target {
    enum Kind { case recording, begun, pushed }
    let kind: Kind
    /// Nil for a value that is not kept.
    let drawing: Drawing?
  }

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
    let outer = unseenDrawing
    unseenDrawing = nil
    unseenViews += 1
    record(into: nil, draw)
    unseenViews -= 1
    unseenDrawing = outer
  }

  /// What `draw` draws, of a view with these bounds. A view may have another one drawn while it draws.
  func record(_ bounds: Rect, _ draw: () -> Void) -> Drawing {
    let drawing = Drawing()
    record(into: drawing, draw)
    count += 1
    drawing.close(count, bounds, traits)
    return drawing
  }

  /// Pictures that `draw` has begun, and contexts that it has pushed, end with it.
  private func record(into drawing: Drawing?, _ draw: () -> Void) {
    let (depth, outer) = (targets.count, floor)
    targets.append(Target(kind: .recording, drawing: drawing))
    floor = targets.count
    draw()
    targets.removeLast(targets.count - depth)
    floor = outer
  }

  /// Makes the drawing of a new picture the target, until `end`.
  func begin(_ canvas: Drawing.Canvas) {
    let drawing = Drawing()
    drawing.canvas = canvas
    targets.append(Target(kind: .begun, drawing: drawing))
  }

  private var begunIndex: Int? {
    targets.lastIndex { $0.kind == .begun }.flatMap { $0 < floor ? nil : $0 }
  }

  /// The picture that was begun last, in the present recording.
  var begun: Drawing? { begunIndex.flatMap { targets[$0].drawing } }

  /// Ends the picture that was begun last, and what was pushed since.
  func end() {
    if let begunIndex { targets.removeLast(targets.count - begunIndex) }
  }

  /// Makes a drawing the target, until `pop`.
  func push(_ drawing: Drawing) { targets.append(Target(kind: .pushed, drawing: drawing)) }

  /// Without effect when nothing was pushed, or a picture that was begun since has not ended.
  func pop() {
    if targets.last?.kind == .pushed { targets.removeLast() }
  }
}
