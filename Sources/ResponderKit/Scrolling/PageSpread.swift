/// Pages that are seen at once: one, two beside each other, or none.
struct PageSpread {
  var pages: [UIViewController] = []

  var isEmpty: Bool { pages.isEmpty }
  func contains(_ page: UIViewController) -> Bool { pages.contains { $0 === page } }
  func isSame(_ other: PageSpread) -> Bool {
    pages.count == other.pages.count && zip(pages, other.pages).allSatisfy { $0 === $1 }
  }

  /// The frames of its pages in the room of the whole spread.
  func frames(in place: Rect, isVertical: Bool, count: Int) -> [Rect] {
    pages.indices.map { index in
      let part = Double(index)
      if isVertical {
        let height = place.height / Double(count)
        return Rect(place.minX, place.minY + part * height, place.width, height)
      }
      let width = place.width / Double(count)
      return Rect(place.minX + part * width, place.minY, width, place.height)
    }
  }
}
