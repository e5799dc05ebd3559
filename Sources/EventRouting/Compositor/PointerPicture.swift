import HIDEvents

/// The pointer as an arrow, whose point is its place, in pixels of a screen.
struct PointerPicture {
  let x: Int
  let y: Int

  /// Its place on the screen.
  var part: PixelRect { PixelRect(x: x, y: y, width: Self.width, height: Self.height) }

  /// Draws its part over a part of the screen.
  func draw(_ part: PixelRect, in canvas: UnsafeMutablePointer<UInt32>, stride: Int) {
    for row in part.minY..<part.maxY {
      for column in part.minX..<part.maxX {
        let pixel = Self.pixels[(row - y) * Self.width + column - x]
        if pixel != 0 { canvas[row * stride + column] = pixel }
      }
    }
  }

  /// Row by row; 0 where nothing is.
  static let pixels: [UInt32] = rows.flatMap { row in
    row.utf8.map { $0 == UInt8(ascii: "X") ? 0xFF00_0000 : $0 == UInt8(ascii: "o") ? 0xFFFF_FFFF : 0 }
  }
  static let width = rows.first?.utf8.count ?? 0
  static let height = rows.count

  private static let rows = """
    X...........
    XX..........
    XoX.........
    XooX........
    XoooX.......
    XooooX......
    XoooooX.....
    XooooooX....
    XoooooooX...
    XooooooooX..
    XoooooooooX.
    XooooooXXXXX
    XoooXooX....
    XooXXooX....
    XoX..XooX...
    XX...XooX...
    X.....XooX..
    ......XooX..
    .......XX...
    """.split(separator: "\n")
}
