/// A list that nearly always has one element, which then needs no memory of its own: the modes that an item joins or leaves in one
/// step, the loops that a source is in.
///
/// Invariant: without a `head` there are no `others`.
struct Few<Element>: RandomAccessCollection {
  private var head: Element?
  private var others: [Element] = []

  init() {}

  init(_ element: Element) { head = element }

  init(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { head == nil ? 0 : others.count + 1 }

  subscript(index: Int) -> Element {
    if index == 0, let head { return head }
    return others[index - 1]
  }

  mutating func append(_ element: Element) {
    if head == nil { head = element } else { others.append(element) }
  }

  struct Iterator: IteratorProtocol {
    fileprivate var head: Element?
    fileprivate var others: [Element].Iterator

    @inline(__always)
    mutating func next() -> Element? { head.take() ?? others.next() }
  }

  @inline(__always)
  func makeIterator() -> Iterator { Iterator(head: head, others: others.makeIterator()) }

  /// Whether both are copies of the same list, in constant time. False for lists of other origin, even if they are equal.
  func isCopy(of other: Few) -> Bool where Element: AnyObject {
    guard head === other.head, others.count == other.others.count else { return false }
    return others.withUnsafeBufferPointer { mine in
      other.others.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress }
    }
  }

  mutating func removeAll(where isRemoved: (Element) -> Bool) {
    var kept = Few()
    for element in self where !isRemoved(element) { kept.append(element) }
    self = kept
  }
}
