/// What a date picker chooses.
struct DateSettings {
  var mode = UIDatePickerMode.dateAndTime
  var limits: (low: CalendarDate?, high: CalendarDate?) = (nil, nil)
  var interval = 1
}

/// What a date picker shows in place of its wheels.
class DateFace: UIView {
  /// Called with what the user has chosen.
  final var chose: (CalendarDate) -> Void = { _ in }
  final private(set) var date = CalendarDate(secondsSince1970: 0)
  final private(set) var settings = DateSettings()

  /// The size that it would like to have.
  var naturalSize: Size { .zero }

  func show(_ date: CalendarDate, _ settings: DateSettings) {
    (self.date, self.settings) = (date, settings)
  }

  /// The day of one date and the time of another one.
  static func join(_ day: CalendarDate, _ time: CalendarDate) -> CalendarDate {
    CalendarDate(
      year: day.year, month: day.month, day: day.day, hour: time.hour, minute: time.minute,
      second: time.second)
  }

  static func text(ofDay date: CalendarDate) -> String {
    "\(DateColumns.months[date.month - 1].prefix(3)) \(date.day), \(date.year)"
  }

  static func text(ofTime date: CalendarDate) -> String {
    "\(date.hour):\(date.minute < 10 ? "0" : "")\(date.minute)"
  }
}

/// A calendar, and a button for the time if that is chosen, too.
final class InlineDateFace: DateFace {
  let grid = MonthGrid()
  private let label = UILabel()
  private let time = CompactDateFace()

  override func setUpParts() {
    super.setUpParts()
    label.text = "Time"
    for view in [grid, label, time] { addSubview(view) }
    grid.onTap = { [weak self] day in
      if let self { chose(Self.join(day, date)) }
    }
    time.chose = { [weak self] in self?.chose($0) }
  }

  private var hasTime: Bool { settings.mode == .dateAndTime }
  override var naturalSize: Size {
    Size(MonthGrid.naturalSize.width, MonthGrid.naturalSize.height + (hasTime ? 44 : 0))
  }

  override func show(_ date: CalendarDate, _ settings: DateSettings) {
    super.show(date, settings)
    grid.limits = settings.limits
    grid.chosen = date
    var ofTime = settings
    ofTime.mode = .time
    time.show(date, ofTime)
    for view in [label, time] { view.isHidden = !hasTime }
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let height = max(bounds.height - (hasTime ? 44 : 0), 0)
    grid.frame = Rect(0, 0, bounds.width, height)
    let size = time.naturalSize
    label.frame = Rect(12, height, max(bounds.width - size.width - 24, 0), 44)
    time.frame = Rect(bounds.width - size.width - 8, height + (44 - size.height) / 2, size.width, size.height)
  }
}

/// Buttons with the day and the time, which show what these are chosen with.
final class CompactDateFace: DateFace {
  let dayButton = UIButton(type: .system)
  let timeButton = UIButton(type: .system)
  private static let gap = 6.0

  override func setUpParts() {
    super.setUpParts()
    for (button, mode) in [(dayButton, UIDatePickerMode.date), (timeButton, .time)] {
      button.configuration = .gray()
      button.addAction(
        UIAction { [weak self, weak button] _ in
          if let button { self?.open(mode, from: button) }
        }, for: .touchUpInside)
      addSubview(button)
    }
  }

  private var buttons: [UIButton] { [dayButton, timeButton].filter { !$0.isHidden } }

  override var naturalSize: Size {
    let sizes = buttons.map { $0.sizeThatFits(.zero) }
    let width = sizes.reduce(0) { $0 + $1.width } + Self.gap * Double(max(sizes.count - 1, 0))
    return Size(width, sizes.map(\.height).max() ?? 0)
  }

  override func show(_ date: CalendarDate, _ settings: DateSettings) {
    super.show(date, settings)
    dayButton.isHidden = settings.mode == .time
    timeButton.isHidden = settings.mode == .date
    dayButton.configuration?.title = Self.text(ofDay: date)
    timeButton.configuration?.title = Self.text(ofTime: date)
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    var x = 0.0
    for button in buttons {
      let width = button.sizeThatFits(.zero).width
      button.frame = Rect(x, 0, width, bounds.height)
      x += width + Self.gap
    }
  }

  override func contentSizeMayHaveChanged() {
    setNeedsLayout()
    superview?.invalidateIntrinsicContentSize()
    // Beside days it is placed by its size.
    superview?.setNeedsLayout()
  }

  private func open(_ mode: UIDatePickerMode, from button: UIButton) {
    let picker = UIDatePicker()
    picker.datePickerMode = mode
    picker.preferredDatePickerStyle = mode == .date ? .inline : .wheels
    picker.minuteInterval = settings.interval
    (picker.minimumDate, picker.maximumDate) = settings.limits
    picker.date = date
    let panel = DatePanel.show(picker, from: button)
    picker.addAction(
      UIAction { [weak self, weak picker, weak panel] _ in
        guard let self, let picker else { return }
        chose(mode == .date ? Self.join(picker.date, date) : picker.date)
        // The day is chosen by one tap, the time by several wheels.
        if mode == .date { panel?.close() } else { picker.date = date }
      }, for: .valueChanged)
  }
}
