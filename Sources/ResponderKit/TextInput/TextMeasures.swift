/// Where the characters of text are.
extension UIFont {
  /// Where each character of a line begins, and at last where the line ends: one more than there are characters.
  func carets(of text: ArraySlice<Character>) -> [Double] {
    var places: [Double] = []
    places.reserveCapacity(text.count + 1)
    guard let face else {
      var x = 0.0
      for character in text {
        places.append(x)
        x += (Glyph.of(character).width + gap) * unit
      }
      places.append(x)
      return places
    }
    let line = line(String(text), face)
    var (offset, piece) = (0, 0)
    for character in text {
      while piece < line.pieces.count, line.pieces[piece].offset < offset { piece += 1 }
      places.append(piece < line.pieces.count ? line.pieces[piece].x : line.width)
      offset += character.utf8.count
    }
    places.append(line.width)
    return places
  }
}
