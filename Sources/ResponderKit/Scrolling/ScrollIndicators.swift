/// The thin bars at the edges of a scroll view that show which part of the content is seen. They are there while it
/// scrolls, and fade away after it. They take no touches.
final class ScrollIndicators {
  private(set) var vertical: UIView?
  private(set) var horizontal: UIView?
  /// Room at their ends and beside them, in addition to what covers the view's edges.
  var verticalInsets = EdgeInsets.zero
  var horizontalInsets = EdgeInsets.zero
  var color = ControlLooks.scrollIndicator {
    didSet { for bar in [vertical, horizontal] { bar?.backgroundColor = color } }
  }
  /// They are seen now, or fade away.
  private var isShown = false

  static let thickness = 3.0
  static let margin = 3.0
  /// Of the bar; beyond an edge it becomes shorter still.
  static let shortest = 36.0
  static let shortestBeyond = 8.0

  func show(in view: UIScrollView) {
    isShown = true
    if view.showsVerticalScrollIndicator, vertical == nil {
      vertical = make("vertical scroll indicator", in: view)
    }
    if view.showsHorizontalScrollIndicator, horizontal == nil {
      horizontal = make("horizontal scroll indicator", in: view)
    }
    for bar in [vertical, horizontal].compactMap({ $0 }) {
      bar.removeAllAnimations()
      bar.alpha = 1
      if view.subviews.last !== bar { view.bringSubviewToFront(bar) }
    }
    layOut(in: view)
  }

  private func make(_ label: String, in view: UIScrollView) -> UIView {
    let bar = UIView()
    bar.label = label
    bar.isUserInteractionEnabled = false
    bar.backgroundColor = color
    bar.layer.cornerRadius = Self.thickness / 2
    view.addSubview(bar)
    return bar
  }

  func fade(_ tuning: GestureTuning) {
    guard isShown else { return }
    isShown = false
    let bars = [vertical, horizontal].compactMap { $0 }
    UIView.animate(withDuration: tuning.indicatorFading, delay: tuning.indicatorPause) {
      for bar in bars { bar.alpha = 0 }
    }
  }

  /// Puts the bars where they belong.
  func layOut(in view: UIScrollView) {
    guard vertical != nil || horizontal != nil else { return }
    let (seen, range) = (view.bounds, view.range)
    // Not below what covers the view's edges.
    if let vertical {
      let clear = seen.inset(by: view.insetAdjustment + verticalInsets)
      let (start, length) = Self.bar(seen.minY, clear.minY, clear.height, range.y)
      vertical.isHidden = length == 0 || !view.showsVerticalScrollIndicator
      vertical.frame = Rect(clear.maxX - Self.margin - Self.thickness, start, Self.thickness, length)
    }
    if let horizontal {
      let clear = seen.inset(by: view.insetAdjustment + horizontalInsets)
      let (start, length) = Self.bar(seen.minX, clear.minX, clear.width, range.x)
      horizontal.isHidden = length == 0 || !view.showsHorizontalScrollIndicator
      horizontal.frame = Rect(start, clear.maxY - Self.margin - Self.thickness, length, Self.thickness)
    }
  }

  /// Where it begins and how long it is; no length where there is nothing to scroll.
  private static func bar(
    _ offset: Double, _ start: Double, _ seen: Double, _ range: ClosedRange<Double>
  ) -> (Double, Double) {
    let (way, track) = (range.upperBound - range.lowerBound, seen - 2 * margin)
    guard way > 0, track > shortestBeyond else { return (start, 0) }
    let edge = offset.clamped(to: range)
    let whole = min(max(track * seen / (seen + way), shortest), track)
    let length = max(whole - abs(offset - edge), min(shortestBeyond, whole))
    return (start + margin + (edge - range.lowerBound) / way * (track - length), length)
  }
}

extension UIScrollView {
  /// The color of the bars that show which part of the content is seen.
  public enum IndicatorStyle: Int, Hashable, Sendable {
    /// Gray, for any content; dark, for bright content; bright, for dark content.
    case `default`, black, white

    var color: UIColor {
      switch self {
      case .default: ControlLooks.scrollIndicator
      case .black: UIColor(white: 0, alpha: 0.45)
      case .white: UIColor(white: 1, alpha: 0.45)
      }
    }
  }

  /// Shows the bars for a moment.
  public final func flashScrollIndicators() {
    guard window != nil else { return }
    showIndicators()
    fadeIndicators()
  }

  final func showIndicators() {
    guard showsVerticalScrollIndicator || showsHorizontalScrollIndicator else { return }
    indicators.show(in: self)
  }

  final func fadeIndicators() { indicators.fade(tuning) }
}
