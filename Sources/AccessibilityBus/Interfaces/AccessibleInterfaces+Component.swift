import DBus

/// Places, and what can be done.
extension AccessibleInterfaces {
  /// The origins of coordinates by AT-SPI's numbers: the screen, the window, the parent.
  private static func origin(_ object: AccessibleObject, _ kind: DBusValue) throws(DBusFailure)
    -> AccessibleBox?
  {
    switch kind.uint32 {
    case 0: return nil
    case 1: return object.element.map { window(of: $0).accessibleBox }
    case 2: return object.element?.accessibleParent?.accessibleBox
    default: throw .invalidArguments("there are coordinates 0, 1 and 2")
    }
  }

  private static func window(of element: any AccessibleElement) -> any AccessibleElement {
    var top = element
    while let parent = top.accessibleParent { top = parent }
    return top
  }

  static func numbers(
    _ object: AccessibleObject, _ box: AccessibleBox?, _ kind: DBusValue
  ) throws(DBusFailure) -> [DBusValue] {
    let box = box ?? AccessibleBox(x: 0, y: 0, width: 0, height: 0)
    return box.numbers(from: try origin(object, kind)).map { .int32($0) }
  }

  /// A place on the screen.
  private static func place(
    _ object: AccessibleObject, _ values: [DBusValue]
  ) throws(DBusFailure) -> (x: Double, y: Double) {
    let origin = try origin(object, values[2])
    return (
      Double(values[0].int32 ?? 0) + (origin?.x ?? 0), Double(values[1].int32 ?? 0) + (origin?.y ?? 0)
    )
  }

  static let component = DBusInterface<AccessibleObject>(
    prefix + "Component",
    methods: [
      .init("Contains", takes: "x:i y:i coord_type:u", answers: "b") { object, values throws(DBusFailure) in
        let place = try place(object, values)
        return [.boolean(object.element?.accessibleBox.contains(x: place.x, y: place.y) ?? false)]
      },
      .init("GetAccessibleAtPoint", takes: "x:i y:i coord_type:u", answers: "(so)") {
        object, values throws(DBusFailure) in
        let place = try place(object, values)
        var left = AccessibleObjects.mostElements
        let found = object.element.flatMap { element(in: $0, at: place, &left) }
        return [found.map { object.objects.reference($0) } ?? AccessibleObjects.nothing]
      },
      .init("GetExtents", takes: "coord_type:u", answers: "(iiii)") { object, values throws(DBusFailure) in
        [.structure(try numbers(object, object.element?.accessibleBox, values[0]))]
      },
      .init("GetPosition", takes: "coord_type:u", answers: "x:i y:i") { object, values throws(DBusFailure) in
        Array(try numbers(object, object.element?.accessibleBox, values[0]).prefix(2))
      },
      .init("GetSize", answers: "width:i height:i") { object, _ throws(DBusFailure) in
        Array(try numbers(object, object.element?.accessibleBox, .uint32(0)).suffix(2))
      },
      // A widget's, or a window's.
      .init("GetLayer", answers: "u") { object, _ in
        [.uint32(object.description.role == .frame ? 7 : 3)]
      },
      .init("GetMDIZOrder", answers: "n") { _, _ in [.int16(-1)] },
      .init("GrabFocus", answers: "b") { object, _ in
        [.boolean(object.element?.takeAccessibleFocus() ?? false)]
      },
      .init("GetAlpha", answers: "d") { _, _ in [.double(1)] },
    ])

  /// The innermost element at a place of the screen. Later siblings are in front.
  ///
  /// - Parameter left: how many elements may still be looked at.
  private static func element(
    in element: any AccessibleElement, at place: (x: Double, y: Double), _ left: inout Int
  ) -> (any AccessibleElement)? {
    left -= 1
    guard left >= 0 else { return nil }
    for child in element.accessibleChildren.reversed() {
      if let found = self.element(in: child, at: place, &left) { return found }
    }
    return element.accessibleBox.contains(x: place.x, y: place.y) ? element : nil
  }

  // MARK: Actions

  /// An element's action by its number.
  private static func name(_ object: AccessibleObject, _ index: DBusValue) -> String? {
    let actions = object.element?.accessibleActions ?? []
    let index = Int(index.int32 ?? -1)
    return actions.indices.contains(index) ? actions[index] : nil
  }

  static let action = DBusInterface<AccessibleObject>(
    prefix + "Action",
    methods: [
      .init("GetDescription", takes: "index:i", answers: "s") { _, _ in [.string("")] },
      .init("GetName", takes: "index:i", answers: "s") { object, values in
        [.string(name(object, values[0]) ?? "")]
      },
      .init("GetLocalizedName", takes: "index:i", answers: "s") { object, values in
        [.string(name(object, values[0]) ?? "")]
      },
      .init("GetKeyBinding", takes: "index:i", answers: "s") { _, _ in [.string("")] },
      .init("GetActions", answers: "a(sss)") { object, _ in
        let actions = object.element?.accessibleActions ?? []
        return [
          .array(
            .structure([.string, .string, .string]),
            actions.map { .structure([.string($0), .string(""), .string("")]) })
        ]
      },
      .init("DoAction", takes: "index:i", answers: "b") { object, values in
        guard let name = name(object, values[0]) else { return [.boolean(false)] }
        return [.boolean(object.element?.performAccessible(name) ?? false)]
      },
    ],
    properties: [
      .init("NActions", "i") { .int32(Int32($0.element?.accessibleActions.count ?? 0)) }
    ])

  // MARK: Values

  static let value = DBusInterface<AccessibleObject>(
    prefix + "Value",
    properties: [
      .init("MinimumValue", "d") { .double($0.element?.range?.least ?? 0) },
      .init("MaximumValue", "d") { .double($0.element?.range?.most ?? 0) },
      .init("MinimumIncrement", "d") { .double($0.element?.range?.step ?? 0) },
      .init(
        "CurrentValue", "d",
        set: { object, value in
          guard let value = value.double, value.isFinite,
            let source = object.element as? any AccessibleRangeSource
          else { return false }
          return source.takeAccessibleValue(value)
        }
      ) { .double($0.element?.range?.value ?? 0) },
      .init("Text", "s") { _ in .string("") },
    ])
}
