/// The numbers in elements' paths. A number is never given twice.
final class ElementNumbers {
  private struct Entry {
    weak var element: (any AccessibleElement)?
  }

  private var entries: [Int: Entry] = [:]
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var last = 0
  /// Numbers of dead elements are given up when there are twice as many as after the last time.
  private var limit = 256

  func number(of element: any AccessibleElement) -> Int {
    let key = ObjectIdentifier(element)
    // Another object may be where a dead one was.
    if let number = numbers[key], entries[number]?.element === element { return number }
    if entries.count >= limit { compact() }
    last += 1
    if let stale = numbers[key] { entries[stale] = nil }
    entries[last] = Entry(element: element)
    numbers[key] = last
    return last
  }

  func element(_ number: Int) -> (any AccessibleElement)? { entries[number]?.element }

  var count: Int { entries.count }

  private func compact() {
    entries = entries.filter { $0.value.element != nil }
    numbers = numbers.filter { entries[$0.value] != nil }
    limit = max(256, 2 * entries.count)
  }
}
