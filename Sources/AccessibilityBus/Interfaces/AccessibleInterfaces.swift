import DBus
import LinuxSystem

/// AT-SPI's interfaces.
enum AccessibleInterfaces {
  static let prefix = "org.a11y.atspi."
  static let toolkit = "Mainspring"

  /// What the environment says of the user's language: `de_DE`.
  static var locale: String {
    let name = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { Environment.value($0) }.first
    return name.map { String($0.prefix { $0 != "." && $0 != "@" }) } ?? "C"
  }

  // MARK: Every object

  static let accessible = DBusInterface<AccessibleObject>(
    prefix + "Accessible",
    methods: [
      .init("GetChildAtIndex", takes: "index:i", answers: "(so)") { object, values in
        let children = object.children
        let index = Int(values[0].int32 ?? -1)
        return [
          children.indices.contains(index)
            ? object.objects.reference(children[index]) : AccessibleObjects.nothing
        ]
      },
      .init("GetChildren", answers: "a(so)") { object, _ in [object.objects.references(object.children)] },
      .init("GetIndexInParent", answers: "i") { object, _ in [.int32(object.index)] },
      .init("GetRelationSet", answers: "a(ua(so))") { _, _ in
        [.array(.structure([.uint32, .array(AccessibleObjects.reference)]), [])]
      },
      .init("GetRole", answers: "u") { object, _ in [.uint32(object.description.role.rawValue)] },
      .init("GetRoleName", answers: "s") { object, _ in [.string(object.description.role.name)] },
      .init("GetLocalizedRoleName", answers: "s") { object, _ in [.string(object.description.role.name)] },
      .init("GetState", answers: "au") { object, _ in [states(object.description.states)] },
      .init("GetAttributes", answers: "a{ss}") { _, _ in [elementAttributes] },
      .init("GetApplication", answers: "(so)") { object, _ in [object.objects.root] },
      .init("GetInterfaces", answers: "as") { object, _ in [.strings(object.interfaces.map(\.name))] },
    ],
    properties: [
      .init("Name", "s") { .string($0.description.name) },
      .init("Description", "s") { .string($0.description.text) },
      .init("Parent", "(so)") { $0.parent },
      .init("ChildCount", "i") { .int32(Int32($0.children.count)) },
      .init("Locale", "s") { _ in .string(locale) },
      .init("AccessibleId", "s") { .string($0.description.identifier) },
    ])

  /// The same for all.
  static let elementAttributes = attributes(["toolkit": toolkit])

  static func states(_ states: AccessibleStates) -> DBusValue {
    .array(.uint32, states.words.map { .uint32($0) })
  }

  static func attributes(_ words: [String: String]) -> DBusValue {
    .array(
      .entry(.string, .string),
      words.sorted { $0.key < $1.key }.map { .entry(.string($0.key), .string($0.value)) })
  }

  // MARK: The application

  static let application = DBusInterface<AccessibleObject>(
    prefix + "Application",
    methods: [
      .init("GetLocale", takes: "lctype:u", answers: "s") { _, _ in [.string(locale)] },
      // Without one, programs talk by way of the bus.
      .init("GetApplicationBusAddress", answers: "s") { _, _ in [.string("")] },
    ],
    properties: [
      .init("ToolkitName", "s") { _ in .string(toolkit) },
      .init("Version", "s") { _ in .string("1.0") },
      .init("ToolkitVersion", "s") { _ in .string("1.0") },
      .init("AtspiVersion", "s") { _ in .string("2.1") },
      .init("InterfaceVersion", "u") { _ in .uint32(1) },
      .init(
        "Id", "i",
        set: { object, value in
          object.objects.identifier = value.int32 ?? 0
          return true
        }
      ) { .int32($0.objects.identifier) },
    ])

  static let cache = DBusInterface<AccessibleObject>(
    prefix + "Cache",
    methods: [
      .init("GetItems", answers: "nodes:a((so)(so)(so)iiassusau)") { object, _ in
        let objects = object.objects
        let items = objects.all().map {
          item(AccessibleObject(objects: objects, node: .element($0.element)), at: $0.index)
        }
        return [.array(itemType, [item(AccessibleObject(objects: objects, node: .root), at: -1)] + items)]
      }
    ],
    properties: [.init("version", "u") { _ in .uint32(1) }])

  private static let itemType = DBusType.structure([
    AccessibleObjects.reference, AccessibleObjects.reference, AccessibleObjects.reference, .int32, .int32,
    .array(.string), .string, .uint32, .string, .array(.uint32),
  ])

  /// An object, its application, its parent, its place and how many children it has, and what it says of itself.
  private static func item(_ object: AccessibleObject, at index: Int) -> DBusValue {
    let description = object.description
    return .structure([
      object.element.map { object.objects.reference($0) } ?? object.objects.root, object.objects.root,
      object.parent, .int32(Int32(clamping: index)), .int32(Int32(object.children.count)),
      .strings(object.interfaces.map(\.name)), .string(description.name),
      .uint32(description.role.rawValue), .string(description.text), states(description.states),
    ])
  }
}
