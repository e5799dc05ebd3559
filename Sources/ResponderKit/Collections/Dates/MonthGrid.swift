/// A month of a calendar: its name with ways to the months around, and its days below the names of weekdays.
final class MonthGrid: UIView {
  static let naturalSize = Size(320, 44 + 24 + 6 * 40)
  private static let headHeight = 44.0
  private static let namesHeight = 24.0

  /// The day that is chosen. Another one brings its month into sight.
  var chosen = CalendarDate(secondsSince1970: 0) {
    didSet {
      if chosen.year != month.year || chosen.month != month.month { month = Self.first(of: chosen) }
      show()
    }
  }
  /// The first and the last day that can be chosen; nil: no limit.
  var limits: (low: CalendarDate?, high: CalendarDate?) = (nil, nil) { didSet { show() } }
  /// Called with a day that was tapped, at midnight.
  var onTap: (CalendarDate) -> Void = { _ in }
  /// Whether a day is selected, in place of `chosen`.
  var isMarked: ((CalendarDate) -> Bool)?
  /// Whether a day within the limits can be chosen.
  var mayChoose: (CalendarDate) -> Bool = { _ in true }
  /// The decoration below a day's number; nil: days have no room for one.
  var decoration: ((CalendarDate) -> UICalendarView.Decoration?)? { didSet { show() } }
  /// Called with the previous month when another one is shown.
  var onTurn: (CalendarDate) -> Void = { _ in }
  /// The first day of the month that is seen.
  private(set) var month = CalendarDate(year: 1970, month: 1, day: 1) {
    didSet {
      guard month != oldValue else { return }
      show()
      onTurn(oldValue)
    }
  }
  private let titleLabel = UILabel()
  let back = UIButton(type: .system)
  let forth = UIButton(type: .system)
  private let names = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"].map { name in
    let label = UILabel()
    label.text = name
    label.font = UIFont(size: 13, weight: .semibold)
    label.textColor = .tertiaryLabel
    label.textAlignment = .center
    return label
  }
  private(set) var days: [DayCell] = []

  override func setUpParts() {
    super.setUpParts()
    titleLabel.font = UIFont(size: 17, weight: .semibold)
    days = (0..<31).map { DayCell(number: $0 + 1) }
    for view in [titleLabel, back, forth] + names + days as [UIView] { addSubview(view) }
    for (button, symbol, step) in [(back, "chevron.left", -1), (forth, "chevron.right", 1)] {
      button.setImage(UIImage(systemName: symbol), for: .normal)
      button.accessibilityLabel = step < 0 ? "Previous Month" : "Next Month"
      button.addAction(UIAction { [weak self] _ in self?.turn(step) }, for: .touchUpInside)
      let swipe = UISwipeGestureRecognizer()
      swipe.direction = step < 0 ? .right : .left
      swipe.addAction { [weak self] _ in self?.turn(step) }
      addGestureRecognizer(swipe)
    }
    for day in days {
      day.addAction(
        UIAction { [weak self, weak day] _ in
          if let self, let day { onTap(month.adding(days: day.number - 1)) }
        }, for: .touchUpInside)
    }
    show()
  }

  private static func first(of date: CalendarDate) -> CalendarDate {
    CalendarDate(year: date.year, month: date.month, day: 1)
  }

  /// Brings the month of a day into sight.
  func bring(_ date: CalendarDate) { month = Self.first(of: date) }

  /// Asks for the decorations of some days, as far as they are seen.
  func reload(_ dates: [CalendarDate]) {
    for day in days where !day.isHidden {
      let date = month.adding(days: day.number - 1)
      if dates.contains(where: { $0.dayNumber == date.dayNumber }) { day.decoration = decoration?(date) }
    }
  }

  /// Whether a month has a day that can be chosen.
  private func canTurn(_ step: Int) -> Bool {
    let other = month.adding(months: step)
    guard other != month, other.day == 1 else { return false }
    if step < 0, let low = limits.low { return month > low }
    if step > 0, let high = limits.high { return other <= high }
    return true
  }

  private func turn(_ step: Int) { if canTurn(step) { month = month.adding(months: step) } }

  private func canChoose(_ day: CalendarDate) -> Bool {
    if let low = limits.low, day.dayNumber < low.dayNumber { return false }
    if let high = limits.high, day.dayNumber > high.dayNumber { return false }
    return true
  }

  /// Which days are selected, and which can be.
  func showSelection() {
    for day in days where !day.isHidden {
      let date = month.adding(days: day.number - 1)
      day.isEnabled = canChoose(date) && mayChoose(date)
      day.isSelected = isMarked.map { $0(date) } ?? (date.dayNumber == chosen.dayNumber)
      day.setNeedsDisplay()
    }
  }

  private func show() {
    titleLabel.text = "\(DateColumns.months[month.month - 1]) \(month.year)"
    (back.isEnabled, forth.isEnabled) = (canTurn(-1), canTurn(1))
    let count = CalendarDate.days(inMonth: month.month, of: month.year)
    for day in days {
      let date = month.adding(days: day.number - 1)
      day.isHidden = day.number > count
      // Beyond the month's end the dates are those of the next one.
      guard !day.isHidden else { continue }
      day.hasRoom = decoration != nil
      day.decoration = decoration?(date)
      day.accessibilityLabel = "\(DateColumns.months[month.month - 1]) \(day.number)"
    }
    showSelection()
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let width = bounds.width / 7
    titleLabel.frame = Rect(12, 0, max(bounds.width - 112, 0), Self.headHeight)
    forth.frame = Rect(bounds.width - 48, 0, 44, Self.headHeight)
    back.frame = Rect(bounds.width - 96, 0, 44, Self.headHeight)
    for (index, name) in names.enumerated() {
      name.frame = Rect(Double(index) * width, Self.headHeight, width, Self.namesHeight)
    }
    let top = Self.headHeight + Self.namesHeight
    let height = max(bounds.height - top, 0) / 6
    for day in days {
      let place = month.weekday - 1 + day.number - 1
      day.frame = Rect(Double(place % 7) * width, top + Double(place / 7) * height, width, height)
    }
  }
}

/// A day of a month.
final class DayCell: UIControl {
  override class var standardHitTestClass: UIView.Type { DayCell.self }

  let number: Int
  /// Whether there is room below the number.
  var hasRoom = false
  var decoration: UICalendarView.Decoration? { didSet { if decoration !== oldValue { showDecoration() } } }
  private var decorationView: UIView?

  init(number: Int) {
    self.number = number
    super.init(frame: .zero)
  }

  override func draw(_ rect: Rect) {
    guard let drawing = Drawing.current else { return }
    let room = numberRoom
    let side = min(room.width, room.height, 40)
    let circle = Rect(room.midX - side / 2, room.midY - side / 2, side, side)
    if isSelected { drawing.fillEllipse(in: circle, tintColor.withAlphaComponent(0.15)) }
    let font = UIFont(size: 20, weight: isSelected ? .semibold : .regular)
    let color: UIColor = !isEnabled ? UIColor.tertiaryLabel : isSelected ? tintColor : .label
    drawing.text("\(number)", in: room, font: font, color, alignment: .center)
    guard let decoration else { return }
    let below = Point(bounds.midX, (room.maxY + bounds.maxY) / 2)
    let size = decoration.size.points
    switch decoration.kind {
    case .dot:
      let dot = size * 2 / 3
      drawing.fillEllipse(in: Rect(below.x - dot / 2, below.y - dot / 2, dot, dot), decoration.color)
    case .image(let image):
      drawing.image(image, in: image.place(around: below, longest: size), tint: decoration.color)
    case .view: break
    }
  }

  private var numberRoom: Rect {
    hasRoom ? bounds.inset(by: EdgeInsets(bottom: min(14, bounds.height / 3))) : bounds
  }

  private func showDecoration() {
    decorationView?.removeFromSuperview()
    decorationView = nil
    if case .view(let make) = decoration?.kind {
      let view = make()
      view.isUserInteractionEnabled = false
      decorationView = view
      addSubview(view)
    }
    setNeedsLayout()
    setNeedsDisplay()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    guard let view = decorationView else { return }
    let (size, top) = (view.sizeThatFits(.zero), numberRoom.maxY)
    view.frame = Rect(
      bounds.midX - size.width / 2, (top + bounds.maxY - size.height) / 2, size.width, size.height)
  }
}
