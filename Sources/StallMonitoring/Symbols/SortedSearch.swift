extension Array {
  /// The last element for which the condition holds, which must hold for a prefix; nil when it holds for none.
  @inline(__always)
  func last(ofThoseFirst isAmongThem: (Element) -> Bool) -> Element? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAmongThem(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? self[low - 1] : nil
  }
}

extension [LoadedImage] {
  /// The image around an address; the images are sorted by address.
  func image(at address: UInt) -> LoadedImage? {
    guard let image = last(ofThoseFirst: { $0.start <= address }), address < image.end else { return nil }
    return image
  }
}
