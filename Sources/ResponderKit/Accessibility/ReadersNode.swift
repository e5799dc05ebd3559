import AccessibilityBus

/// What readers find: a view, or an element that a program has made.
///
/// A program may list anything: an element twice, in two containers, or in itself. Each is in one container at a time, a view only in one that is
/// around it, and elements are in each other up to `mostLevels`: so the way from any of them to its window ends.
protocol ReadersNode: AccessibleElement {
  /// Whether it is shown, if all around it is.
  var isShownToReaders: Bool { get }
  var isReadersElement: Bool { get }
  /// What is in it, in the order in which it is read.
  var readersInner: [any ReadersNode] { get }
  /// The container in whose list it was found last.
  var listedIn: (any ReadersNode)? { get set }
  /// What the program has listed; nil: it has no list.
  var programsList: [AnyObject]? { get }
  /// The view that it is or is in; nil without one.
  var readersPlace: AnyObject? { get }
  /// Whether a view is around it, but is not the one that it is.
  func isInside(_ place: AnyObject) -> Bool
}

/// Limits of what programs list.
enum ReadersLimit {
  /// The most elements in each other without a view.
  static let mostLevels = 16
  /// The most elements that are looked at in a view's list, and in an element's.
  static let longestList = 2000
  static let longestInnerList = 200
}

extension ReadersNode {
  /// The number of elements without views from it, itself included, up to the view that it is in; nil without such a view.
  var levels: Int? {
    var node: any ReadersNode = self
    for level in 0...ReadersLimit.mostLevels {
      if node.readersPlace === node { return level }
      guard let outer = node.listedIn else { return nil }
      node = outer
    }
    return nil
  }

  private func lists(_ node: any ReadersNode) -> Bool { programsList?.contains { $0 === node } ?? false }

  /// The container that lists it now.
  var listingContainer: (any ReadersNode)? {
    guard let outer = listedIn, let levels = outer.levels, levels < ReadersLimit.mostLevels,
      let place = outer.readersPlace, isInside(place), outer.lists(self)
    else { return nil }
    return outer
  }

  /// The listed elements that belong to this container, each once.
  var listedInner: [any ReadersNode]? {
    guard let list = programsList else { return nil }
    guard let levels, levels < ReadersLimit.mostLevels, let place = readersPlace else { return [] }
    var seen: Set<ObjectIdentifier> = []
    return list.compactMap { item in
      guard let node = item as? any ReadersNode, seen.insert(ObjectIdentifier(item)).inserted,
        !isAround(node), node.isInside(place)
      else { return nil }
      if node.listedIn !== self, node.listingContainer != nil { return nil }
      node.listedIn = self
      return node
    }
  }

  /// Whether an element is this one, or one that this one is in.
  private func isAround(_ node: any ReadersNode) -> Bool {
    var next: (any ReadersNode)? = self
    for _ in 0...ReadersLimit.mostLevels {
      guard let outer = next else { return false }
      if outer === node { return true }
      if outer.readersPlace === outer { return false }
      next = outer.listedIn
    }
    return true
  }

  /// The nearest element around it by the lists.
  func parent(in container: any ReadersNode) -> (any AccessibleElement)? {
    container.isReadersElement ? container : container.accessibleParent
  }

  /// The elements in it. Of nodes that are no elements, those inside.
  var elementsInside: [any AccessibleElement] {
    var found: [any AccessibleElement] = []
    var stack = Array(readersInner.reversed())
    while let node = stack.popLast(), found.count < ReadersLimit.longestList {
      guard node.isShownToReaders else { continue }
      if node.isReadersElement { found.append(node) } else { stack += node.readersInner.reversed() }
    }
    return found
  }
}
