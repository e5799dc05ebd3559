/// One wheel of a picker: rows that scroll, and come to rest with one of them in the middle.
final class PickerWheel: UIScrollView, UIScrollViewDelegate {
  override class var standardHitTestClass: UIView.Type { PickerWheel.self }
  override var sharesDrags: Bool { false }

  /// Of the rows farthest from the middle.
  static let faintest = 0.15
  /// Rows with a view at the same time, however large the picker is.
  static let mostShown = 1000

  private unowned let picker: UIPickerView
  private let component: Int
  private(set) var count = 0
  private(set) var rowHeight = UIPickerView.rowHeight
  /// The row at which it came to rest; -1 without rows.
  private(set) var selected = -1
  private(set) var shown: [Int: UIView] = [:]
  private var spare: [UIView] = []
  /// The offset at which the first row is in the middle.
  private var firstOffset: Double { (rowHeight - bounds.height) / 2 }

  init(_ picker: UIPickerView, _ component: Int) {
    self.picker = picker
    self.component = component
    super.init(frame: .zero)
    showsVerticalScrollIndicator = false
    showsHorizontalScrollIndicator = false
    contentInsetAdjustmentBehavior = .never
    alwaysBounceVertical = true
    decelerationRate = .fast
    delegate = self
    let tap = UITapGestureRecognizer()
    tap.label = "picker row"
    tap.addAction { [weak self] tap in self?.tapped(tap.location(in: self).y) }
    addGestureRecognizer(tap)
  }

  /// Other rows; the selection stays, as far as there are rows.
  func reload(_ count: Int, _ rowHeight: Double) {
    stopMotion()
    for row in shown.values { row.removeFromSuperview() }
    shown = [:]
    spare = []
    self.count = count
    self.rowHeight = rowHeight
    selected = count == 0 ? -1 : min(max(selected, 0), count - 1)
    showSelected()
  }

  /// Its box in the picker.
  func place(_ frame: Rect) {
    guard frame != self.frame else { return }
    self.frame = frame
    showSelected()
  }

  private func showSelected() {
    contentInset = EdgeInsets(top: -firstOffset, left: 0, bottom: -firstOffset, right: 0)
    contentSize = Size(bounds.width, Double(count) * rowHeight)
    contentOffset = offset(of: max(selected, 0))
    setNeedsLayout()
  }

  func select(_ row: Int, animated: Bool) {
    guard row >= 0, row < count else { return }
    selected = row
    setContentOffset(offset(of: row), animated: animated)
  }

  /// Turns it by rows, as a finger would.
  func step(_ rows: Int) {
    let row = min(max(selected + rows, 0), count - 1)
    guard row >= 0, row != selected else { return }
    select(row, animated: true)
    picker.choose(row, component)
  }

  // MARK: A mouse's wheel

  /// A notch of a mouse's wheel, in points. What comes in smaller parts is added up until it is one.
  private static let notch = 40.0
  private var partOfNotch = 0.0

  /// A notch turns it by a row.
  override func wheelTurned(by delta: Point) -> Bool {
    guard isScrollEnabled, count > 0, delta.y != 0 else { return false }
    if delta.y * partOfNotch < 0 { partOfNotch = 0 }
    partOfNotch += delta.y
    let notches = (partOfNotch / Self.notch).rounded(
      abs(delta.y) < Self.notch / 2 ? .towardZero : .toNearestOrAwayFromZero)
    guard notches != 0 else { return delta.y > 0 ? selected > 0 : selected < count - 1 }
    partOfNotch = 0
    let old = selected
    step(-Int(notches.clamped(to: -1e6...1e6)))
    return selected != old
  }

  // MARK: Where it is

  private func offset(of row: Int) -> Point { Point(0, firstOffset + Double(row) * rowHeight) }

  /// The row that is nearest to the middle; nil without rows.
  private func row(at offset: Double) -> Int? {
    guard count > 0 else { return nil }
    let row = ((offset - firstOffset) / rowHeight).rounded()
    return row.isFinite ? Int(min(max(row, 0), Double(count - 1))) : nil
  }

  override func restingPlace(_ offset: Point, velocity: Point) -> Point {
    row(at: offset.y).map { self.offset(of: $0) } ?? offset
  }

  private func tapped(_ y: Double) {
    let row = (y / rowHeight).rounded(.down)
    guard row >= 0, row < Double(count) else { return }
    setContentOffset(offset(of: Int(row)), animated: true)
    settle()
  }

  /// At rest in the middle of a row, that is selected.
  private func settle() {
    guard motion == nil, let row = row(at: contentOffset.y), row != selected,
      abs(offset(of: row).y - contentOffset.y) < 0.01
    else { return }
    selected = row
    picker.choose(row, component)
  }

  func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate: Bool) {
    if !willDecelerate { settle() }
  }
  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { settle() }
  func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { settle() }

  // MARK: Rows

  /// The number of rows above a height of the content, as far as there are rows.
  private func edge(_ y: Double, _ rule: FloatingPointRoundingRule) -> Int {
    let rows = (y / rowHeight).rounded(rule)
    return rows.isNaN ? 0 : Int(rows.clamped(to: 0...Double(count)))
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let first = edge(bounds.minY, .down)
    let end = min(edge(bounds.maxY, .up), first + Self.mostShown)
    for (row, view) in shown where row < first || row >= end {
      view.removeFromSuperview()
      shown[row] = nil
      spare.append(view)
    }
    guard first < end else { return }
    for row in first..<end {
      let view = shown[row] ?? picker.makeRow(row, component, reusing: spare.popLast())
      shown[row] = view
      if view.superview !== self { addSubview(view) }
      view.frame = Rect(0, Double(row) * rowHeight, bounds.width, rowHeight)
      // As on a wheel seen from the front: the farther from the middle, the fainter.
      let way = abs(view.frame.midY - bounds.midY) / max(bounds.height / 2, 1)
      view.alpha = max(1 - way * (1 - Self.faintest), Self.faintest)
    }
  }

  // MARK: Accessibility

  /// The words of the selected row.
  var selectedText: String? {
    guard selected >= 0 else { return nil }
    if let title = picker.delegate?.pickerView(picker, titleForRow: selected, forComponent: component) {
      return title
    }
    let view = shown[selected] ?? picker.makeRow(selected, component, reusing: nil)
    return view.accessibilityLabel
  }

  override var accessibilityDefault: AccessibilityDefault {
    guard picker.wheels.count > 1 else { return AccessibilityDefault() }
    let name = picker.accessibilityLabel.map { "\($0) \(component + 1)" }
    return .init(isElement: true, label: name, value: selectedText, traits: .adjustable)
  }
  override var accessibilityScrollDirections: [UIAccessibilityScrollDirection] { [] }
  override func accessibilityIncrement() { step(1) }
  override func accessibilityDecrement() { step(-1) }
}
