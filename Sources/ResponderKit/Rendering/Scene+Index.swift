import HIDEvents

extension Scene {
  /// Where the items of a scene are: that of each view, and what blocks of neighbouring items may draw.
  struct Index {
    private static let blockSize = 64

    private struct Block {
      /// The pixels that its items may change.
      var box = PixelRect.empty
      /// Whether it contains a group.
      var hasGroups = false
      /// The largest end of its groups: what is in one is not walked without the group. 0 without groups.
      var end = 0
    }

    /// By the view's or layer's identity. Not those of borders and copies.
    private(set) var places: [ObjectIdentifier: Int] = [:]
    private var blocks: [Block]

    init(_ items: [SceneItem]) {
      places.reserveCapacity(items.count)
      blocks = Array(repeating: Block(), count: (items.count + Self.blockSize - 1) / Self.blockSize)
      add(items, 0..<items.count)
      measure(items, 0..<items.count)
    }

    /// The place of a view's or layer's item; nil if it has none.
    func place(of object: AnyObject) -> Int? { places[ObjectIdentifier(object)] }

    /// Notes the places of the items of a range.
    mutating func add(_ items: [SceneItem], _ range: Range<Int>) {
      for place in range where items[place].isIndexed { places[items[place].identity.object] = place }
    }

    /// Forgets the places of the items of a range.
    mutating func remove(_ items: [SceneItem], _ range: Range<Int>) {
      for place in range where items[place].isIndexed && places[items[place].identity.object] == place {
        places[items[place].identity.object] = nil
      }
    }

    /// Items are inserted at a place: the later ones move. The blocks from there on have to be measured.
    mutating func insert(_ count: Int, at place: Int) {
      places = places.mapValues { $0 < place ? $0 : $0 + count }
    }

    /// Measures the blocks that the items of a range are in.
    mutating func measure(_ items: [SceneItem], _ range: Range<Int>) {
      guard !range.isEmpty else { return }
      while blocks.count * Self.blockSize < range.upperBound { blocks.append(Block()) }
      for number in range.lowerBound / Self.blockSize...(range.upperBound - 1) / Self.blockSize {
        let start = number * Self.blockSize
        var block = Block()
        for place in start..<min(start + Self.blockSize, items.count) {
          block.box = block.box.union(items[place].drawnBox)
          guard items[place].group != nil else { continue }
          block.hasGroups = true
          block.end = max(block.end, items[place].end)
        }
        blocks[number] = block
      }
    }

    /// A group may change more pixels than before, and contain more items.
    mutating func widen(_ items: [SceneItem], _ place: Int) {
      let number = place / Self.blockSize
      blocks[number].box = blocks[number].box.union(items[place].drawnBox)
      blocks[number].end = max(blocks[number].end, items[place].end)
    }

    /// The end of the block that begins at a place, and of its groups, if nothing in them is seen in a part of the picture.
    @inline(__always)
    func skip(from place: Int, before end: Int, outside part: PixelRect) -> Int? {
      guard place % Self.blockSize == 0, place + Self.blockSize <= end else { return nil }
      let block = blocks[place / Self.blockSize]
      guard block.box.intersection(part).isEmpty else { return nil }
      return min(max(place + Self.blockSize, block.end), end)
    }

    /// The beginning of the block that ends at a place, if nothing in it covers a part of the picture.
    @inline(__always)
    func skip(before end: Int, unlessHolding part: PixelRect) -> Int? {
      guard end % Self.blockSize == 0, end > 0, !blocks[end / Self.blockSize - 1].box.contains(part) else {
        return nil
      }
      return end - Self.blockSize
    }

    /// The end of the block that begins at a place, if it has no groups.
    @inline(__always)
    func skipUngrouped(from place: Int, before end: Int) -> Int? {
      guard place % Self.blockSize == 0, place + Self.blockSize <= end,
        !blocks[place / Self.blockSize].hasGroups
      else { return nil }
      return place + Self.blockSize
    }
  }
}

extension SceneItem {
  /// The pixels that may be different because of it, with what is in it where that is drawn together with it. Not those of its mask, which is drawn with it only.
  fileprivate var drawnBox: PixelRect {
    if group != nil { return treeBox.union(box) }
    return backdrop == nil ? box : box.union(place)
  }

  /// Whether its place is found by its identity.
  fileprivate var isIndexed: Bool { !identity.isOverlay && identity.copy == 0 }
}
