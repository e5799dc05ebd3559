/// The handles of a selection that was made by touch.
extension TextEditor {
  /// The farthest distance of a finger from the end of a selection that it drags, in points.
  private static var reach: Double { 22 }

  // MARK: Handles

  /// Shows the handles at both ends of the selection, or hides them.
  func placeHandles() {
    let range = model.selection
    guard showsHandles, isRunning, !range.isEmpty, let parent = caret.superview else {
      for handle in handles { handle.isHidden = true }
      return
    }
    if handles.isEmpty {
      handles = [true, false].map(SelectionHandle.init(isStart:))
      for handle in handles { parent.addSubview(handle) }
    }
    for (handle, position) in zip(handles, [range.lowerBound, range.upperBound]) {
      handle.isHidden = false
      handle.tintColor = host.tintColor
      handle.place(at: host.convert(host.caretRect(for: position), to: parent))
    }
  }

  /// The drag that a finger at a point begins: the position of the other end of the selection, and the distance from the finger
  /// to the text at its own end. Nil away from the handles.
  func handleDrag(at point: Point) -> TextTouches.HandleDrag? {
    let range = model.selection
    guard showsHandles, !range.isEmpty else { return nil }
    let (start, end) = (host.caretRect(for: range.lowerBound), host.caretRect(for: range.upperBound))
    func distance(_ x: Double, _ y: Double) -> Double { max(abs(point.x - x), abs(point.y - y)) }
    let (toStart, toEnd) = (distance(start.midX, start.minY), distance(end.midX, end.maxY))
    guard min(toStart, toEnd) <= Self.reach else { return nil }
    let (caret, fixed) = toStart < toEnd ? (start, range.upperBound) : (end, range.lowerBound)
    return .init(fixed: fixed, offset: Point(caret.midX - point.x, caret.midY - point.y))
  }
}
