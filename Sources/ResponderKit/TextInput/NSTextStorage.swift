/// The text of a text view with its attributes: a change is shown by the view, and what is typed there changes it.
///
/// A subclass stores the text itself: it overrides `string`, `attributes(at:effectiveRange:)`, `replaceCharacters(in:with:)` for a `String` and
/// `setAttributes(_:range:)`, and calls `edited` from `replaceCharacters` and `setAttributes`. It may change attributes in `processEditing`.
open class NSTextStorage: NSMutableAttributedString {
  /// What has changed.
  public struct EditActions: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Attributes of characters.
    public static let editedAttributes = EditActions(rawValue: 1)
    /// Characters.
    public static let editedCharacters = EditActions(rawValue: 2)
  }

  /// Posted before attributes are fixed: observers may change characters and attributes.
  public static let willProcessEditingNotification = Notice.Name(
    "NSTextStorageWillProcessEditingNotification")
  /// Posted when the text has changed: observers may change attributes.
  public static let didProcessEditingNotification = Notice.Name("NSTextStorageDidProcessEditingNotification")
  /// Limit on rounds of edits made by edit handlers.
  static let mostRounds = 16

  /// Notified of changes; it may change the text.
  open weak var delegate: (any NSTextStorageDelegate)?
  /// The layout managers of this text.
  public private(set) final var layoutManagers: [NSLayoutManager] = []
  /// What has changed since `beginEditing`, or in the change that is handled.
  public final var editedMask: EditActions { edit.mask }
  /// The part that has changed, in the text as it was when the change was made; without a change the location is `NSNotFound`.
  public final var editedRange: NSRange { edit.range }
  /// The change in length, in UTF-16 code units; negative after deletions.
  public final var changeInLength: Int { edit.count }
  /// The change that is handled, or that is not yet.
  private var edit = Edit()
  /// What is changed while layout managers take that, and after it: the next change.
  private var later = Edit()
  private var openings = 0
  private var isProcessing = false
  /// Whether the layout managers have the change that is handled.
  private var isLaidOut = false
  /// Whether they are taking it.
  private var isLayingOut = false
  /// Whether they, or what they call, changed the text meanwhile.
  private var isChangedInLayout = false

  /// A change of a text, or several as one.
  private struct Edit {
    var mask: EditActions = []
    var range = NSRange(location: .max, length: 0)
    var count = 0

    /// - Parameters:
    ///   - old: the part as it was before.
    ///   - length: of the text after.
    mutating func add(_ more: EditActions, _ old: Range<Int>, by change: Int, length: Int) {
      mask.formUnion(more)
      count += change
      var (start, end) = (old.lowerBound, old.upperBound)
      if range.location != .max { (start, end) = (min(start, range.location), max(end, range.upperBound)) }
      range = NSRange((min(start, length)..<max(start, end + change)).clamped(to: 0..<length))
    }
  }

  /// An empty text.
  public override init() { super.init() }
  /// A text with the same attributes everywhere.
  public override init(string: String, attributes: [Key: Any]? = nil) {
    super.init()
    start(NSAttributedString(string: string, attributes: attributes))
  }
  /// A copy of a text.
  public override init(attributedString other: NSAttributedString) {
    super.init()
    start(other)
  }
  /// An empty text, for `super.init(coder: coder)`: the coder contains nothing.
  public init?(coder: NSCoder, archive: Void = ()) { super.init() }

  private func start(_ text: NSAttributedString) {
    if isStoredElsewhere { return setAttributedString(text) }
    copy(text.text, replacing: 0..<0, by: text.runs)
  }

  // MARK: What subclasses override

  open override var string: String { super.string }

  open override func attributes(at location: Int, effectiveRange range: UnsafeMutablePointer<NSRange>? = nil)
    -> [Key: Any]
  { super.attributes(at: location, effectiveRange: range) }

  open override func replaceCharacters(in range: NSRange, with text: String) {
    super.replaceCharacters(in: range, with: text)
  }

  open override func setAttributes(_ attributes: [Key: Any]?, range: NSRange) {
    super.setAttributes(attributes, range: range)
  }

  override var isStoredElsewhere: Bool { type(of: self) != NSTextStorage.self }

  // MARK: Changes

  /// Changes until the `endEditing` that belongs to it are handled and shown together.
  open override func beginEditing() { openings += 1 }

  /// Handles the changes since `beginEditing`.
  open override func endEditing() {
    guard openings > 0 else { return }
    openings -= 1
    process()
  }

  /// Whether no change is under way.
  final var isAtRest: Bool { openings == 0 && !isProcessing }

  /// A program's own class has changed its text, or wants a part of it laid out again.
  ///
  /// - Parameters:
  ///   - editedRange: the part as it was before.
  ///   - delta: by how many code units the text is longer.
  open func edited(_ editedMask: EditActions, range editedRange: NSRange, changeInLength delta: Int) {
    let before = length
    let old = editedRange.clamped(to: before)
    let taken = isStoredElsewhere ? takeOwn(old, delta) : old
    note(taken == old ? editedMask : [.editedCharacters, .editedAttributes], taken, by: length - before)
    process()
  }

  override func changed(_ isText: Bool, _ range: Range<Int>, by count: Int) {
    note(isText ? [.editedCharacters, .editedAttributes] : .editedAttributes, range, by: count)
    process()
  }

  private func note(_ mask: EditActions, _ old: Range<Int>, by count: Int) {
    guard isLaidOut else { return edit.add(mask, old, by: count, length: length) }
    later.add(mask, old, by: count, length: length)
    if isLayingOut { isChangedInLayout = true }
  }

  /// Takes the text of a program's class that has another one without having called `edited`, such as one that it was made with.
  private func takeUnannounced() {
    guard isStoredElsewhere else { return }
    let before = length
    guard string.utf16.count != before else { return }
    takeOwn(0..<before, 0)
    // Otherwise the old text was shown nowhere.
    guard !layoutManagers.isEmpty else { return }
    note([.editedCharacters, .editedAttributes], 0..<before, by: length - before)
  }

  /// Copies a part of the text that the program's class has, or all of it if the part can not be the one that has changed.
  ///
  /// - Returns: what was replaced.
  @discardableResult
  private func takeOwn(_ old: Range<Int>, _ delta: Int) -> Range<Int> {
    let text = string
    let count = text.utf16.count
    let (change, end) = (count - length, old.upperBound + count - length)
    let isPart = change == delta && end >= old.lowerBound && end <= count
    let new = isPart ? old.lowerBound..<end : 0..<count
    let part = isPart ? old : 0..<length
    copy(text, replacing: part, by: ownRuns(new))
    return part
  }

  private func ownRuns(_ part: Range<Int>) -> [Run] {
    var (runs, place) = ([Run](), part.lowerBound)
    while place < part.upperBound {
      var range = NSRange(location: place, length: 1)
      let attributes = attributes(at: place, effectiveRange: &range)
      let end = min(max(range.upperBound, place + 1), part.upperBound)
      runs.append(Run(length: end - place, attributes: attributes))
      place = end
    }
    return runs
  }

  private func process() {
    guard openings == 0, !isProcessing else { return }
    isProcessing = true
    var (rounds, ownRounds) = (0, 0)
    while !edit.mask.isEmpty, rounds < Self.mostRounds, ownRounds < 2 {
      rounds += 1
      isChangedInLayout = false
      processEditing()
      // A class that changes the text after this class's method does so in each round.
      if !isChangedInLayout { ownRounds += 1 }
      // In a program's class that does not call this class's method nothing is shown.
      isLaidOut = false
      (edit, later) = (later, Edit())
    }
    // Without handlers, which would change the text again.
    for _ in 0..<Self.mostRounds where !edit.mask.isEmpty {
      let last = edit.range
      edit = Edit()
      for manager in layoutManagers { manager.take(last, of: self) }
    }
    edit = Edit()
    isProcessing = false
    // What was typed meanwhile.
    for manager in layoutManagers { manager.updateStorage() }
  }

  /// Notifies the delegate and observers of a change, and then the layout managers. A subclass changes attributes before it calls this.
  open func processEditing() {
    guard !isLaidOut else { return }
    takeUnannounced()
    let notices = UIApplication.current?.notices
    notices?.post(name: Self.willProcessEditingNotification, object: self)
    delegate?.textStorage(
      self, willProcessEditing: editedMask, range: editedRange, changeInLength: changeInLength)
    notices?.post(name: Self.didProcessEditingNotification, object: self)
    delegate?.textStorage(
      self, didProcessEditing: editedMask, range: editedRange, changeInLength: changeInLength)
    let done = edit
    guard !done.mask.isEmpty else { return }
    if isProcessing { isLaidOut = true } else { edit = Edit() }
    isLayingOut = true
    for manager in layoutManagers {
      manager.processEditing(
        for: self, edited: done.mask, range: done.range, changeInLength: done.count,
        invalidatedRange: done.range)
    }
    isLayingOut = false
  }

  // MARK: Layout

  /// Lets a layout manager lay out this text, and no longer the one that it had.
  public final func addLayoutManager(_ aLayoutManager: NSLayoutManager) {
    guard aLayoutManager.textStorage !== self else { return }
    aLayoutManager.textStorage?.removeLayoutManager(aLayoutManager)
    takeUnannounced()
    process()
    layoutManagers.append(aLayoutManager)
    aLayoutManager.show(self)
  }

  /// Removes a layout manager, which then has no text.
  public final func removeLayoutManager(_ aLayoutManager: NSLayoutManager) {
    guard let index = layoutManagers.firstIndex(where: { $0 === aLayoutManager }) else { return }
    layoutManagers.remove(at: index)
    aLayoutManager.show(nil)
  }

  /// A program may keep only a layout manager.
  deinit {
    guard !layoutManagers.isEmpty else { return }
    let text = NSAttributedString(attributedString: self)
    for manager in layoutManagers { manager.keep(text) }
  }
}

/// Notified of the changes of a text.
public protocol NSTextStorageDelegate: AnyObject {
  /// Called after a change; characters and attributes may be changed.
  func textStorage(
    _ textStorage: NSTextStorage, willProcessEditing editedMask: NSTextStorage.EditActions,
    range editedRange: NSRange, changeInLength delta: Int)
  /// Called after that, before the text is laid out; attributes may be changed.
  func textStorage(
    _ textStorage: NSTextStorage, didProcessEditing editedMask: NSTextStorage.EditActions,
    range editedRange: NSRange, changeInLength delta: Int)
}

extension NSTextStorageDelegate {
  /// Does nothing.
  public func textStorage(
    _ textStorage: NSTextStorage, willProcessEditing editedMask: NSTextStorage.EditActions,
    range editedRange: NSRange, changeInLength delta: Int
  ) {}
  /// Does nothing.
  public func textStorage(
    _ textStorage: NSTextStorage, didProcessEditing editedMask: NSTextStorage.EditActions,
    range editedRange: NSRange, changeInLength delta: Int
  ) {}
}
