/// What of a `UICalendarView` can be selected: one of the subclasses.
open class UICalendarSelection: NSObject {
  /// The view that it belongs to.
  final weak var view: UICalendarView?

  /// Asks the delegate anew which days can be selected.
  open func updateSelectableDates() { view?.grid.showSelection() }

  func isSelected(_ day: CalendarDay) -> Bool { false }
  func canSelect(_ day: CalendarDay) -> Bool { true }
  func tapped(_ day: CalendarDay) {}
}

/// Asked and notified about a day that is selected.
public protocol UICalendarSelectionSingleDateDelegate: AnyObject {
  /// Called when the user has selected a day, or, with nil, deselected it.
  func dateSelection(_ selection: UICalendarSelectionSingleDate, didSelectDate dateComponents: CalendarDay?)
  /// Whether a day can be selected, or, with nil, whether the selected one can be deselected. True unless implemented.
  func dateSelection(_ selection: UICalendarSelectionSingleDate, canSelectDate dateComponents: CalendarDay?)
    -> Bool
}

extension UICalendarSelectionSingleDateDelegate {
  public func dateSelection(
    _ selection: UICalendarSelectionSingleDate, canSelectDate dateComponents: CalendarDay?
  ) -> Bool { true }
}

/// One day, or none.
public final class UICalendarSelectionSingleDate: UICalendarSelection {
  /// Asked and notified.
  public private(set) weak var delegate: (any UICalendarSelectionSingleDateDelegate)?
  /// The day that is selected. Setting it notifies no delegate.
  public var selectedDate: CalendarDay? { didSet { view?.grid.showSelection() } }

  /// A selection without a day. The delegate is not kept alive.
  public init(delegate: (any UICalendarSelectionSingleDateDelegate)?) {
    self.delegate = delegate
    super.init()
  }

  /// Sets the day, and brings it into sight. `animated` has no effect.
  public func setSelected(_ dateComponents: CalendarDay?, animated: Bool) {
    selectedDate = dateComponents
    if let dateComponents { view?.setVisibleDateComponents(dateComponents, animated: animated) }
  }

  override func isSelected(_ day: CalendarDay) -> Bool { selectedDate.map { $0.date == day.date } ?? false }
  override func canSelect(_ day: CalendarDay) -> Bool {
    delegate?.dateSelection(self, canSelectDate: day) ?? true
  }

  override func tapped(_ day: CalendarDay) {
    let new = isSelected(day) ? nil : day
    guard delegate?.dateSelection(self, canSelectDate: new) ?? true else { return }
    selectedDate = new
    delegate?.dateSelection(self, didSelectDate: new)
  }
}

/// Asked and notified about days that are selected.
public protocol UICalendarSelectionMultiDateDelegate: AnyObject {
  /// Called when the user has selected a day.
  func multiDateSelection(
    _ selection: UICalendarSelectionMultiDate, didSelectDate dateComponents: CalendarDay)
  /// Called when the user has deselected a day.
  func multiDateSelection(
    _ selection: UICalendarSelectionMultiDate, didDeselectDate dateComponents: CalendarDay)
  /// Whether a day can be selected. True unless implemented.
  func multiDateSelection(
    _ selection: UICalendarSelectionMultiDate, canSelectDate dateComponents: CalendarDay
  ) -> Bool
  /// Whether a day can be deselected. True unless implemented.
  func multiDateSelection(
    _ selection: UICalendarSelectionMultiDate, canDeselectDate dateComponents: CalendarDay
  ) -> Bool
}

extension UICalendarSelectionMultiDateDelegate {
  public func multiDateSelection(
    _ selection: UICalendarSelectionMultiDate, canSelectDate dateComponents: CalendarDay
  ) -> Bool { true }
  public func multiDateSelection(
    _ selection: UICalendarSelectionMultiDate, canDeselectDate dateComponents: CalendarDay
  ) -> Bool { true }
}

/// Any number of days.
public final class UICalendarSelectionMultiDate: UICalendarSelection {
  /// Asked and notified.
  public private(set) weak var delegate: (any UICalendarSelectionMultiDateDelegate)?
  /// The days that are selected, in the order in which they were. Setting them notifies no delegate.
  public var selectedDates: [CalendarDay] = [] { didSet { view?.grid.showSelection() } }

  /// A selection without days. The delegate is not kept alive.
  public init(delegate: (any UICalendarSelectionMultiDateDelegate)?) {
    self.delegate = delegate
    super.init()
  }

  /// Sets the days. `animated` has no effect.
  public func setSelectedDates(_ selectedDates: [CalendarDay], animated: Bool) {
    self.selectedDates = selectedDates
  }

  override func isSelected(_ day: CalendarDay) -> Bool { selectedDates.contains { $0.date == day.date } }
  override func canSelect(_ day: CalendarDay) -> Bool {
    delegate?.multiDateSelection(self, canSelectDate: day) ?? true
  }

  override func tapped(_ day: CalendarDay) {
    if isSelected(day) {
      guard delegate?.multiDateSelection(self, canDeselectDate: day) ?? true else { return }
      selectedDates.removeAll { $0.date == day.date }
      delegate?.multiDateSelection(self, didDeselectDate: day)
    } else if canSelect(day) {
      selectedDates.append(day)
      delegate?.multiDateSelection(self, didSelectDate: day)
    }
  }
}
