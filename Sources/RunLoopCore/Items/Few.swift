/// A list that nearly always has one element, which then needs no memory of its own: the modes that an item joins or leaves in one
/// step, the loops that a source is in.
///
/// Invariant: a list of `several` has at least two elements, so lists of none and one cost no reference counting of an array.
struct Few<Element>: RandomAccessCollection {
  private enum Storage {
    case none
    case one(Element)
    case several([Element])
  }

  private var storage = Storage.none

  init() {}

  init(_ element: Element) { storage = .one(element) }

  init(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  var startIndex: Int { 0 }

  var endIndex: Int {
    switch storage {
    case .none: 0
    case .one: 1
    case .several(let elements): elements.count
    }
  }

  subscript(index: Int) -> Element {
    switch storage {
    case .none: preconditionFailure("the list is empty")
    case .one(let element):
      precondition(index == 0)
      return element
    case .several(let elements): return elements[index]
    }
  }

  mutating func append(_ element: Element) {
    switch storage {
    case .none: storage = .one(element)
    case .one(let first): storage = .several([first, element])
    case .several(var elements):
      // Otherwise the array would have two owners, and be copied.
      storage = .none
      elements.append(element)
      storage = .several(elements)
    }
  }

  struct Iterator: IteratorProtocol {
    fileprivate var head: Element?
    fileprivate var others: [Element].Iterator?

    @inline(__always)
    mutating func next() -> Element? { head.take() ?? others?.next() }
  }

  @inline(__always)
  func makeIterator() -> Iterator {
    switch storage {
    case .none: Iterator(head: nil, others: nil)
    case .one(let element): Iterator(head: element, others: nil)
    case .several(let elements): Iterator(head: nil, others: elements.makeIterator())
    }
  }

  /// Whether both are copies of the same list, in constant time. False for lists of other origin, even if they are equal.
  func isCopy(of other: Few) -> Bool where Element: AnyObject {
    switch (storage, other.storage) {
    case (.none, .none): true
    case (.one(let mine), .one(let its)): mine === its
    case (.several(let mine), .several(let its)):
      mine.count == its.count
        && mine.withUnsafeBufferPointer { mine in
          its.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress }
        }
    default: false
    }
  }

  mutating func removeAll(where isRemoved: (Element) -> Bool) {
    var kept = Few()
    for element in self where !isRemoved(element) { kept.append(element) }
    self = kept
  }
}
