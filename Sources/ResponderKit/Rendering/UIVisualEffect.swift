/// How what lies behind a ``UIVisualEffectView`` is seen, or what is in it.
open class UIVisualEffect: NSObject {
  /// An effect that changes nothing.
  public override init() { super.init() }

  /// Gives the look of a layer the effect.
  func apply(to look: inout LayerLook) {}
}

/// What lies behind the view is blurred, under a color.
open class UIBlurEffect: UIVisualEffect {
  /// How bright and how dense the color is. The materials follow the bright or dark style of their place, unless the name says which one they have.
  public enum Style: Int, Hashable, Sendable {
    /// Bright, and dark, in any place.
    case extraLight, light, dark
    /// Follow the style of their place.
    case regular, prominent
    /// From the thinnest to the densest; they follow the style of their place.
    case systemUltraThinMaterial, systemThinMaterial, systemMaterial, systemThickMaterial
    /// That of bars.
    case systemChromeMaterial
    /// The same, bright in any place.
    case systemUltraThinMaterialLight, systemThinMaterialLight, systemMaterialLight
    /// The same, bright in any place.
    case systemThickMaterialLight, systemChromeMaterialLight
    /// The same, dark in any place.
    case systemUltraThinMaterialDark, systemThinMaterialDark, systemMaterialDark
    /// The same, dark in any place.
    case systemThickMaterialDark, systemChromeMaterialDark

    fileprivate var backdrop: Backdrop {
      func look(_ light: Double, _ dark: Double, isLight: Bool = true, isDark: Bool = true) -> Backdrop {
        let bright = CGColor(white: 0.97, alpha: light)
        let deep = CGColor(white: 0.12, alpha: dark)
        return Backdrop(radius: 20, light: isLight ? bright : deep, dark: isDark ? deep : bright)
      }
      return switch self {
      case .extraLight: look(0.82, 0, isDark: false)
      case .light: look(0.35, 0, isDark: false)
      case .dark: look(0, 0.7, isLight: false)
      case .regular: look(0.6, 0.65)
      case .prominent: look(0.8, 0.5)
      case .systemUltraThinMaterial: look(0.4, 0.45)
      case .systemThinMaterial: look(0.55, 0.6)
      case .systemMaterial: look(0.7, 0.75)
      case .systemThickMaterial: look(0.85, 0.88)
      case .systemChromeMaterial: look(0.78, 0.8)
      case .systemUltraThinMaterialLight: look(0.4, 0, isDark: false)
      case .systemThinMaterialLight: look(0.55, 0, isDark: false)
      case .systemMaterialLight: look(0.7, 0, isDark: false)
      case .systemThickMaterialLight: look(0.85, 0, isDark: false)
      case .systemChromeMaterialLight: look(0.78, 0, isDark: false)
      case .systemUltraThinMaterialDark: look(0, 0.45, isLight: false)
      case .systemThinMaterialDark: look(0, 0.6, isLight: false)
      case .systemMaterialDark: look(0, 0.75, isLight: false)
      case .systemThickMaterialDark: look(0, 0.88, isLight: false)
      case .systemChromeMaterialDark: look(0, 0.8, isLight: false)
      }
    }
  }

  private let backdrop: Backdrop

  /// The effect of a style.
  public init(style: Style) {
    backdrop = style.backdrop
    super.init()
  }

  override func apply(to look: inout LayerLook) { look.backdrop = backdrop }

  /// A vibrant color over this blur, which is dark over a bright one.
  fileprivate func vibrancy(_ alpha: Double) -> Vibrancy {
    func color(over color: CGColor) -> CGColor { CGColor(white: color.red > 0.5 ? 0 : 1, alpha: alpha) }
    return Vibrancy(light: color(over: backdrop.light), dark: color(over: backdrop.dark))
  }
}

/// How dense a vibrant color is.
public enum UIVibrancyEffectStyle: Int, Hashable, Sendable {
  /// Of letters.
  case label, secondaryLabel, tertiaryLabel, quaternaryLabel
  /// Of shapes.
  case fill, secondaryFill, tertiaryFill
  /// Of thin lines.
  case separator

  fileprivate var alpha: Double {
    switch self {
    case .label: 0.8
    case .secondaryLabel: 0.55
    case .tertiaryLabel: 0.35
    case .quaternaryLabel: 0.2
    case .fill: 0.3
    case .secondaryFill: 0.2
    case .tertiaryFill: 0.12
    case .separator: 0.25
    }
  }
}

/// What is in the view is seen in a color that fits to the blur around it: letters, templates and shapes alike, whatever their own colors.
open class UIVibrancyEffect: UIVisualEffect {
  private let vibrancy: Vibrancy

  /// For a view in that of the blur: in the color of labels.
  public convenience init(blurEffect: UIBlurEffect) { self.init(blurEffect: blurEffect, style: .label) }

  /// For a view in that of the blur.
  public init(blurEffect: UIBlurEffect, style: UIVibrancyEffectStyle) {
    vibrancy = blurEffect.vibrancy(style.alpha)
    super.init()
  }

  override func apply(to look: inout LayerLook) { look.vibrancy = vibrancy }
}
