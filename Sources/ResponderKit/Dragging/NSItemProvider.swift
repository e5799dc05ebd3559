import RunLoopCore

/// What a program can put into an ``NSItemProvider``.
public protocol NSItemProviderWriting {
  /// The names of the kinds of data that it is, the best first: `public.utf8-plain-text`.
  static var writableTypeIdentifiersForItemProvider: [String] { get }
}

/// What a program can get from an ``NSItemProvider``.
public protocol NSItemProviderReading {
  /// The names of the kinds of data that it can be made of.
  static var readableTypeIdentifiersForItemProvider: [String] { get }
}

/// A value type that `loadObject` returns without a cast: a text or an address.
public protocol NSItemProviderValue: NSItemProviderReading {}

/// The programs that may see what a provider has. Nothing leaves the process here.
public enum NSItemProviderRepresentationVisibility: Hashable, Sendable {
  /// Every process; programs of the same makers; those of one group; this process.
  case all, team, group, ownProcess
}

/// Objects of this process that are dragged: a text, an attributed text, a picture, a color, an address, or a program's own.
open class NSItemProvider: NSObject {
  /// Why there is no object.
  public enum ErrorCode: Error, Hashable, Sendable {
    /// The provider has nothing of which one can be made.
    case itemUnavailableError
  }

  private var objects: [any NSItemProviderWriting] = []
  /// A name for a file of it.
  open var suggestedName: String?

  /// An empty provider, for items whose `localObject` is enough.
  public override init() {}

  /// A provider of one object.
  public convenience init(object: any NSItemProviderWriting) {
    self.init()
    registerObject(object, visibility: .all)
  }

  /// Adds an alternative representation.
  open func registerObject(
    _ object: any NSItemProviderWriting, visibility: NSItemProviderRepresentationVisibility
  ) {
    objects.append(object)
  }

  /// The names of the kinds of data of its objects.
  open var registeredTypeIdentifiers: [String] {
    objects.flatMap { type(of: $0).writableTypeIdentifiersForItemProvider }
  }

  /// Whether it has data of a kind, or of a more special one: a PNG file is a `public.image`.
  open func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
    registeredTypeIdentifiers.contains { DataKinds.kind($0, isA: typeIdentifier) }
  }

  /// Whether an object of a class can be had.
  open func canLoadObject(ofClass aClass: any NSItemProviderReading.Type) -> Bool {
    object(of: aClass) != nil
  }

  /// Gives an object of a class, or an error; never before the call has returned.
  open func loadObject(
    ofClass aClass: any NSItemProviderReading.Type,
    completionHandler: @escaping ((any NSItemProviderReading)?, (any Error)?) -> Void
  ) {
    let found = object(of: aClass)
    Later.call { completionHandler(found, found == nil ? ErrorCode.itemUnavailableError : nil) }
  }

  /// The same, with typed values.
  public final func loadObject<Value: NSItemProviderValue>(
    ofClass aClass: Value.Type, completionHandler: @escaping (Value?, (any Error)?) -> Void
  ) {
    loadObject(ofClass: aClass as any NSItemProviderReading.Type) { value, error in
      completionHandler(value as? Value, error)
    }
  }

  /// The first of its objects that is one of the class, or of which one can be made.
  final func object(of aClass: any NSItemProviderReading.Type) -> (any NSItemProviderReading)? {
    func cast<Wanted: NSItemProviderReading>(_ value: Any, _: Wanted.Type) -> Wanted? { value as? Wanted }
    for object in objects {
      if let same = cast(object, aClass) { return same }
    }
    for object in objects {
      if let other = Self.counterpart(of: object).flatMap({ cast($0, aClass) }) { return other }
    }
    return nil
  }

  /// A text with attributes for one without, and the other way around; an address as text.
  private static func counterpart(of object: any NSItemProviderWriting) -> Any? {
    switch object {
    case let text as String: NSAttributedString(string: text)
    case let text as NSAttributedString: text.string
    case let address as LinkAddress: address.absoluteString
    default: nil
    }
  }
}

/// Calls that are made when the present one has returned, on the same thread.
enum Later {
  static func call(_ body: @escaping () -> Void) {
    nonisolated(unsafe) let body = body
    RunLoop.current.perform(inModes: [.common]) { body() }
  }
}

/// The names of the kinds of data.
private enum DataKinds {
  static let text = "public.utf8-plain-text"
  static let attributed = "com.apple.uikit.attributedstring"
  static let image = "public.png"
  static let color = "com.apple.uikit.color"
  static let address = "public.url"

  /// The next more general kind.
  private static let parents = [
    text: "public.plain-text", "public.plain-text": "public.text", attributed: "public.text",
    "public.text": "public.data", image: "public.image", "public.image": "public.data",
    address: "public.data", "public.data": "public.item",
  ]

  static func kind(_ special: String, isA general: String) -> Bool {
    var kind: String? = special
    while let current = kind {
      if current == general { return true }
      kind = parents[current]
    }
    return false
  }
}

extension String: NSItemProviderWriting, NSItemProviderValue {
  public static var writableTypeIdentifiersForItemProvider: [String] { [DataKinds.text] }
  public static var readableTypeIdentifiersForItemProvider: [String] { [DataKinds.text] }
}

extension LinkAddress: NSItemProviderWriting, NSItemProviderValue {
  public static var writableTypeIdentifiersForItemProvider: [String] { [DataKinds.address] }
  public static var readableTypeIdentifiersForItemProvider: [String] { [DataKinds.address] }
}

extension NSAttributedString: NSItemProviderWriting, NSItemProviderReading {
  public static var writableTypeIdentifiersForItemProvider: [String] {
    [DataKinds.attributed, DataKinds.text]
  }
  public static var readableTypeIdentifiersForItemProvider: [String] {
    [DataKinds.attributed, DataKinds.text]
  }
}

extension UIImage: NSItemProviderWriting, NSItemProviderReading {
  public static var writableTypeIdentifiersForItemProvider: [String] { [DataKinds.image] }
  public static var readableTypeIdentifiersForItemProvider: [String] { [DataKinds.image] }
}

extension UIColor: NSItemProviderWriting, NSItemProviderReading {
  public static var writableTypeIdentifiersForItemProvider: [String] { [DataKinds.color] }
  public static var readableTypeIdentifiersForItemProvider: [String] { [DataKinds.color] }
}
