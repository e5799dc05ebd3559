/// Wheels, buttons or a calendar by which the user chooses a day, a time, or a duration.
open class UIDatePicker: UIControl {
  override class var standardHitTestClass: UIView.Type { UIDatePicker.self }

  /// UIKit's name for it in Swift.
  public typealias Mode = UIDatePickerMode

  private let picker: UIPickerView = DateWheels()
  private let columns = DateColumns()
  private var chosen = CalendarDate(secondsSince1970: 0)
  /// The view in place of the wheels.
  final private(set) var face: DateFace?

  /// What is chosen; day and time by default. The date stays.
  open var datePickerMode = UIDatePickerMode.dateAndTime {
    didSet {
      guard datePickerMode != oldValue else { return }
      columns.mode = datePickerMode
      picker.reloadAllComponents()
      styleChanged()
      turnWheels(animated: false)
    }
  }

  /// The date that is chosen, within the limits and at a multiple of the interval. Setting it sends no event. At first it is January 1,
  /// 1970: unlike UIKit's, the picker does not know the present date.
  open var date: CalendarDate {
    get { chosen }
    set { setDate(newValue, animated: false) }
  }

  /// The earliest date; nil: none. When it is later than `maximumDate`, neither is used.
  open var minimumDate: CalendarDate? { didSet { setDate(chosen, animated: false) } }
  /// The latest date; nil: none.
  open var maximumDate: CalendarDate? { didSet { setDate(chosen, animated: false) } }

  /// How it looks, where the mode allows it: a duration is chosen by wheels, a time alone by wheels or a button.
  open var preferredDatePickerStyle = UIDatePickerStyle.automatic {
    didSet { if preferredDatePickerStyle != oldValue { styleChanged() } }
  }

  /// How it looks: `wheels`, `compact` or `inline`.
  open var datePickerStyle: UIDatePickerStyle {
    switch preferredDatePickerStyle {
    case .compact where datePickerMode != .countDownTimer: .compact
    case .inline where datePickerMode == .date || datePickerMode == .dateAndTime: .inline
    default: .wheels
    }
  }

  private func styleChanged() {
    face?.removeFromSuperview()
    face =
      switch datePickerStyle {
      case .compact: CompactDateFace()
      case .inline: InlineDateFace()
      default: nil
      }
    picker.isHidden = face != nil
    if let face {
      face.chose = { [weak self] in self?.choose($0) }
      addSubview(face)
    }
    showFace()
    invalidateIntrinsicContentSize()
    setNeedsLayout()
  }

  private func showFace() {
    face?.show(chosen, DateSettings(mode: datePickerMode, limits: limits, interval: columns.interval))
    // Buttons are as wide as what they show.
    if face is CompactDateFace { invalidateIntrinsicContentSize() }
  }

  /// The user has chosen a date in another way than by wheels.
  private func choose(_ date: CalendarDate) {
    let new = allowed(date)
    let hasChanged = new != chosen
    setDate(new, animated: false)
    if hasChanged { sendActions(for: .valueChanged) }
  }

  /// The minutes from one row to the next; only a divisor of 60 up to 30 counts, anything else is 1.
  open var minuteInterval = 1 {
    didSet {
      let isUsable = (1...30).contains(minuteInterval) && 60 % minuteInterval == 0
      let interval = isUsable ? minuteInterval : 1
      guard columns.interval != interval else { return }
      columns.interval = interval
      picker.reloadAllComponents()
      setDate(chosen, animated: false)
    }
  }

  /// The duration that is chosen in the mode `countDownTimer`, in seconds; a minute less than a day at the most.
  open var countDownDuration: Double {
    get { Double(chosen.hour * 3600 + chosen.minute * 60) }
    set {
      let seconds = newValue.isNaN ? 0 : Int(min(max(newValue, 0), 86_340))
      setDate(CalendarDate(dayNumber: chosen.dayNumber, secondOfDay: seconds), animated: false)
    }
  }

  override func setUpParts() {
    super.setUpParts()
    columns.chose = { [weak self] in self?.wheelsTurned() }
    picker.dataSource = columns
    picker.delegate = columns
    addSubview(picker)
    turnWheels(animated: false)
  }

  /// Chooses a date, and turns the wheels to it. Sends no event.
  open func setDate(_ date: CalendarDate, animated: Bool) {
    chosen = allowed(date)
    turnWheels(animated: animated)
    showFace()
  }

  /// The limits that count: none that are in the wrong order, and none of a duration.
  private var limits: (low: CalendarDate?, high: CalendarDate?) {
    guard columns.mode != .countDownTimer else { return (nil, nil) }
    if let minimumDate, let maximumDate, minimumDate > maximumDate { return (nil, nil) }
    return (minimumDate, maximumDate)
  }

  /// The nearest date that can be chosen: within the limits, and at a multiple of the interval if there is one between them.
  private func allowed(_ date: CalendarDate) -> CalendarDate {
    let (low, high) = limits
    var date = date
    if let low, date < low { date = low }
    if let high, date > high { date = high }
    let interval = columns.interval
    guard interval > 1, columns.mode != .date else { return date }
    let minutes = date.hour * 60 + date.minute / interval * interval
    let rounded = CalendarDate(dayNumber: date.dayNumber, secondOfDay: minutes * 60)
    guard let low, rounded < low else { return rounded }
    let next = CalendarDate(secondsSince1970: rounded.secondsSince1970 + Double(interval * 60))
    return high.map { next > $0 } == true ? date : next
  }

  private func turnWheels(animated: Bool) {
    for (component, row) in columns.rows(of: chosen).enumerated() {
      guard picker.selectedRow(inComponent: component) != row else { continue }
      picker.selectRow(row, inComponent: component, animated: animated)
    }
  }

  /// A finger turned a wheel: what can not be chosen turns to what can.
  private func wheelsTurned() {
    let rows = (0..<picker.numberOfComponents).map { picker.selectedRow(inComponent: $0) }
    let new = allowed(columns.date(of: rows, from: chosen))
    let hasChanged = new != chosen
    chosen = new
    turnWheels(animated: true)
    if hasChanged { sendActions(for: .valueChanged) }
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    picker.frame = bounds
    face?.frame = bounds
  }

  open override func sizeThatFits(_ size: Size) -> Size { face?.naturalSize ?? UIPickerView.naturalSize }
  open override var intrinsicContentSize: Size { sizeThatFits(.zero) }
}

/// The wheels of a date picker, whose direction they have.
private final class DateWheels: UIPickerView {
  override class var standardHitTestClass: UIView.Type { DateWheels.self }
  override var directionSource: UIView? { parent }
}
