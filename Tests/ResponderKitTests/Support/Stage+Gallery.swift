import ResponderKit

extension Stage {
  /// Puts views below each other, each as large as it wants to be, on a page without a color of its own.
  func gallery(_ views: [UIView], in page: UIView) {
    var y = 8.0
    for view in views {
      let size = view.bounds.size == .zero ? view.sizeThatFits(Size(374, 44)) : view.bounds.size
      view.frame = Rect(8, y, size.width, size.height)
      y += size.height + 8
      page.addSubview(view)
    }
  }

  /// The mean of the red, green and blue of a part of the window, from 0 to 1.
  func brightness(_ rect: Rect) -> Double {
    let picture = window.snapshot()
    var (sum, count) = (0.0, 0.0)
    for y in Int(rect.minY)..<Int(rect.maxY) {
      for x in Int(rect.minX)..<Int(rect.maxX) {
        let pixel = picture[x, y]
        sum += Double(pixel >> 16 & 255) + Double(pixel >> 8 & 255) + Double(pixel & 255)
        count += 3
      }
    }
    return sum / max(count, 1) / 255
  }
}
