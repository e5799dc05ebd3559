/// What ends a registration for changes of traits.
public struct UITraitChangeRegistration: Hashable, Sendable {
  let number: UInt64
}

/// What can be called when its traits change: a view, or a controller of one.
public protocol UITraitChangeObservable: AnyObject {
  /// The traits of its window.
  var traitCollection: UITraitCollection { get }
  /// Calls a closure when one of the traits has changed, with the old ones.
  func addTraitChange(
    _ traits: [UITrait], _ body: @escaping (UITraitCollection) -> Void
  ) -> UITraitChangeRegistration
  /// Ends a registration; one that has ended is left alone.
  func unregisterForTraitChanges(_ registration: UITraitChangeRegistration)
}

extension UITraitChangeObservable {
  /// Calls a closure when one of the traits has changed, with the object itself and the old traits, before the layout. It is called for
  /// as long as the object exists, and need not keep it.
  @discardableResult
  public func registerForTraitChanges(
    _ traits: [UITrait], handler: @escaping (Self, UITraitCollection) -> Void
  ) -> UITraitChangeRegistration {
    addTraitChange(traits) { [weak self] old in if let self { handler(self, old) } }
  }
}

/// The closures that are called when traits of an object change.
struct TraitChanges {
  private struct Entry {
    let number: UInt64
    let traits: [UITrait]
    let body: (UITraitCollection) -> Void
  }

  private var entries: [Entry] = []
  private var last: UInt64 = 0

  mutating func add(
    _ traits: [UITrait], _ body: @escaping (UITraitCollection) -> Void
  ) -> UITraitChangeRegistration {
    last += 1
    entries.append(Entry(number: last, traits: traits, body: body))
    return UITraitChangeRegistration(number: last)
  }

  mutating func remove(_ registration: UITraitChangeRegistration) {
    entries.removeAll { $0.number == registration.number }
  }

  /// The registrations to be called for a change. A call may end the registration of the next.
  func affected(_ old: UITraitCollection, _ new: UITraitCollection) -> [UITraitChangeRegistration] {
    entries.filter { $0.traits.contains { Self.differs($0, old, new) } }
      .map { UITraitChangeRegistration(number: $0.number) }
  }

  func call(_ registration: UITraitChangeRegistration, _ old: UITraitCollection) {
    entries.first { $0.number == registration.number }?.body(old)
  }

  private static func differs<Trait: UITraitDefinition>(
    _ trait: Trait.Type, _ old: UITraitCollection, _ new: UITraitCollection
  ) -> Bool {
    !TraitValues.isSame(trait.value(in: old), trait.value(in: new))
  }
}

extension UIView: UITraitChangeObservable {
  /// Calls a closure when one of the traits has changed, with the old ones.
  public final func addTraitChange(
    _ traits: [UITrait], _ body: @escaping (UITraitCollection) -> Void
  ) -> UITraitChangeRegistration { traitChanges.add(traits, body) }

  /// Ends a registration; one that has ended is left alone.
  public final func unregisterForTraitChanges(_ registration: UITraitChangeRegistration) {
    traitChanges.remove(registration)
  }
}

extension UIViewController: UITraitChangeObservable {
  /// Calls a closure when one of the traits has changed, with the old ones.
  public final func addTraitChange(
    _ traits: [UITrait], _ body: @escaping (UITraitCollection) -> Void
  ) -> UITraitChangeRegistration { traitChanges.add(traits, body) }

  /// Ends a registration; one that has ended is left alone.
  public final func unregisterForTraitChanges(_ registration: UITraitChangeRegistration) {
    traitChanges.remove(registration)
  }
}
