import RunLoopCore

/// Changes that can be undone, and undone ones that can be redone. The module UIKit calls it `UndoManager`; here it has a name of its own, which
/// Foundation does not have.
///
/// A change registers what takes it back. What is registered while that is called makes the change again. It belongs to a thread, as the
/// application does.
open class UndoHistory: NSObject {
  struct UndoAction {
    private(set) weak var target: AnyObject?
    let body: () -> Void
  }

  /// What one `undo` takes back, or a part of that.
  private final class UndoGroup {
    var actions: [UndoAction] = []
    var name = ""

    /// Whether there was one.
    func removeLast(of target: AnyObject, named name: String) -> Bool {
      guard let place = actions.lastIndex(where: { $0.target === target }) else { return false }
      actions.remove(at: place)
      if self.name == name && !actions.contains(where: { $0.target === target }) { self.name = "" }
      return true
    }
  }

  private var done: [UndoGroup] = []
  private var undone: [UndoGroup] = []
  /// Groups that have begun, from the outermost one to the innermost.
  private var open: [UndoGroup] = []
  /// Whether the outermost one was begun by a registration.
  private var isImplicit = false
  private var disabled = 0
  private var closer: RunLoop.Observer?
  /// The names of notices that are being posted.
  final var posting: Set<String> = []

  /// Nothing to undo.
  public override init() { super.init() }

  deinit { closer?.invalidate() }

  // MARK: Registering

  /// Calls `handler` when the change is to be taken back, with the target, which is not retained: one that has ended is left out.
  open func registerUndo<Target: AnyObject>(
    withTarget target: Target, handler: @escaping (Target) -> Void
  ) {
    register(UndoAction(target: target) { [weak target] in if let target { handler(target) } })
  }

  /// Adds what takes a change back to the innermost group.
  final func register(_ action: UndoAction) {
    guard isUndoRegistrationEnabled else { return }
    if open.isEmpty {
      guard groupsByEvent || isUndoing || isRedoing else {
        return ProgramWarning.print(
          "undo is not registered outside of a group: call beginUndoGrouping(), or set groupsByEvent")
      }
      if !isUndoing, !isRedoing { closeAfterEvent() }
      beginUndoGrouping()
    }
    guard let group = open.last else {
      return ProgramWarning.print("undo is not registered: an observer of the new group has ended it")
    }
    group.actions.append(action)
    if !isUndoing, !isRedoing { undone = [] }
  }

  /// Whether what is registered counts.
  open var isUndoRegistrationEnabled: Bool { disabled == 0 }
  /// Lets nothing be registered, until as many calls of `enableUndoRegistration`.
  open func disableUndoRegistration() { disabled += 1 }
  /// Ends one call of `disableUndoRegistration`.
  open func enableUndoRegistration() { disabled = max(disabled - 1, 0) }

  // MARK: Groups

  /// Whether all changes of one turn of the loop are one step.
  open var groupsByEvent = true
  /// How many steps are kept; 0: all.
  open var levelsOfUndo = 0 { didSet { trim() } }
  /// How many groups have begun.
  open var groupingLevel: Int { open.count }

  /// Lets what is registered up to `endUndoGrouping` be one step, or one part of the group around it.
  open func beginUndoGrouping() {
    open.append(UndoGroup())
    post(.NSUndoManagerDidOpenUndoGroup)
  }

  /// Ends the innermost group. One in which nothing was registered is no step. Without an open group only a line on the standard error stream
  /// says so.
  open func endUndoGrouping() {
    guard !open.isEmpty else { return ProgramWarning.print("endUndoGrouping() without beginUndoGrouping()") }
    post(.NSUndoManagerCheckpoint)
    post(.NSUndoManagerWillCloseUndoGroup)
    closeGroup()
    post(.NSUndoManagerDidCloseUndoGroup)
  }

  /// Ends the innermost group, if observers of the notices have not ended it.
  private func closeGroup() {
    guard let group = open.popLast() else { return }
    if !group.actions.isEmpty {
      if let outer = open.last {
        outer.actions += group.actions
        if outer.name.isEmpty { outer.name = group.name }
      } else if isUndoing {
        undone.append(group)
      } else {
        done.append(group)
        trim()
      }
    }
    if open.isEmpty { isImplicit = false }
  }

  private func trim() {
    if levelsOfUndo > 0, done.count > levelsOfUndo { done.removeFirst(done.count - levelsOfUndo) }
  }

  /// Ends the group that a registration is about to begin when the loop has dealt with the event.
  private func closeAfterEvent() {
    isImplicit = true
    guard closer == nil else { return }
    let history = ThreadConfined(self)
    let observer = RunLoop.Observer(
      activities: [.beforeWaiting, .exit], order: 350_000, label: "undo group"
    ) { _ in history.object?.eventEnds() }
    closer = observer
    RunLoop.current.add(observer, to: .common)
  }

  private func eventEnds() {
    closer?.invalidate()
    closer = nil
    closeImplicit()
  }

  private func closeImplicit() {
    if isImplicit, open.count == 1 { endUndoGrouping() }
  }

  // MARK: Undo

  /// Whether a change is being taken back.
  public final private(set) var isUndoing = false
  /// Whether a change is being made again.
  public final private(set) var isRedoing = false
  /// Whether there is a step to take back.
  open var canUndo: Bool { !done.isEmpty || open.contains { !$0.actions.isEmpty } }
  /// Whether there is a step to make again.
  open var canRedo: Bool { !undone.isEmpty }

  /// Takes the last step back. Without effect if there is none, or inside of a group of the program's own.
  open func undo() {
    closeImplicit()
    undoNestedGroup()
  }

  /// Takes the last step back, without ending a group before that.
  open func undoNestedGroup() {
    post(.NSUndoManagerCheckpoint)
    guard open.isEmpty, !isUndoing, !isRedoing, let group = done.popLast() else { return }
    post(.NSUndoManagerWillUndoChange)
    isUndoing = true
    perform(group)
    isUndoing = false
    post(.NSUndoManagerDidUndoChange)
  }

  /// Makes the step again that was taken back last. Without effect if there is none.
  open func redo() {
    closeImplicit()
    post(.NSUndoManagerCheckpoint)
    guard open.isEmpty, !isUndoing, !isRedoing, let group = undone.popLast() else { return }
    post(.NSUndoManagerWillRedoChange)
    isRedoing = true
    perform(group)
    isRedoing = false
    post(.NSUndoManagerDidRedoChange)
  }

  /// What is registered meanwhile is one step, with the same name.
  private func perform(_ group: UndoGroup) {
    beginUndoGrouping()
    open.first?.name = group.name
    for action in group.actions.reversed() { action.body() }
    for _ in open where !open.isEmpty { endUndoGrouping() }
    // Groups that observers began meanwhile, which may be each time that one ends.
    while !open.isEmpty { closeGroup() }
  }

  // MARK: Names

  /// Names the step that is being made, as it stands in a menu behind "Undo".
  open func setActionName(_ actionName: String) {
    if let group = open.first ?? done.last { group.name = actionName }
  }

  /// The name of the step that `undo` takes back; empty without one.
  open var undoActionName: String { (open.first ?? done.last)?.name ?? "" }
  /// The name of the step that `redo` makes again; empty without one.
  open var redoActionName: String { undone.last?.name ?? "" }
  /// The title of a menu's entry for `undo`, in English.
  open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }
  /// The title of a menu's entry for `redo`, in English.
  open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }
  /// The title of a menu's entry that takes back a step of this name.
  open func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo \(actionName)"
  }
  /// The title of a menu's entry that makes a step of this name again.
  open func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo \(actionName)"
  }

  // MARK: Removing

  /// Removes all steps, and enables registration again.
  open func removeAllActions() {
    (done, undone, open, isImplicit) = ([], [], [], false)
    disabled = 0
  }

  /// Forgets what was registered with a target.
  open func removeAllActions(withTarget target: AnyObject) {
    for group in done + undone + open { group.actions.removeAll { $0.target === target } }
    done.removeAll(where: \.actions.isEmpty)
    undone.removeAll(where: \.actions.isEmpty)
  }

  /// Forgets what was registered last with a target, also where steps of others were made since.
  ///
  /// - Parameter name: the name that it gave its step, which a step in which it has nothing else does not keep.
  final func removeLastAction(withTarget target: AnyObject, named name: String) {
    for index in open.indices.reversed() where open[index].removeLast(of: target, named: name) { return }
    for index in done.indices.reversed() where done[index].removeLast(of: target, named: name) {
      if done[index].actions.isEmpty { done.remove(at: index) }
      return
    }
  }
}
