/// A trait: a part of a ``UITraitCollection``. A program's own has a default value, and is set in the `traitOverrides` of views and controllers:
///
///     enum ThemeTrait: UITraitDefinition { static let defaultValue = Theme.plain }
///     extension UITraitCollection { var theme: Theme { self[ThemeTrait.self] } }
///     extension UIMutableTraits {
///       var theme: Theme {
///         get { self[ThemeTrait.self] }
///         set { self[ThemeTrait.self] = newValue }
///       }
///     }
public protocol UITraitDefinition {
  /// The type of the trait.
  associatedtype Value
  /// What it is where nothing sets it.
  static var defaultValue: Value { get }
  /// Whether colors with a provider ask for it; false unless implemented.
  static var affectsColorAppearance: Bool { get }
  /// For messages; the type's name unless implemented.
  static var name: String { get }
  /// The type's name unless implemented.
  static var identifier: String { get }
  /// The trait in a collection. Not for programs.
  static func value(in traits: UITraitCollection) -> Value
  /// Sets the trait in a collection. Not for programs.
  static func set(_ value: Value, in traits: inout UITraitCollection)
}

extension UITraitDefinition {
  public static var affectsColorAppearance: Bool { false }
  public static var name: String { "\(Self.self)" }
  public static var identifier: String { String(reflecting: Self.self) }
  public static func value(in traits: UITraitCollection) -> Value {
    traits.ownTraits[ObjectIdentifier(Self.self)] as? Value ?? defaultValue
  }
  public static func set(_ value: Value, in traits: inout UITraitCollection) {
    traits.ownTraits.set(value, for: ObjectIdentifier(Self.self), affectsColors: affectsColorAppearance)
  }
}

/// Names of traits are types, as in UIKit: `UITraitHorizontalSizeClass.self`.
public typealias UITrait = any UITraitDefinition.Type

/// The size class of the width.
public enum UITraitHorizontalSizeClass: UITraitDefinition {
  public static var defaultValue: UIUserInterfaceSizeClass { .unspecified }
  /// Its `horizontalSizeClass`.
  public static func value(in traits: UITraitCollection) -> UIUserInterfaceSizeClass {
    traits.horizontalSizeClass
  }
  public static func set(_ value: UIUserInterfaceSizeClass, in traits: inout UITraitCollection) {
    traits.horizontalSizeClass = value
  }
}

/// The size class of the height.
public enum UITraitVerticalSizeClass: UITraitDefinition {
  public static var defaultValue: UIUserInterfaceSizeClass { .unspecified }
  /// Its `verticalSizeClass`.
  public static func value(in traits: UITraitCollection) -> UIUserInterfaceSizeClass {
    traits.verticalSizeClass
  }
  public static func set(_ value: UIUserInterfaceSizeClass, in traits: inout UITraitCollection) {
    traits.verticalSizeClass = value
  }
}

/// Bright or dark.
public enum UITraitUserInterfaceStyle: UITraitDefinition {
  public static var defaultValue: UIUserInterfaceStyle { .unspecified }
  public static var affectsColorAppearance: Bool { true }
  /// Its `userInterfaceStyle`.
  public static func value(in traits: UITraitCollection) -> UIUserInterfaceStyle { traits.userInterfaceStyle }
  public static func set(_ value: UIUserInterfaceStyle, in traits: inout UITraitCollection) {
    traits.userInterfaceStyle = value
  }
}

/// At the base of the window, or in front of other content.
public enum UITraitUserInterfaceLevel: UITraitDefinition {
  public static var defaultValue: UIUserInterfaceLevel { .unspecified }
  public static var affectsColorAppearance: Bool { true }
  /// Its `userInterfaceLevel`.
  public static func value(in traits: UITraitCollection) -> UIUserInterfaceLevel { traits.userInterfaceLevel }
  public static func set(_ value: UIUserInterfaceLevel, in traits: inout UITraitCollection) {
    traits.userInterfaceLevel = value
  }
}

/// The direction in which an interface is read.
public enum UITraitLayoutDirection: UITraitDefinition {
  public static var defaultValue: UITraitEnvironmentLayoutDirection { .unspecified }
  /// Its `layoutDirection`.
  public static func value(in traits: UITraitCollection) -> UITraitEnvironmentLayoutDirection {
    traits.layoutDirection
  }
  public static func set(_ value: UITraitEnvironmentLayoutDirection, in traits: inout UITraitCollection) {
    traits.layoutDirection = value
  }
}

/// The size category of texts that follow the user's choice.
public enum UITraitPreferredContentSizeCategory: UITraitDefinition {
  public static var defaultValue: UIContentSizeCategory { .unspecified }
  /// Its `preferredContentSizeCategory`.
  public static func value(in traits: UITraitCollection) -> UIContentSizeCategory {
    traits.preferredContentSizeCategory
  }
  public static func set(_ value: UIContentSizeCategory, in traits: inout UITraitCollection) {
    traits.preferredContentSizeCategory = value
  }
}

/// The pixels per point.
public enum UITraitDisplayScale: UITraitDefinition {
  public static var defaultValue: Double { 0 }
  /// Its `displayScale`.
  public static func value(in traits: UITraitCollection) -> Double { traits.displayScale }
  public static func set(_ value: Double, in traits: inout UITraitCollection) { traits.displayScale = value }
}
