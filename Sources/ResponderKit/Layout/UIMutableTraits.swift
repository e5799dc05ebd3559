import Synchronization

/// Traits that can be set: those of a collection that is being made, and overrides.
public protocol UIMutableTraits {
  /// A trait, which is the default value until it is set.
  subscript<Trait: UITraitDefinition>(trait: Trait.Type) -> Trait.Value { get set }
}

extension UIMutableTraits {
  /// Of the width.
  public var horizontalSizeClass: UIUserInterfaceSizeClass {
    get { self[UITraitHorizontalSizeClass.self] }
    set { self[UITraitHorizontalSizeClass.self] = newValue }
  }
  /// Of the height.
  public var verticalSizeClass: UIUserInterfaceSizeClass {
    get { self[UITraitVerticalSizeClass.self] }
    set { self[UITraitVerticalSizeClass.self] = newValue }
  }
  /// Bright or dark.
  public var userInterfaceStyle: UIUserInterfaceStyle {
    get { self[UITraitUserInterfaceStyle.self] }
    set { self[UITraitUserInterfaceStyle.self] = newValue }
  }
  /// At the base of the window, or in front of other content.
  public var userInterfaceLevel: UIUserInterfaceLevel {
    get { self[UITraitUserInterfaceLevel.self] }
    set { self[UITraitUserInterfaceLevel.self] = newValue }
  }
  /// The pixels per point.
  public var displayScale: Double {
    get { self[UITraitDisplayScale.self] }
    set { self[UITraitDisplayScale.self] = newValue }
  }
  /// The size category of texts that follow the user's choice.
  public var preferredContentSizeCategory: UIContentSizeCategory {
    get { self[UITraitPreferredContentSizeCategory.self] }
    set { self[UITraitPreferredContentSizeCategory.self] = newValue }
  }
  /// The direction in which the interface is read.
  public var layoutDirection: UITraitEnvironmentLayoutDirection {
    get { self[UITraitLayoutDirection.self] }
    set { self[UITraitLayoutDirection.self] = newValue }
  }
}

extension UIMutableTraits {
  /// Sets the system's traits that a collection knows.
  mutating func set(_ traits: UITraitCollection) {
    if traits.horizontalSizeClass != .unspecified { horizontalSizeClass = traits.horizontalSizeClass }
    if traits.verticalSizeClass != .unspecified { verticalSizeClass = traits.verticalSizeClass }
    if traits.displayScale > 0 { displayScale = traits.displayScale }
    if traits.userInterfaceStyle != .unspecified { userInterfaceStyle = traits.userInterfaceStyle }
    if traits.userInterfaceLevel != .unspecified { userInterfaceLevel = traits.userInterfaceLevel }
    if traits.layoutDirection != .unspecified { layoutDirection = traits.layoutDirection }
    if traits.preferredContentSizeCategory != .unspecified {
      preferredContentSizeCategory = traits.preferredContentSizeCategory
    }
  }
}

/// The traits that a view or a controller, and what is in it, has in place of those around it.
public struct UITraitOverrides: UIMutableTraits {
  private struct TraitEntry {
    let trait: ObjectIdentifier
    let value: Any
    let apply: (inout UITraitCollection) -> Void
  }

  private var entries: [TraitEntry] = []
  /// Of a view: see UIView+ContentSize.swift.
  var contentSizeLimits = ContentSizeLimits()

  init() {}

  public subscript<Trait: UITraitDefinition>(trait: Trait.Type) -> Trait.Value {
    get {
      let entry = entries.first { $0.trait == ObjectIdentifier(trait) }
      return entry?.value as? Trait.Value ?? trait.defaultValue
    }
    set {
      remove(trait)
      entries.append(
        TraitEntry(trait: ObjectIdentifier(trait), value: newValue) { trait.set(newValue, in: &$0) })
    }
  }

  /// Whether a trait is set.
  public func contains(_ trait: UITrait) -> Bool {
    entries.contains { $0.trait == ObjectIdentifier(trait) }
  }

  /// Leaves a trait as it is around.
  public mutating func remove(_ trait: UITrait) {
    entries.removeAll { $0.trait == ObjectIdentifier(trait) }
  }

  var isEmpty: Bool { entries.isEmpty && contentSizeLimits.isEmpty }

  /// Sets all but style and level, which are found by their own ways.
  func apply(to traits: inout UITraitCollection) {
    let others = [
      ObjectIdentifier(UITraitUserInterfaceStyle.self), ObjectIdentifier(UITraitUserInterfaceLevel.self),
    ]
    for entry in entries where !others.contains(entry.trait) { entry.apply(&traits) }
    contentSizeLimits.apply(to: &traits)
  }

  /// Whether anything in the program has had overrides: until then they are not looked up.
  static var isUsed: Bool {
    get { used.load(ordering: .relaxed) }
    set { used.store(newValue, ordering: .relaxed) }
  }
  private static let used = Atomic(false)

  /// Whether any of them is a direction.
  static var hasDirections: Bool {
    get { directions.load(ordering: .relaxed) }
    set { directions.store(newValue, ordering: .relaxed) }
  }
  private static let directions = Atomic(false)
}

/// A collection that is being made.
private struct TraitsInTheMaking: UIMutableTraits {
  var traits: UITraitCollection

  subscript<Trait: UITraitDefinition>(trait: Trait.Type) -> Trait.Value {
    get { trait.value(in: traits) }
    set { trait.set(newValue, in: &traits) }
  }
}

extension UITraitCollection {
  /// A collection of which is known what `mutations` sets.
  public init(mutations: (inout any UIMutableTraits) -> Void) {
    self = UITraitCollection().modifyingTraits(mutations)
  }

  /// Traits of several collections; of a trait that several set, the last one's value.
  public init(traitsFrom traitCollections: [UITraitCollection]) {
    var making = TraitsInTheMaking(traits: UITraitCollection())
    for traits in traitCollections {
      making.set(traits)
      if let tint = traits.tint { making.traits.tint = tint }
      making.traits.ownTraits.take(traits.ownTraits)
    }
    self = making.traits
  }

  /// The same with what `mutations` sets.
  public func modifyingTraits(_ mutations: (inout any UIMutableTraits) -> Void) -> UITraitCollection {
    var making: any UIMutableTraits = TraitsInTheMaking(traits: self)
    mutations(&making)
    return (making as? TraitsInTheMaking)?.traits ?? self
  }

  /// A trait of the program's own, or another one.
  public subscript<Trait: UITraitDefinition>(trait: Trait.Type) -> Trait.Value { trait.value(in: self) }
}
