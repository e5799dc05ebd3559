extension UIResponder {
  /// The elements that the program lists, at most this number; nil: it lists none.
  final func listedElements(_ most: Int) -> [AnyObject]? {
    if let elements = accessibilityElements { return elements.prefix(most).map { $0 as AnyObject } }
    let count = accessibilityElementCount()
    guard count > 0, count < Int.max else { return nil }
    return (0..<min(count, most)).compactMap { index in
      accessibilityElement(at: index).map { $0 as AnyObject }
    }
  }
}
