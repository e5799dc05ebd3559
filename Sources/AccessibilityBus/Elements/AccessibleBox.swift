/// Where an element is, in points of its application's screen.
package struct AccessibleBox: Hashable, Sendable {
  package var x: Double
  package var y: Double
  package var width: Double
  package var height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// Whole numbers, from another origin. What is no number counts as the largest or as zero.
  func numbers(from origin: AccessibleBox?) -> [Int32] {
    let left = x - (origin?.x ?? 0)
    let top = y - (origin?.y ?? 0)
    return [left, top, width, height].map { value in
      value.isNaN ? 0 : Int32(max(min(value.rounded(), Double(Int32.max)), Double(Int32.min)))
    }
  }

  func contains(x: Double, y: Double) -> Bool {
    x >= self.x && y >= self.y && x < self.x + width && y < self.y + height
  }
}
