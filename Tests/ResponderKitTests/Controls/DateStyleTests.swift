import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Date pickers that are calendars, and buttons that open them.
@Suite(.hangLimit) struct DateStyleTests {
  private func date(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) -> CalendarDate
  {
    CalendarDate(year: year, month: month, day: day, hour: hour, minute: minute)
  }

  /// A picker at the upper edge of the window, on November 26, 2026, 9:05.
  private func picker(
    _ style: UIDatePickerStyle, _ mode: UIDatePickerMode = .dateAndTime,
    _ body: @escaping @Sendable (Stage, UIDatePicker, Log) throws -> Void
  ) rethrows {
    try onStage { stage in
      let root = stage.show(UIView(frame: stage.window.bounds))
      let picker = UIDatePicker(frame: Rect(20, 60, 320, 352))
      picker.datePickerMode = mode
      picker.preferredDatePickerStyle = style
      picker.date = CalendarDate(year: 2026, month: 11, day: 26, hour: 9, minute: 5)
      if style == .compact { picker.frame.size = picker.sizeThatFits(.zero) }
      let log = stage.log
      picker.addAction(
        UIAction { [weak picker] _ in log("\(picker?.date.description ?? "")") }, for: .valueChanged)
      root.addSubview(picker)
      stage.wait(20)
      try body(stage, picker, log)
    }
  }

  private func tap(_ view: UIView, _ stage: Stage) {
    let box = view.convert(view.bounds, to: nil)
    stage.tap(box.midX, box.midY, after: 500)
    stage.wait(20)
  }

  /// The picker in the panel that is shown.
  private func opened(_ stage: Stage) -> UIDatePicker? {
    let panel = stage.window.subviews.last as? DatePanel
    return panel?.subviews.first?.subviews.first as? UIDatePicker
  }

  @Test func aDayOfTheCalendarIsChosenByATap() throws {
    try picker(.inline) { stage, picker, log in
      let grid = try #require((picker.face as? InlineDateFace)?.grid)
      // November 1, 2026, was a Sunday: the first column of the first row.
      #expect(grid.days[0].frame.minX == 0 && grid.days[30].isHidden && grid.days[25].isSelected)
      #expect(grid.days[6].frame.minY == grid.days[0].frame.minY && grid.days[7].frame.minX == 0)
      tap(grid.days[2], stage)
      #expect(log.take() == ["2026-11-03 09:05:00"] && grid.days[2].isSelected && !grid.days[25].isSelected)
      tap(grid.days[2], stage)
      #expect(log.take() == [])
      tap(grid.forth, stage)
      #expect(grid.month == date(2026, 12, 1) && !grid.days[30].isHidden && !grid.days[2].isSelected)
      tap(grid.days[30], stage)
      #expect(picker.date == date(2026, 12, 31, 9, 5))
    }
  }

  @Test func whatIsBeyondTheLimitsCanNotBeChosen() throws {
    try picker(.inline, .date) { stage, picker, log in
      let grid = try #require((picker.face as? InlineDateFace)?.grid)
      picker.minimumDate = date(2026, 11, 10, 12)
      picker.maximumDate = date(2026, 12, 5)
      #expect(
        !grid.days[8].isEnabled && grid.days[9].isEnabled && !grid.back.isEnabled && grid.forth.isEnabled)
      tap(grid.days[8], stage)
      tap(grid.back, stage)
      #expect(log.take() == [] && grid.month == date(2026, 11, 1))
      tap(grid.days[9], stage)
      // The day has its limit's time.
      #expect(picker.date == date(2026, 11, 10, 12))
      tap(grid.forth, stage)
      #expect(!grid.forth.isEnabled && grid.days[4].isEnabled && !grid.days[5].isEnabled)
    }
  }

  @Test func aButtonOpensACalendarThatATapCloses() throws {
    try picker(.compact) { stage, picker, log in
      let face = try #require(picker.face as? CompactDateFace)
      #expect(face.dayButton.configuration?.title == "Nov 26, 2026")
      #expect(face.timeButton.configuration?.title == "9:05" && picker.bounds.height < 60)
      tap(face.dayButton, stage)
      let inner = try #require(opened(stage))
      #expect(inner.datePickerStyle == .inline && inner.date == picker.date)
      let grid = try #require((inner.face as? InlineDateFace)?.grid)
      tap(grid.days[0], stage)
      #expect(log.take() == ["2026-11-01 09:05:00"] && opened(stage) == nil)
      #expect(face.dayButton.configuration?.title == "Nov 1, 2026")
    }
  }

  @Test func theTimeIsChosenByWheelsUntilATouchBesideThem() throws {
    try picker(.compact) { stage, picker, log in
      let face = try #require(picker.face as? CompactDateFace)
      tap(face.timeButton, stage)
      let inner = try #require(opened(stage))
      #expect(inner.datePickerStyle == .wheels && inner.datePickerMode == .time)
      inner.date = date(2026, 11, 26, 14, 30)
      inner.sendActions(for: .valueChanged)
      #expect(log.take() == ["2026-11-26 14:30:00"] && face.timeButton.configuration?.title == "14:30")
      #expect(opened(stage) != nil)
      stage.tap(380, 830, after: 500)
      #expect(opened(stage) == nil && stage.window.subviews.count == 1)
      tap(face.timeButton, stage)
      stage.post(.key(.init(usage: 0x29, .down)))
      stage.post(.key(.init(usage: 0x29, .up)))
      #expect(opened(stage) == nil)
    }
  }

  @Test func modesHaveTheStylesThatFit() throws {
    try picker(.inline, .time) { stage, picker, _ in
      #expect(picker.datePickerStyle == .wheels)
      picker.datePickerMode = .date
      #expect(picker.datePickerStyle == .inline && picker.intrinsicContentSize == MonthGrid.naturalSize)
      picker.preferredDatePickerStyle = .compact
      let face = try #require(picker.face as? CompactDateFace)
      #expect(face.timeButton.isHidden && !face.dayButton.isHidden)
      picker.datePickerMode = .countDownTimer
      #expect(picker.datePickerStyle == .wheels && picker.face == nil)
      #expect(picker.intrinsicContentSize == UIPickerView.naturalSize)
    }
  }

  @Test func buttonsHaveRoomForWhatTheyShow() throws {
    try picker(.compact, .date) { stage, picker, _ in
      picker.translatesAutoresizingMaskIntoConstraints = false
      let host = try #require(picker.superview)
      picker.leadingAnchor.constraint(equalTo: host.leadingAnchor).isActive = true
      picker.topAnchor.constraint(equalTo: host.topAnchor).isActive = true
      for day in [date(2021, 1, 1, 0, 0), date(2028, 8, 28, 0, 0)] {
        picker.date = day
        stage.wait(20)
        #expect(abs(picker.bounds.width - picker.intrinsicContentSize.width) < 0.1)
      }
    }
  }

  @Test func theTimesButtonIsAtTheRightBelowTheDays() throws {
    try picker(.inline) { stage, picker, _ in
      let face = try #require(picker.face as? InlineDateFace)
      let time = try #require(face.subviews.lazy.compactMap { $0 as? CompactDateFace }.first)
      func isInPlace() -> Bool {
        // Eight points from the right edge, in the middle of the lowest 44.
        abs(time.frame.maxX - 312) < 1e-9 && abs(time.frame.midY - 330) < 1e-9
          && time.frame.size == time.naturalSize && time.timeButton.frame.size == time.naturalSize
      }
      let width = time.frame.width
      #expect(width > 0 && isInPlace())
      stage.application.preferredContentSizeCategory = .accessibilityLarge
      stage.wait(20)
      #expect(time.frame.width > width && isInPlace())
    }
  }
}
