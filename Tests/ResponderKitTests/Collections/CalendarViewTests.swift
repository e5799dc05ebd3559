import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Calendars whose days are selected and decorated.
@Suite("Calendars", .hangLimit) struct CalendarViewTests {
  /// Logs what it is asked and notified of; the 13th can not be selected, the 20th not be deselected.
  private final class Delegate: UICalendarViewDelegate, UICalendarSelectionSingleDateDelegate,
    UICalendarSelectionMultiDateDelegate
  {
    let log: Log
    var decorated: [Int: UICalendarView.Decoration] = [:]
    var questions = 0
    init(_ log: Log) { self.log = log }

    func calendarView(_ view: UICalendarView, decorationFor day: CalendarDay) -> UICalendarView.Decoration? {
      questions += 1
      return decorated[day.day ?? 0]
    }
    func calendarView(_ view: UICalendarView, didChangeVisibleDateComponentsFrom old: CalendarDay) {
      log("from \(old.year ?? 0)-\(old.month ?? 0)")
    }
    func dateSelection(_ selection: UICalendarSelectionSingleDate, didSelectDate day: CalendarDay?) {
      log("selected \(day?.day ?? 0)")
    }
    func dateSelection(_ selection: UICalendarSelectionSingleDate, canSelectDate day: CalendarDay?) -> Bool {
      day?.day != 13
    }
    func multiDateSelection(_ selection: UICalendarSelectionMultiDate, didSelectDate day: CalendarDay) {
      log("selected \(day.day ?? 0)")
    }
    func multiDateSelection(_ selection: UICalendarSelectionMultiDate, didDeselectDate day: CalendarDay) {
      log("deselected \(day.day ?? 0)")
    }
    func multiDateSelection(_ selection: UICalendarSelectionMultiDate, canSelectDate day: CalendarDay) -> Bool
    { day.day != 13 }
    func multiDateSelection(_ selection: UICalendarSelectionMultiDate, canDeselectDate day: CalendarDay)
      -> Bool
    { day.day != 20 }
  }

  /// A calendar that shows November 2026.
  private func onCalendar(
    _ body: @escaping @Sendable (Stage, UICalendarView, Delegate, (Int) -> Void) throws -> Void
  ) rethrows {
    try onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let (view, delegate) = (UICalendarView(frame: Rect(20, 60, 320, 380)), Delegate(stage.log))
      view.visibleDateComponents = CalendarDay(year: 2026, month: 11)
      view.delegate = delegate
      root.addSubview(view)
      stage.wait(20)
      try body(stage, view, delegate) { day in
        let cell = view.grid.days[day - 1]
        let box = cell.convert(cell.bounds, to: nil)
        stage.tap(box.midX, box.midY, after: 500)
        stage.wait(20)
      }
    }
  }

  private func selected(_ view: UICalendarView) -> [Int] {
    view.grid.days.filter { $0.isSelected && !$0.isHidden }.map(\.number)
  }

  @Test("One day is selected by a tap, and deselected by another one, as the delegate allows")
  func oneDay() {
    onCalendar { stage, view, delegate, tap in
      tap(5)
      #expect(selected(view) == [] && stage.log.take() == [], "without a selection nothing is selected")
      let selection = UICalendarSelectionSingleDate(delegate: delegate)
      view.selectionBehavior = selection
      #expect(!view.grid.days[12].isEnabled && view.grid.days[11].isEnabled)
      tap(5)
      tap(7)
      tap(13)
      #expect(selection.selectedDate == CalendarDay(year: 2026, month: 11, day: 7) && selected(view) == [7])
      tap(7)
      #expect(selection.selectedDate == nil && selected(view) == [])
      #expect(stage.log.take() == ["selected 5", "selected 7", "selected 0"])
      selection.setSelected(CalendarDay(year: 2027, month: 2, day: 28), animated: true)
      #expect(selected(view) == [28] && view.visibleDateComponents == CalendarDay(year: 2027, month: 2))
      #expect(stage.log.take() == ["from 2026-11"])
      view.selectionBehavior = nil
      #expect(selected(view) == [])
    }
  }

  @Test("Several days are selected and deselected one by one, as the delegate allows")
  func severalDays() {
    onCalendar { stage, view, delegate, tap in
      let selection = UICalendarSelectionMultiDate(delegate: delegate)
      view.selectionBehavior = selection
      for day in [20, 5, 13, 9, 5, 20] { tap(day) }
      #expect(stage.log.take() == ["selected 20", "selected 5", "selected 9", "deselected 5"])
      #expect(selection.selectedDates.map(\.day) == [20, 9] && selected(view) == [9, 20])
      selection.setSelectedDates([CalendarDay(year: 2026, month: 11, day: 1)], animated: false)
      #expect(selected(view) == [1] && stage.log.take() == [])
    }
  }

  @Test("Only months with available days are seen, and other days can not be selected")
  func available() {
    onCalendar { stage, view, delegate, tap in
      view.selectionBehavior = UICalendarSelectionSingleDate(delegate: delegate)
      view.availableDateRange =
        CalendarDate(year: 2026, month: 12, day: 10)...CalendarDate(year: 2027, month: 1, day: 5)
      #expect(view.visibleDateComponents == CalendarDay(year: 2026, month: 12) && !view.grid.back.isEnabled)
      #expect(!view.grid.days[8].isEnabled && view.grid.days[9].isEnabled)
      view.setVisibleDateComponents(CalendarDay(year: 2030, month: 3), animated: true)
      #expect(view.visibleDateComponents == CalendarDay(year: 2027, month: 1) && !view.grid.forth.isEnabled)
      stage.wait(20)
      _ = stage.log.take()
      tap(6)
      tap(5)
      #expect(stage.log.take() == ["selected 5"])
      view.setVisibleDateComponents(CalendarDay(year: 2026, month: 14), animated: true)
      #expect(view.visibleDateComponents.month == 1, "a month that does not exist")
    }
  }

  @Test("Decorations are below the numbers of their days, and are asked for anew when the program says so")
  func decorations() {
    onCalendar { stage, view, delegate, _ in
      let badge = UIView(frame: Rect(0, 0, 10, 8))
      delegate.decorated = [3: .default(color: .red, size: .large), 4: .customView { badge }]
      view.reloadDecorations(
        forDateComponents: [3, 4].map { CalendarDay(year: 2026, month: 11, day: $0) }, animated: false)
      stage.wait(20)
      let cell = view.grid.days[2]
      let box = cell.convert(cell.bounds, to: nil)
      #expect(stage.window.snapshot().color(x: Int(box.midX), y: Int(box.maxY) - 7) == .red)
      #expect(badge.superview === view.grid.days[3] && badge.frame.maxY <= view.grid.days[3].bounds.maxY)
      delegate.decorated = [5: .default()]
      view.reloadDecorations(forDateComponents: [CalendarDay(year: 2026, month: 11, day: 3)], animated: false)
      #expect(cell.decoration == nil && badge.superview != nil && view.grid.days[4].decoration == nil)
      view.setVisibleDateComponents(CalendarDay(year: 2026, month: 10), animated: false)
      #expect(badge.superview == nil && view.grid.days[4].decoration != nil)
      delegate.questions = 0
      view.selectionBehavior?.updateSelectableDates()
      #expect(delegate.questions == 0)
      let height = view.intrinsicContentSize.height
      view.wantsDateDecorations = false
      #expect(view.grid.days[4].decoration == nil && view.intrinsicContentSize.height < height)
    }
  }

  @Test("A day that does not exist is no date")
  func days() {
    #expect(CalendarDay(year: 2028, month: 2, day: 29).date == CalendarDate(year: 2028, month: 2, day: 29))
    #expect(CalendarDay(year: 2026, month: 3).date == CalendarDate(year: 2026, month: 3, day: 1))
    for day in [
      CalendarDay(year: 2026, month: 2, day: 29), CalendarDay(year: 2026, day: 1), CalendarDay(month: 1),
      CalendarDay(year: 0, month: 1), CalendarDay(year: 2026, month: 0), CalendarDay(year: 2026, month: 13),
      CalendarDay(year: 2026, month: 1, day: 0), CalendarDay(year: 2026, month: 1, day: .max),
    ] { #expect(day.date == nil) }
  }
}
