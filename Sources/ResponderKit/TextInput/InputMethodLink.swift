import HIDEvents
import RunLoopCore

/// Joins the text that gets a window's keys to the input method of the desktop that the window is on: the one that its first responder edits, or that of
/// a window that is key and that no desktop shows.
///
/// Before the loop sleeps, after layout, it reports the text around the caret when that, the caret's place or the first responder has changed; and
/// it makes the input method's changes. Belongs to the application's thread.
package final class InputMethodLink {
  /// A text that can be composed: any view with `UITextInput`, a program's own, too.
  private typealias Target = any (UITextInput & UIView)

  /// What is cheap to compare, and differs whenever the report may.
  private struct Key: Equatable {
    /// How often the text of a field or a text view was changed; another view has no count.
    var revision: Int?
    var caret: Rect
    var purpose: InputMethodText.Purpose
    var hints: InputMethodText.Hints
  }

  private weak var window: UIWindow?
  private let limit: Int
  private let report: (InputMethodText?) -> Void
  private var observer: RunLoop.Observer?
  private weak var target: (any (UITextInput & UIView))?
  private var session = 0
  /// What was reported last; nil: the next report is due in any case.
  private var key: Key?
  private var reported: InputMethodText?
  /// The input method has marked text.
  private var isComposing = false
  /// The revision that the input method's last change has led to.
  private var ownRevision: Int?
  private var hasChangedText = false

  /// - Parameters:
  ///   - limit: the most bytes of text that a report has.
  ///   - report: takes nil when no text is edited.
  package init(_ window: UIWindow, limit: Int, report: @escaping (InputMethodText?) -> Void) {
    self.window = window
    self.limit = limit
    self.report = report
  }

  deinit { observer?.invalidate() }

  /// An input method has come: reports before each sleep of the loop, until `stop`.
  package func start() {
    key = nil
    guard observer == nil, let loop = window?.application?.loop else { return }
    let link = ThreadConfined(self)
    let observer = RunLoop.Observer(
      activities: .beforeWaiting, order: FrameClock.order + 1, label: "input method"
    ) { _ in link.object?.update() }
    self.observer = observer
    loop.add(observer, to: .common)
    loop.wakeUp()
  }

  /// The input method has ended.
  package func stop() {
    finishComposing()
    observer?.invalidate()
    (observer, target, key, reported) = (nil, nil, nil, nil)
  }

  /// One of several input methods has left: what is marked stays as it is, and the others begin anew.
  package func beginAnew() {
    finishComposing()
    begin()
  }

  private func finishComposing() {
    guard isComposing else { return }
    isComposing = false
    if let target, target.markedTextRange != nil { target.unmarkText() }
    (target as? any TextEditorHost)?.editor.hidesCaret = false
  }

  // MARK: What is reported

  private var currentTarget: Target? {
    guard let window = window?.keyed, window.keyTaker == nil, let first = window.firstResponder else {
      return nil
    }
    guard (first as? any TextEditorHost)?.isEditable ?? true else { return nil }
    return first as? Target
  }

  private func update() {
    guard let window else { return }
    let current = currentTarget
    if current !== self.target { finishComposing() }
    guard let target = current else {
      if key == nil || reported != nil || self.target != nil { report(nil) }
      (self.target, key, reported) = (nil, idleKey, nil)
      return
    }
    if target !== self.target {
      self.target = target
      begin()
    } else if isComposing, target.markedTextRange == nil {
      begin()
    }
    let now = Key(
      revision: (target as? any TextEditorHost)?.editor.revision, caret: caret(of: target, in: window),
      purpose: target.inputPurpose, hints: target.inputHints)
    guard now != key || now.revision == nil else { return }
    let isForced = key == nil
    key = now
    var text = InputMethodText(
      session: session, purpose: now.purpose, hints: now.hints,
      surrounding: target.isSecret ? nil : surrounding(of: target), caret: place(now.caret, in: window))
    let isSame = text == reported
    reported = text
    guard isForced || !isSame else { return }
    text.isChangedByOthers = now.revision.map { $0 != ownRevision } ?? !hasChangedText
    (ownRevision, hasChangedText) = (now.revision, false)
    report(text)
  }

  /// The key while no text is edited: no further report is due.
  private var idleKey: Key { Key(revision: nil, caret: .null, purpose: .normal, hints: []) }

  /// The input method begins anew.
  private func begin() {
    session += 1
    (isComposing, key, ownRevision, hasChangedText) = (false, nil, nil, false)
  }

  private func surrounding(of target: Target) -> InputMethodText.Surrounding {
    let count = max(target.endOfDocument, 0)
    let marked = target.markedTextRange
    let selection = (target.selectedTextRange ?? count..<count).clamped(to: 0..<count)
    let range = marked?.clamped(to: 0..<count) ?? selection
    let model = (target as? any TextEditorHost)?.editor.model
    return .init(
      before: target.text(in: max(range.lowerBound - limit, 0)..<range.lowerBound) ?? "",
      selected: marked == nil ? target.text(in: range) ?? "" : "",
      after: target.text(in: range.upperBound..<min(range.upperBound + limit, count)) ?? "",
      caretIsFirst: model.map { $0.head < $0.anchor } ?? false, limit: limit)
  }

  /// Where the caret is, in the window.
  private func caret(of target: Target, in window: UIWindow) -> Rect {
    let own = target.window
    let caret = target.convert(target.caretRect(for: target.caretPosition), to: own)
    guard let own, own !== window else { return caret }
    return Rect(origin: window.convert(caret.origin, from: own), size: caret.size)
  }

  /// A caret that is scrolled out of the window is at its edge.
  private func place(_ caret: Rect, in window: UIWindow) -> InputMethodText.Place? {
    guard caret.isFinite, window.bounds.isFinite else { return nil }
    let seen = window.bounds
    func clamp(_ value: Double, _ room: Double) -> Double { min(max(value, 0), max(room, 0)) }
    return .init(
      x: clamp(caret.minX - seen.minX, seen.width - caret.width),
      y: clamp(caret.minY - seen.minY, seen.height - caret.height), width: caret.width, height: caret.height)
  }

  // MARK: What the input method does

  /// Makes a change of the input method.
  package func take(_ change: InputMethodChange) {
    // What was composed for a text that is no longer edited, or was cut by the user, is there already.
    let target = currentTarget
    let isCut = isComposing && (target !== self.target || target?.markedTextRange == nil)
    guard let target, !isCut else { return }
    let isKnown = target === self.target
    defer { changed(target) }
    if isKnown, change.deletedBefore > 0 || change.deletedAfter > 0 {
      if target.markedTextRange != nil { target.setMarkedText(nil, selectedRange: 0..<0) }
      if isEdited(target) { delete(change, in: target) }
    }
    if !change.inserted.isEmpty, isEdited(target) { target.insertText(change.inserted) }
    guard isKnown else { return }
    // Also what a delegate has not let in.
    if target.markedTextRange != nil, change.marked.isEmpty || !change.inserted.isEmpty {
      target.setMarkedText(nil, selectedRange: 0..<0)
    }
    guard !change.marked.isEmpty, isEdited(target) else { return }
    let count = change.marked.count
    target.setMarkedText(change.marked, selectedRange: change.markedSelection ?? count..<count)
    (target as? any TextEditorHost)?.editor.hidesCaret = change.markedSelection == nil
  }

  /// The program may have moved the focus at a notification of an earlier part.
  private func isEdited(_ target: Target) -> Bool { target === currentTarget }

  private func changed(_ target: Target) {
    guard target === self.target else { return }
    isComposing = isEdited(target) && target.markedTextRange != nil
    (key, hasChangedText) = (nil, true)
    ownRevision = (target as? any TextEditorHost)?.editor.revision
  }

  /// Deletes around the selection, which stays.
  private func delete(_ change: InputMethodChange, in target: Target) {
    guard let old = target.selectedTextRange else { return }
    let count = target.endOfDocument
    let end = min(old.upperBound + min(change.deletedAfter, count), count)
    if let text = target.text(in: old.upperBound..<max(end, old.upperBound)) {
      let (characters, rest) = InputMethodChange.cut(change.deletedAfter, of: text, atEnd: false)
      let range = old.upperBound..<(old.upperBound + characters)
      if characters > 0 { target.replace(range, withText: rest) }
    }
    guard isEdited(target) else { return }
    let behind = target.endOfDocument - old.upperBound
    let start = max(old.lowerBound - min(change.deletedBefore, count), 0)
    if let text = target.text(in: start..<max(old.lowerBound, start)) {
      let (characters, rest) = InputMethodChange.cut(change.deletedBefore, of: text, atEnd: true)
      let range = (old.lowerBound - characters)..<old.lowerBound
      if characters > 0 { target.replace(range, withText: rest) }
    }
    guard isEdited(target) else { return }
    let upper = max(target.endOfDocument - behind, 0)
    let selection = max(upper - old.count, 0)..<upper
    if target.selectedTextRange != selection { target.selectedTextRange = selection }
  }
}
