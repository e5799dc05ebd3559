/// An object that events can be given to, and that gives on what it does not want: view, view controller, window,
/// application, and a delegate that likes to be one.
///
/// Responders, views, touches and events belong to the thread whose loop their application uses, and are used on it
/// only. Corresponds to UIKit's class of the same name, as all classes of this module whose names begin with UI.
open class UIResponder: NSObject, NamedResponder {
  final var name = ""

  /// A responder of the calling thread.
  public override init() { super.init() }

  /// The next receiver of events that this one does not handle. Nil: they are dropped.
  open var next: UIResponder? { nil }

  // MARK: First responder: see UIResponder+FirstResponder.swift

  /// Whether `becomeFirstResponder` may succeed; false unless overridden.
  open var canBecomeFirstResponder: Bool { false }
  /// Whether another responder may take its place; true unless overridden. Leaving the window does not ask.
  open var canResignFirstResponder: Bool { true }
  /// Whether it is the first responder of its window, key or not.
  open var isFirstResponder: Bool { responderWindow?.firstResponder === self }

  /// Asks to be the one in the window that gets presses, motion and actions without a target; whether it is now.
  @discardableResult
  open func becomeFirstResponder() -> Bool { takeFirstResponder() }

  /// Gives up being the first responder; whether it has.
  @discardableResult
  open func resignFirstResponder() -> Bool { giveUpFirstResponder() }

  /// A view at the window's lower edge while it is first responder, in place of a keyboard on the screen.
  open var inputView: UIView? { nil }

  /// A view above that, also without one, while it is first responder. Without its own, the next one in the chain that has one shows it.
  open var inputAccessoryView: UIView? { nil }

  /// Shows another input view than before, in the coming frame.
  open func reloadInputViews() { responderWindow?.setNeedsLayout() }

  /// Uses a key as text; false: it is for the chain.
  func takeKey(_ key: UIKey) -> Bool { insertKey(key) }

  /// Called on a first responder when the application has become active, or no longer is.
  func activityChanged() {}

  /// The window in which it can be first responder.
  var responderWindow: UIWindow? { nil }

  /// What takes changes back: that of the next responder in the chain which has one. Windows, fields and text views have their own.
  open var undoManager: UndoHistory? { next?.undoManager }

  // MARK: Touches

  /// Called with the touches of one view that began. Calls the same method of `next`, unless overridden.
  open func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    forward(.began, touches, event)
  }
  /// Called with the touches of one view that moved. Calls the same method of `next`, unless overridden.
  open func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    forward(.moved, touches, event)
  }
  /// Called with the touches of one view that ended. Calls the same method of `next`, unless overridden.
  open func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    forward(.ended, touches, event)
  }
  /// Called in place of `touchesEnded` when touches are taken away: by a recognizer, or since the view leaves
  /// its window or the application resigns. Calls the same method of `next`, unless overridden.
  open func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    forward(.cancelled, touches, event)
  }

  /// Never called: forces and angles are not estimated.
  open func touchesEstimatedPropertiesUpdated(_ touches: Set<UITouch>) {}

  // MARK: Presses, motion, remote control

  /// Called on the key window's first responder, or that window, when a key goes down. Calls the same method of
  /// `next`, unless overridden.
  open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    let rest = takeText(presses)
    if !rest.isEmpty { next?.pressesBegan(rest, with: event) }
  }
  /// Called when a key that is down repeats. Calls the same method of `next`, unless overridden.
  open func pressesChanged(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    let rest = takeText(presses)
    if !rest.isEmpty { next?.pressesChanged(rest, with: event) }
  }
  /// Called when a key comes up, on the responder that got `pressesBegan`. Calls the same method of `next`,
  /// unless overridden.
  open func pressesEnded(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    let rest = takeText(presses)
    if !rest.isEmpty { next?.pressesEnded(rest, with: event) }
  }
  /// Called in place of `pressesEnded` when the application resigns, or the key is lost. Calls the same method
  /// of `next`, unless overridden.
  open func pressesCancelled(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    let rest = takeText(presses)
    if !rest.isEmpty { next?.pressesCancelled(rest, with: event) }
  }

  /// Called on the key window's first responder, or that window, when a shake begins. Calls the same method of
  /// `next`, unless overridden.
  open func motionBegan(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
    next?.motionBegan(motion, with: event)
  }
  /// Called when the device has been calm for 0.3 s after a shake. Calls the same method of `next`, unless
  /// overridden.
  open func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
    next?.motionEnded(motion, with: event)
  }
  /// Called in place of `motionEnded` when a shake lasts longer than 5 s, or the application resigns. Calls the
  /// same method of `next`, unless overridden.
  open func motionCancelled(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
    next?.motionCancelled(motion, with: event)
  }

  /// Called on the key window's first responder, or that window, or the application: `event.subtype` is the
  /// command. Calls the same method of `next`, unless overridden.
  open func remoteControlReceived(with event: UIEvent?) {
    next?.remoteControlReceived(with: event)
  }

  // MARK: Actions

  /// The key commands of this responder; those of the chain are tried before presses are delivered.
  open var keyCommands: [UIKeyCommand]? { nil }

  /// Whether it takes the message: here, whether it is of the type that understands it.
  open func canPerformAction(_ action: Selector, withSender sender: Any?) -> Bool {
    action.isUnderstood(by: self)
  }

  /// The first in the chain, from this one on, that takes the message.
  open func target(forAction action: Selector, withSender sender: Any?) -> UIResponder? {
    chain.first { $0.canPerformAction(action, withSender: sender) && action.isUnderstood(by: $0) }
  }

  /// Called on the responder that takes a command, before a menu shows it: may change its title, picture, state and attributes.
  open func validate(_ command: UICommand) {}

  /// Called before a menu of what can be done with a text or a view is shown, on each responder of its chain, the last one first: may
  /// change the menu that the system suggests.
  open func buildMenu(with builder: any UIMenuBuilder) {}

  // MARK: Messages of edit menus: see EditMessages.swift

  /// Moves the selection to the pasteboard. A class that overrides it takes `UIResponder.cut`.
  open func cut(_ sender: Any?) { (self as? any TextEditing)?.cut() }
  /// Copies the selection to the pasteboard. A class that overrides it takes `UIResponder.copy`.
  open func copy(_ sender: Any?) { (self as? any TextEditing)?.copy() }
  /// Replaces the selection by what is in the pasteboard. A class that overrides it takes `UIResponder.paste`.
  open func paste(_ sender: Any?) { (self as? any TextEditing)?.paste() }
  /// Selects something: of a text the word at the caret. A class that overrides it takes `UIResponder.select`.
  open func select(_ sender: Any?) { (self as? any TextSelecting)?.selectWord() }
  /// Selects everything. A class that overrides it takes `UIResponder.selectAll`.
  open func selectAll(_ sender: Any?) { (self as? any TextEditing)?.selectAll() }
  /// Deletes what is selected, of a text. A class that overrides it takes `UIResponder.delete`.
  open func delete(_ sender: Any?) { (self as? any TextSelecting)?.deleteSelection() }

  /// This responder and all that follow. A chain that runs in a circle ends where it would begin again.
  public final var chain: some Sequence<UIResponder> { ResponderChain(first: self) }

  // MARK: Accessibility: kept by views and elements only, see UIView+Accessibility.swift

  /// The storage of the values; nil: they are not kept.
  var accessible: (any AccessibleResponder)? { nil }
  /// Whether the view stands for itself in the tree. Controls, labels, cells and text views do; a view that has got a label
  /// or an identifier does, too.
  open var isAccessibilityElement: Bool {
    get { accessible?.keptIsElement ?? false }
    set { accessible?.keptIsElement = newValue }
  }
  /// A short name: a button's title.
  open var accessibilityLabel: String? {
    get { accessible?.keptLabel }
    set { accessible?.keptLabel = newValue }
  }
  /// Its present value: a slider's place, the text of a field.
  open var accessibilityValue: String? {
    get { accessible?.keptValue }
    set { accessible?.keptValue = newValue }
  }
  /// What happens when it is used, in a few words.
  open var accessibilityHint: String? {
    get { accessible?.keptHint }
    set { accessible?.keptHint = newValue }
  }
  /// What kind of thing it is, and in which state. States of controls are added.
  open var accessibilityTraits: UIAccessibilityTraits {
    get { accessible?.keptTraits ?? .none }
    set { accessible?.keptTraits = newValue }
  }
  /// Its box on the screen.
  open var accessibilityFrame: Rect {
    get { accessible?.keptFrame ?? .zero }
    set { accessible?.keptFrame = newValue }
  }
  /// Where on the screen it is tapped: the middle of the part in sight unless it is set.
  open var accessibilityActivationPoint: Point {
    get { accessible?.words.activationPoint ?? Point(accessibilityFrame.midX, accessibilityFrame.midY) }
    set { accessible?.words.activationPoint = newValue }
  }
  /// What readers find in it, in their order, in place of its subviews: views that are in it, and ``UIAccessibilityElement``s. Nil, the default: its
  /// subviews.
  open var accessibilityElements: [Any]? {
    get { accessible?.words.elements }
    set { accessible?.words.elements = newValue }
  }
  /// The number of what readers find in it: that of `accessibilityElements` unless a class overrides it.
  open func accessibilityElementCount() -> Int { accessibilityElements?.count ?? 0 }
  /// What readers find in it at a place of their order.
  open func accessibilityElement(at index: Int) -> Any? {
    guard let elements = accessibilityElements, elements.indices.contains(index) else { return nil }
    return elements[index]
  }
  /// The place of something that readers find in it; `Int.max` for others.
  open func index(ofAccessibilityElement element: Any) -> Int {
    accessibilityElements?.firstIndex { ($0 as AnyObject) === (element as AnyObject) } ?? .max
  }
  /// What else can be done with it, by names.
  open var accessibilityCustomActions: [UIAccessibilityCustomAction]? {
    get { accessible?.words.customActions }
    set { accessible?.words.customActions = newValue }
  }
  /// Does what a tap would; false: it is tapped.
  open func accessibilityActivate() -> Bool { false }
  /// Makes the value of an `adjustable` element greater. Does nothing unless a class overrides it.
  open func accessibilityIncrement() {}
  /// Makes the value of an `adjustable` element less. Does nothing unless a class overrides it.
  open func accessibilityDecrement() {}
  /// Scrolls by about a page; false when it does not scroll that way.
  open func accessibilityScroll(_ direction: UIAccessibilityScrollDirection) -> Bool { false }
  /// Closes what is shown, as Escape would; false: the next responder is asked.
  open func accessibilityPerformEscape() -> Bool { false }

  // MARK: Identity

  /// The label, or the class and the address.
  open override var description: String { name.isEmpty ? addressDescription : name }

  final var addressDescription: String { super.description }

  private func forward(_ phase: UITouch.Phase, _ touches: Set<UITouch>, _ event: UIEvent?) {
    guard let next else { return }
    next.receive(phase, touches, event)
  }

  /// Calls the touches method of the phase.
  final func receive(_ phase: UITouch.Phase, _ touches: Set<UITouch>, _ event: UIEvent?) {
    EventTrace.noteDelivery(phase, to: self)
    switch phase {
    case .began: touchesBegan(touches, with: event)
    case .moved: touchesMoved(touches, with: event)
    case .ended: touchesEnded(touches, with: event)
    case .cancelled: touchesCancelled(touches, with: event)
    default: break
    }
  }
}

private struct ResponderChain: Sequence, IteratorProtocol {
  private var upcoming: UIResponder?
  /// Moves at half the speed, and is caught up with in a circle.
  private var slow: UIResponder?
  private var isOdd = false

  init(first: UIResponder) {
    upcoming = first
    slow = first
  }

  mutating func next() -> UIResponder? {
    guard let responder = upcoming else { return nil }
    upcoming = responder.next
    if isOdd { slow = slow?.next }
    isOdd.toggle()
    if upcoming === slow { upcoming = nil }
    return responder
  }
}
