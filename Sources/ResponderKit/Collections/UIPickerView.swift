/// Wheels side by side, each of which a finger turns to one of its rows.
///
/// Rows are made for what is in sight only. A wheel comes to rest at a row, and the delegate is notified then; a tap on a row turns the wheel to it.
open class UIPickerView: UIView {
  override class var standardHitTestClass: UIView.Type { UIPickerView.self }

  /// The height of rows without one from the delegate.
  static let rowHeight = 32.0
  /// Rows of a wheel; a data source that has more loses the others. Places of so many are exact.
  static let mostRows = 1 << 40
  static let naturalSize = Size(320, 216)
  private static let spacing = 5.0

  /// Where the numbers of components and rows come from. Setting another one counts them again.
  open weak var dataSource: (any UIPickerViewDataSource)? {
    didSet { if dataSource !== oldValue { reloadLater() } }
  }
  /// Decides what the rows show, and is notified of a choice. Setting another one asks for the rows again.
  open weak var delegate: (any UIPickerViewDelegate)? {
    didSet { if delegate !== oldValue { reloadLater() } }
  }
  private var wheelStorage: [PickerWheel] = []
  private var isLoaded = false
  private(set) final var limits = ListLimits()

  /// A picker without wheels; 320 by 216 points for a frame of no size.
  public override init(frame: Rect) {
    super.init(frame: frame.size == .zero ? Rect(origin: frame.origin, size: Self.naturalSize) : frame)
  }

  /// As `init(frame:)` at the origin, for `super.init(coder: coder)`.
  public override init?(coder: NSCoder, archive: Void = ()) {
    super.init(frame: Rect(origin: .zero, size: Self.naturalSize))
  }

  // MARK: Rows

  /// The wheels; counted when they are first needed.
  final var wheels: [PickerWheel] {
    if !isLoaded, dataSource != nil { reloadAllComponents() }
    return wheelStorage
  }

  private func reloadLater() {
    if dataSource == nil { return reloadAllComponents() }
    isLoaded = false
    setNeedsLayout()
    setNeedsDisplay()
  }

  /// The number of wheels.
  public final var numberOfComponents: Int { wheels.count }

  /// The number of a wheel's rows; 0 for a wheel that does not exist.
  open func numberOfRows(inComponent component: Int) -> Int { wheel(component)?.count ?? 0 }

  /// Counts wheels and rows anew, and asks for other rows. Wheels that stay keep their selection, as far as there are rows.
  open func reloadAllComponents() {
    isLoaded = true
    let answer = dataSource?.numberOfComponents(in: self) ?? 0
    let count = limits.wheels(answer)
    while wheelStorage.count > count { wheelStorage.removeLast().removeFromSuperview() }
    while wheelStorage.count < count {
      let wheel = PickerWheel(self, wheelStorage.count)
      wheelStorage.append(wheel)
      addSubview(wheel)
    }
    for component in 0..<count { reloadComponent(component) }
    setNeedsLayout()
  }

  /// Counts a wheel's rows anew, and asks for other rows.
  open func reloadComponent(_ component: Int) {
    guard let wheel = wheel(component) else { return }
    let count = dataSource?.pickerView(self, numberOfRowsInComponent: component) ?? 0
    let height = delegate?.pickerView(self, rowHeightForComponent: component) ?? Self.rowHeight
    wheel.reload(min(max(count, 0), Self.mostRows), height.isFinite && height >= 1 ? height : Self.rowHeight)
    setNeedsDisplay()
  }

  private func wheel(_ component: Int) -> PickerWheel? {
    wheels.indices.contains(component) ? wheels[component] : nil
  }

  /// The row at which a wheel came to rest; -1 for a wheel without rows, or that does not exist.
  open func selectedRow(inComponent component: Int) -> Int { wheel(component)?.selected ?? -1 }

  /// Turns a wheel to a row. The delegate is not notified. Without effect for a row that does not exist.
  open func selectRow(_ row: Int, inComponent component: Int, animated: Bool) {
    wheel(component)?.select(row, animated: animated)
  }

  /// The view that shows a row now; nil for a row that is out of sight.
  open func view(forRow row: Int, forComponent component: Int) -> UIView? { wheel(component)?.shown[row] }

  /// The size of a wheel's rows; zero for a wheel that does not exist.
  open func rowSize(forComponent component: Int) -> Size {
    guard let wheel = wheel(component) else { return .zero }
    layoutIfNeeded()
    return Size(wheel.bounds.width, wheel.rowHeight)
  }

  /// A wheel came to rest at another row, by a finger.
  final func choose(_ row: Int, _ component: Int) {
    delegate?.pickerView(self, didSelectRow: row, inComponent: component)
  }

  /// A row's view, which the delegate makes.
  final func makeRow(_ row: Int, _ component: Int, reusing view: UIView?) -> UIView {
    delegate?.pickerView(self, viewForRow: row, forComponent: component, reusing: view)
      ?? view ?? UIView()
  }

  // MARK: Layout and looks

  open override func sizeThatFits(_ size: Size) -> Size { Self.naturalSize }
  open override var intrinsicContentSize: Size { Self.naturalSize }

  open override func layoutSubviews() {
    super.layoutSubviews()
    let wheels = wheels
    let room = max(bounds.width - Self.spacing * Double(wheels.count + 1), 0)
    let widths = wheels.indices.map { component -> Double in
      let width = delegate?.pickerView(self, widthForComponent: component) ?? 0
      return width.isFinite && width > 0 ? width : room / Double(wheels.count)
    }
    let whole = widths.reduce(0, +) + Self.spacing * Double(max(wheels.count - 1, 0))
    var x = bounds.midX - whole / 2
    for (wheel, width) in zip(wheels, widths) {
      wheel.place(mirrored(Rect(x, bounds.minY, width, bounds.height)))
      x += width + Self.spacing
    }
  }

  /// A gray band behind the rows that are selected.
  open override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current, let height = wheels.map(\.rowHeight).max() else { return }
    let band = Rect(bounds.minX + 9, bounds.midY - height / 2, max(bounds.width - 18, 0), height)
    drawing.fill(band, .tertiarySystemFill, cornerRadius: 8)
  }

  // MARK: Accessibility: with one wheel the picker stands for it, with several each wheel for itself

  override var accessibilityDefault: AccessibilityDefault {
    guard wheels.count == 1 else { return AccessibilityDefault() }
    return .init(isElement: true, value: wheels[0].selectedText, traits: .adjustable)
  }
  open override func accessibilityIncrement() { if wheels.count == 1 { wheels[0].step(1) } }
  open override func accessibilityDecrement() { if wheels.count == 1 { wheels[0].step(-1) } }
}
