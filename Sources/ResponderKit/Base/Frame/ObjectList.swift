/// Objects in the order in which they were added, each once. Adding, removing and finding one takes the same time in lists of any length.
struct ObjectList<Element: AnyObject> {
  /// Nil where an object was removed.
  private var objects: [Element?] = []
  private var places: [ObjectIdentifier: Int] = [:]

  var isEmpty: Bool { places.isEmpty }
  var count: Int { places.count }
  var last: Element? { objects.last ?? nil }
  func contains(_ object: Element) -> Bool { places[ObjectIdentifier(object)] != nil }

  /// Adds an object at the end, unless it is in the list.
  mutating func add(_ object: Element) {
    guard !contains(object) else { return }
    places[ObjectIdentifier(object)] = objects.count
    objects.append(object)
  }

  mutating func remove(_ object: Element) {
    guard let place = places.removeValue(forKey: ObjectIdentifier(object)) else { return }
    objects[place] = nil
    // Keeps `last` O(1).
    while let last = objects.last, last == nil { objects.removeLast() }
    if objects.count > 2 * places.count { close() }
  }

  mutating func removeAll(where isRemoved: (Element) -> Bool) {
    for case let object? in objects where isRemoved(object) { remove(object) }
  }

  /// Closes the gaps that removed objects have left.
  private mutating func close() {
    objects = objects.filter { $0 != nil }
    for (place, object) in objects.enumerated() {
      if let object { places[ObjectIdentifier(object)] = place }
    }
  }

  /// Returns the list, and empties it.
  mutating func take() -> ObjectList {
    defer { self = ObjectList() }
    return self
  }
}

extension ObjectList: Sequence {
  struct Iterator: IteratorProtocol {
    fileprivate var rest: IndexingIterator<[Element?]>

    mutating func next() -> Element? {
      while let next = rest.next() { if let next { return next } }
      return nil
    }
  }

  func makeIterator() -> Iterator { Iterator(rest: objects.makeIterator()) }
}
