import LinuxSystem
import PlainText
import RunLoopCore

extension UIColor {
  /// The program's color of this name; nil when there is none. Those of `namedColors` come before those of files: the color sets `NAME.colorset` that Xcode writes, in one of
  /// `UIImage.resourceDirectories` or in `Assets.xcassets` there, with their bright and dark values.
  ///
  /// What was found in a file, or not found, is kept until the directories or `namedColors` are set.
  public convenience init?(named name: String) {
    guard !name.isEmpty, let found = NamedColors.color(name) else { return nil }
    if let provider = found.provider {
      self.init(dynamicProvider: provider)
    } else {
      self.init(light: found.value, dark: found.dark, elevated: found.elevated)
    }
  }

  /// Colors by their names, for `init(named:)`: for a program without color sets.
  ///
  ///     UIColor.namedColors = ["brand": .orange]
  public static var namedColors: [String: UIColor] {
    get { NamedColors.own }
    set { NamedColors.own = newValue }
  }
}

/// The colors by name: the program's, and what was found in files.
private enum NamedColors {
  private struct Shelf {
    var own: [String: UIColor] = [:]
    /// What is in the files, also nothing.
    var found: [String: UIColor?] = [:]
    /// Where it was looked for.
    var folders: ResourceFolders.Setting?
  }

  private static let shelf = Guarded(Shelf())

  static var own: [String: UIColor] {
    get { shelf.withLock { $0.own } }
    set { shelf.withLock { ($0.own, $0.found) = (newValue, [:]) } }
  }

  static func color(_ name: String) -> UIColor? {
    let folders = ResourceFolders.current
    let known: UIColor?? = shelf.withLock { shelf in
      if shelf.folders != folders { (shelf.folders, shelf.found) = (folders, [:]) }
      return shelf.own[name].map { $0 } ?? shelf.found[name]
    }
    if let known { return known }
    let color = stored(name, in: folders.paths)
    shelf.withLock {
      // Names may be made by the program, without an end.
      if $0.found.count >= 10_000 { $0.found = [:] }
      if $0.folders == folders { $0.found[name] = .some(color) }
    }
    return color
  }

  private static func stored(_ name: String, in folders: [String]) -> UIColor? {
    for directory in folders {
      for place in [directory, directory + "/Assets.xcassets"] {
        guard let file = StoredFile("\(place)/\(name).colorset/Contents.json"), file.size <= 1 << 20,
          let set = try? JSON(parsing: file.read(0, file.size), deepest: 32), let color = UIColor(set: set)
        else { continue }
        return color
      }
    }
    return nil
  }
}

extension UIColor {
  /// The color of a color set: the first value for bright places, or else without an appearance, and the first for dark ones.
  fileprivate convenience init?(set: JSON) {
    guard case .array(let values) = set["colors"] else { return nil }
    var (any, light, dark): (CGColor?, CGColor?, CGColor?)
    for value in values {
      guard let color = value["color"]?["components"].flatMap(CGColor.init(components:)) else { continue }
      guard case .array(let appearances) = value["appearances"] else {
        any = any ?? color
        continue
      }
      // Those of high contrast are for users who ask for that.
      guard appearances.count == 1 else { continue }
      switch appearances[0]["value"]?.textValue {
      case "light": light = light ?? color
      case "dark": dark = dark ?? color
      default: break
      }
    }
    guard let bright = light ?? any else { return nil }
    self.init(light: bright, dark: dark ?? any ?? bright)
  }
}

extension CGColor {
  /// Parts as texts: `0.5`, `128`, or `0x80`; gray or three colors.
  fileprivate init?(components: JSON) {
    func part(_ name: String) -> Double? {
      guard let value = components[name] else { return nil }
      if let number = value.decimal { return number }
      let text = value.textValue
      if text.hasPrefix("0x") || text.hasPrefix("0X") {
        return Int(text.dropFirst(2), radix: 16).map { Double($0) / 255 }
      }
      let number = Double(text)
      return text.contains(".") ? number : number.map { $0 / 255 }
    }
    let parts = ["red", "green", "blue"].map { part($0) ?? part("white") }
    let alpha = part("alpha") ?? 1
    guard let red = parts[0], let green = parts[1], let blue = parts[2],
      [red, green, blue, alpha].allSatisfy(\.isFinite)
    else { return nil }
    self.init(red: red, green: green, blue: blue, alpha: alpha)
  }
}
