/// Something that moves items: a force, a collision, a spring. A subclass of the program's own is made of others, which it adds as children.
open class UIDynamicBehavior: NSObject {
  /// Called after each frame of its animator.
  public final var action: (() -> Void)?
  /// What it is made of.
  public final private(set) var childBehaviors: [UIDynamicBehavior] = []
  /// The animator that it, or what it belongs to, was added to.
  public final private(set) weak var dynamicAnimator: UIDynamicAnimator?

  /// How many others have it as a part.
  private(set) final var owners = 0

  /// A behavior that does nothing.
  public override init() { super.init() }

  deinit { for behavior in childBehaviors { behavior.owners -= 1 } }

  /// Adds a part. Without effect for one that it has, and for one that it is itself, or a part of.
  open func addChildBehavior(_ behavior: UIDynamicBehavior) {
    guard !childBehaviors.contains(where: { $0 === behavior }) else { return }
    guard !behavior.whole.contains(where: { $0 === self }) else { return }
    childBehaviors.append(behavior)
    behavior.owners += 1
    if let dynamicAnimator { behavior.move(to: dynamicAnimator) }
    changed()
  }

  /// Removes a part.
  open func removeChildBehavior(_ behavior: UIDynamicBehavior) {
    guard let index = childBehaviors.firstIndex(where: { $0 === behavior }) else { return }
    childBehaviors.remove(at: index)
    behavior.owners -= 1
    dynamicAnimator?.release(behavior)
    changed()
  }

  /// Called before it is added to an animator, and with nil before it is removed from it. Does nothing unless overridden.
  open func willMove(to dynamicAnimator: UIDynamicAnimator?) {}

  // MARK: What kinds of it do

  /// The items that it moves by itself.
  final var content = DynamicItems([])

  final func add(_ item: any UIDynamicItem) {
    content.add(item)
    changed()
  }

  final func remove(_ item: any UIDynamicItem) {
    content.remove(item)
    changed()
  }

  /// Puts what it does into a world that has all its items.
  func join(_ world: DynamicWorld) {}
  /// Called after each frame, before `action`.
  func report() {}
  /// Called when it was added to an animator or removed from it.
  func moved() {}

  /// - Parameter kept: parts that stay where they are, as others have them, too.
  final func move(to animator: UIDynamicAnimator?, except kept: Set<ObjectIdentifier> = []) {
    guard animator !== dynamicAnimator, !kept.contains(ObjectIdentifier(self)) else { return }
    willMove(to: animator)
    dynamicAnimator = animator
    moved()
    for child in childBehaviors { child.move(to: animator, except: kept) }
  }

  /// Something of it has changed: the animator continues.
  final func changed() { dynamicAnimator?.rebuild() }

  /// It and all its parts.
  final var whole: [UIDynamicBehavior] { [self].whole }
}

extension [UIDynamicBehavior] {
  /// These and all their parts, each before its own. A part of several of them is listed once: otherwise each level of parts that share theirs
  /// would double the list.
  var whole: [UIDynamicBehavior] {
    var (all, known): ([UIDynamicBehavior], Set<ObjectIdentifier>) = ([], [])
    var open = Array(reversed())
    while let next = open.popLast() {
      guard known.insert(ObjectIdentifier(next)).inserted else { continue }
      all.append(next)
      open += next.childBehaviors.reversed()
    }
    return all
  }
}

/// A list of items, each of them once.
struct DynamicItems {
  private(set) var list: [any UIDynamicItem] = []
  private var known: Set<ObjectIdentifier> = []

  init(_ items: [any UIDynamicItem]) {
    for item in items { add(item) }
  }

  func contains(_ item: any UIDynamicItem) -> Bool { known.contains(ObjectIdentifier(item)) }

  mutating func add(_ item: any UIDynamicItem) {
    if known.insert(ObjectIdentifier(item)).inserted { list.append(item) }
  }

  mutating func remove(_ item: any UIDynamicItem) {
    if known.remove(ObjectIdentifier(item)) != nil { list.removeAll { $0 === item } }
  }
}
