import HIDEvents
import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Rows of copies of a picture.
@Suite(.hangLimit) struct PatternTilingTests {
  /// Three by two pixels, each of its own color.
  private static var bitmap: Bitmap {
    let bitmap = Bitmap(width: 3, height: 2)
    for index in 0..<6 { bitmap.pixels[index] = 0xFF00_0000 | UInt32(index + 1) }
    return bitmap
  }

  private static func row(
    _ bitmap: Bitmap, _ inverse: AffineTransform, _ x: Int, _ y: Int, _ count: Int
  ) -> [UInt32] {
    var row = [UInt32](repeating: 0, count: count)
    row.withUnsafeMutableBufferPointer { row in
      guard let row = row.baseAddress else { return }
      bitmap.tile(inverse, x, y, count, mean: 7, into: row)
    }
    return row
  }

  @Test func wholePixelsAreCopied() {
    for (x, y, shift) in [(0, 0, 0), (2, 1, 0), (1, 5, -4), (-7, -3, 2), (4, 2, 1_000_000)] {
      let inverse = AffineTransform(translationX: Double(shift), y: Double(-shift))
      let expected = (0..<11).map { index in
        let (column, line) = ((x + index + shift) % 3, (y - shift) % 2)
        return 0xFF00_0000 | UInt32((line < 0 ? line + 2 : line) * 3 + (column < 0 ? column + 3 : column) + 1)
      }
      #expect(Self.row(Self.bitmap, inverse, x, y, 11) == expected)
    }
    // Mirrored, they are mixed as others: the same colors.
    let mirrored = AffineTransform(a: -1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    #expect(Self.row(Self.bitmap, mirrored, 0, 0, 4) == [3, 2, 1, 3].map { 0xFF00_0000 | $0 })
  }

  @Test func placesFarAwayAndNumbersThatAreNoneHaveAColor() {
    for odd in [1e15, -1e15, 1e300, .nan, .infinity, -.infinity] {
      #expect(Self.row(Self.bitmap, AffineTransform(translationX: odd, y: odd), 0, 0, 4).count == 4)
      #expect(
        Self.row(Self.bitmap, AffineTransform(a: odd, b: 0, c: 0, d: 1, tx: 0, ty: 0), 0, 0, 4).count == 4)
    }
  }

  @Test func copiesOfWholePixelsAreCheap() {
    let bitmap = Bitmap(width: 64, height: 64)
    func time(_ shift: Double) -> Double {
      let before = threadTime()
      for y in 0..<64 { _ = Self.row(bitmap, AffineTransform(translationX: shift, y: 0), 0, y, 1000) }
      return threadTime() - before
    }
    let (whole, mixed) = (time(3), time(3.5))
    #expect(whole < mixed / 4)
  }

  @Test func aPixelOfManyLooksAtFew() {
    let bitmap = Bitmap(width: 64, height: 64)
    func time(_ scale: Double) -> Double {
      let before = threadTime()
      for y in 0..<8 {
        _ = Self.row(bitmap, AffineTransform(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0), 0, y, 100)
      }
      return threadTime() - before
    }
    let (eight, sixteen) = (time(8), time(16))
    #expect(sixteen < eight * 2)
  }

  @Test func theTextOfAPatternIsMadeOnce() {
    let bitmap = Bitmap(width: 3, height: 2)
    let pattern = ColorPattern(bitmap, scale: 1)
    let text = Drawing.Tiling(pattern: pattern).svg("c")
    #expect(text.contains(Base64.text(bitmap.png(keepsAlpha: true))))
    bitmap.pixels[0] = 0xFFFF_FFFF
    #expect(Drawing.Tiling(pattern: pattern, alpha: 1).svg("c") == text)
  }
}
