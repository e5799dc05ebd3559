/// The text of a text view with its attributes: a change is shown by the view, and what is typed there changes it.
///
/// A program's own class may have the text elsewhere: it overrides `string`, `attributes(at:effectiveRange:)`, `replaceCharacters(in:with:)` for a `String`
/// and `setAttributes(_:range:)`, calls `edited` in the last two, and changes attributes in `processEditing`.
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
  /// How often changes that handlers make of changes are handled again.
  private static let mostRounds = 16

  /// Notified of changes; it may change the text.
  open weak var delegate: (any NSTextStorageDelegate)?
  /// Those that lay the text out.
  public private(set) final var layoutManagers: [NSLayoutManager] = []
  /// What has changed since `beginEditing`, or in the change that is handled.
  public private(set) final var editedMask: EditActions = []
  /// The part that has changed, in the text as it is now; without a change the location is `NSNotFound`.
  public private(set) final var editedRange = NSTextStorage.noRange
  /// By how many code units the text is longer.
  public private(set) final var changeInLength = 0
  private var openings = 0
  private var isProcessing = false
  private static let noRange = NSRange(location: .max, length: 0)

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
  ///   - range: the part as it was before.
  ///   - delta: by how many code units the text is longer.
  open func edited(_ editedMask: EditActions, range editedRange: NSRange, changeInLength delta: Int) {
    let before = length
    let old = editedRange.clamped(to: before)
    if isStoredElsewhere { takeOwn(old, delta) }
    note(editedMask, old, by: length - before)
  }

  override func changed(_ isText: Bool, _ range: Range<Int>, by count: Int) {
    note(isText ? [.editedCharacters, .editedAttributes] : .editedAttributes, range, by: count)
  }

  private func note(_ mask: EditActions, _ old: Range<Int>, by count: Int) {
    editedMask.formUnion(mask)
    changeInLength += count
    var (start, end) = (old.lowerBound, old.upperBound)
    if editedRange != Self.noRange {
      (start, end) = (min(start, editedRange.location), max(end, editedRange.upperBound))
    }
    let range = (min(start, length)..<max(start, end + count)).clamped(to: 0..<length)
    editedRange = NSRange(range)
    process()
  }

  /// Copies a part of the text that the program's class has.
  private func takeOwn(_ old: Range<Int>, _ delta: Int) {
    let text = string
    let count = text.utf16.count
    let (change, end) = (count - length, old.upperBound + count - length)
    let isPart = change == delta && end >= old.lowerBound && end <= count
    let new = isPart ? old.lowerBound..<end : 0..<count
    copy(text, replacing: isPart ? old : 0..<length, by: ownRuns(new))
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
    for _ in 0..<Self.mostRounds where !editedMask.isEmpty {
      processEditing()
      // In a program's class that does not call this one's method nothing is shown.
    }
    forgetEdit()
    isProcessing = false
  }

  private func forgetEdit() { (editedMask, editedRange, changeInLength) = ([], Self.noRange, 0) }

  /// Notifies the delegate and observers of a change, and then those that lay the text out. A subclass changes attributes before it calls this.
  open func processEditing() {
    let notices = UIApplication.current?.notices
    notices?.post(name: Self.willProcessEditingNotification, object: self)
    delegate?.textStorage(
      self, willProcessEditing: editedMask, range: editedRange, changeInLength: changeInLength)
    notices?.post(name: Self.didProcessEditingNotification, object: self)
    delegate?.textStorage(
      self, didProcessEditing: editedMask, range: editedRange, changeInLength: changeInLength)
    let (mask, range, count) = (editedMask, editedRange, changeInLength)
    forgetEdit()
    guard !mask.isEmpty else { return }
    for manager in layoutManagers {
      manager.processEditing(
        for: self, edited: mask, range: range, changeInLength: count, invalidatedRange: range)
    }
  }

  // MARK: Layout

  /// Lets a layout manager lay out this text, and no longer the one that it had.
  public final func addLayoutManager(_ aLayoutManager: NSLayoutManager) {
    guard aLayoutManager.textStorage !== self else { return }
    aLayoutManager.textStorage?.removeLayoutManager(aLayoutManager)
    layoutManagers.append(aLayoutManager)
    aLayoutManager.show(self)
  }

  /// Takes the text from a layout manager.
  public final func removeLayoutManager(_ aLayoutManager: NSLayoutManager) {
    guard let index = layoutManagers.firstIndex(where: { $0 === aLayoutManager }) else { return }
    layoutManagers.remove(at: index)
    aLayoutManager.show(nil)
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
