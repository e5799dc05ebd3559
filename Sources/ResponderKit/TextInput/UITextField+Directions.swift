// Where the characters of a field are, in each direction.
extension UITextField {
  final var shownAlignment: NSTextAlignment { textAlignment.natural(isMirrored: isMirrored) }
  final func neighbour(of position: Int, step: Int) -> Int {
    var lines = TextLayout()
    lines.show(line)
    return lines.neighbour(of: position, step: step)
  }
  final func isRightToLeft(at position: Int) -> Bool { line.place.isRightToLeft }
  final func box(of character: Int) -> Rect {
    guard line.range.contains(character), let place = line.places(of: character..<character + 1).first else {
      return caretRect(for: character)
    }
    let caret = caretRect(for: character)
    let left = canvas.frame.minX + origin + place.lowerBound
    return Rect(left, caret.minY, place.upperBound - place.lowerBound, caret.height)
  }
  final func followLink(at point: Point) -> Bool { false }
}
