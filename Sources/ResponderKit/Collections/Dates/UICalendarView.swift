/// Asked about the days of a calendar.
public protocol UICalendarViewDelegate: AnyObject {
  /// What is shown below the number of a day; nil: nothing.
  func calendarView(_ calendarView: UICalendarView, decorationFor dateComponents: CalendarDay)
    -> UICalendarView.Decoration?
  /// Called when another month has come into sight. Does nothing unless implemented.
  func calendarView(
    _ calendarView: UICalendarView, didChangeVisibleDateComponentsFrom previousDateComponents: CalendarDay)
}

extension UICalendarViewDelegate {
  public func calendarView(
    _ calendarView: UICalendarView, didChangeVisibleDateComponentsFrom previousDateComponents: CalendarDay
  ) {}
}

/// A month of a calendar, with ways to the others: its days can be selected, and have decorations of the program's.
open class UICalendarView: UIView {
  override class var standardHitTestClass: UIView.Type { UICalendarView.self }

  /// Asked for decorations, for each month that comes into sight.
  open weak var delegate: (any UICalendarViewDelegate)? { didSet { showDays() } }
  /// What can be selected; nil, the default: nothing.
  open var selectionBehavior: UICalendarSelection? {
    didSet {
      if oldValue !== selectionBehavior { oldValue?.view = nil }
      selectionBehavior?.view = self
      grid.showSelection()
    }
  }
  /// The first and the last day that can be selected: days outside are dim, and months outside are not shown. All dates by default.
  open var availableDateRange =
    CalendarDate(
      year: 1, month: 1, day: 1)...CalendarDate(
      year: 9999, month: 12, day: 31, hour: 23, minute: 59, second: 59)
  {
    didSet {
      grid.limits = (availableDateRange.lowerBound, availableDateRange.upperBound)
      bring(grid.month)
    }
  }
  /// Whether the delegate is asked for decorations, and days have room for them. True by default.
  open var wantsDateDecorations = true {
    didSet {
      guard wantsDateDecorations != oldValue else { return }
      invalidateIntrinsicContentSize()
      showDays()
    }
  }

  final let grid = MonthGrid()

  override func setUpParts() {
    super.setUpParts()
    addSubview(grid)
    grid.isMarked = { [weak self] in self?.selectionBehavior?.isSelected(CalendarDay($0)) ?? false }
    grid.mayChoose = { [weak self] in self?.selectionBehavior?.canSelect(CalendarDay($0)) ?? true }
    grid.onTap = { [weak self] in self?.selectionBehavior?.tapped(CalendarDay($0)) }
    grid.onTurn = { [weak self] old in
      guard let self else { return }
      delegate?.calendarView(
        self, didChangeVisibleDateComponentsFrom: CalendarDay(year: old.year, month: old.month))
    }
    showDays()
  }

  /// Shows the decorations of days, for which the delegate is asked.
  final func showDays() {
    grid.decoration =
      wantsDateDecorations
      ? { [weak self] date in
        guard let self else { return nil }
        return delegate?.calendarView(self, decorationFor: CalendarDay(date))
      } : nil
  }

  /// The month that is seen, January 1970 at first: unlike UIKit's, the view does not know the present date.
  open var visibleDateComponents: CalendarDay {
    get { CalendarDay(year: grid.month.year, month: grid.month.month) }
    set { setVisibleDateComponents(newValue, animated: false) }
  }

  /// Brings a month into sight, or the nearest one that is available. Without effect for one that does not exist; `animated` has no effect.
  open func setVisibleDateComponents(_ dateComponents: CalendarDay, animated: Bool) {
    if let date = dateComponents.date { bring(date) }
  }

  private func bring(_ date: CalendarDate) {
    let range = availableDateRange
    grid.bring(min(max(date, range.lowerBound), range.upperBound))
  }

  /// Asks the delegate anew for the decorations of days, as far as they are seen.
  open func reloadDecorations(forDateComponents dates: [CalendarDay], animated: Bool) {
    grid.reload(dates.compactMap(\.date))
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    grid.frame = bounds
  }

  open override func sizeThatFits(_ size: Size) -> Size {
    let natural = MonthGrid.naturalSize
    return Size(natural.width, natural.height + (wantsDateDecorations ? 6 * 12 : 0))
  }
  open override var intrinsicContentSize: Size { sizeThatFits(.zero) }
}
