import DBus

/// Texts, letter by letter.
extension AccessibleInterfaces {
  /// An element's text, its places, and where it can be changed.
  private struct Reading {
    let text: AccessibleText
    let places: ScalarText
    let source: (any AccessibleTextSource)?

    init(_ object: AccessibleObject) {
      text = object.element?.text ?? AccessibleText("")
      places = ScalarText(text.text)
      source = object.element as? any AccessibleTextSource
    }

    var caret: Int { places.offset(ofCharacter: text.selection.upperBound) }

    var selection: Range<Int> {
      let start = places.offset(ofCharacter: text.selection.lowerBound)
      return start..<max(start, caret)
    }

    func range(_ values: [DBusValue]) -> Range<Int> {
      let start = places.place(values[0].int32 ?? 0)
      return start..<max(start, places.place(values[1].int32 ?? -1))
    }

    func select(_ range: Range<Int>) -> [DBusValue] {
      [.boolean(source?.selectAccessibleText(places.characters(range)) ?? false)]
    }

    func replace(_ range: Range<Int>, with text: String) -> [DBusValue] {
      [.boolean(source?.replaceAccessibleText(places.characters(range), with: text) ?? false)]
    }

    /// A part with its ends.
    func part(_ range: Range<Int>) -> [DBusValue] {
      [
        .string(places.text(range)), .int32(Int32(clamping: range.lowerBound)),
        .int32(Int32(clamping: range.upperBound)),
      ]
    }

    /// The unit at a place, the one before or the one behind it.
    func unit(_ unit: ScalarText.Unit?, _ offset: DBusValue, _ side: Int) throws(DBusFailure) -> [DBusValue] {
      guard let unit else { throw .invalidArguments("there is no such unit of text") }
      let here = places.range(of: unit, at: places.place(offset.int32 ?? 0))
      if side > 0 { return part(places.range(of: unit, at: here.upperBound)) }
      guard side < 0 else { return part(here) }
      return part(here.lowerBound > 0 ? places.range(of: unit, at: here.lowerBound - 1) : 0..<0)
    }

    func box(_ offset: Int) -> AccessibleBox? {
      source?.accessibleBox(ofCharacter: places.character(at: offset))
    }
  }

  private static func old(_ name: String, _ side: Int) -> DBusInterface<AccessibleObject>.Method {
    .init(name, takes: "offset:i type:u", answers: "s startOffset:i endOffset:i") {
      object, values throws(DBusFailure) in
      try Reading(object).unit(.init(boundary: values[1].uint32 ?? 99), values[0], side)
    }
  }

  static let text = DBusInterface<AccessibleObject>(
    prefix + "Text",
    methods: [
      .init("GetText", takes: "startOffset:i endOffset:i", answers: "s") { object, values in
        let reading = Reading(object)
        return [.string(reading.places.text(reading.range(values)))]
      },
      .init(
        "GetStringAtOffset", takes: "offset:i granularity:u", answers: "s startOffset:i endOffset:i"
      ) { object, values throws(DBusFailure) in
        try Reading(object).unit(.init(granularity: values[1].uint32 ?? 99), values[0], 0)
      },
      old("GetTextBeforeOffset", -1), old("GetTextAtOffset", 0), old("GetTextAfterOffset", 1),
      .init("GetCharacterAtOffset", takes: "offset:i", answers: "i") { object, values in
        let scalars = Reading(object).places.scalars
        let place = Int(values[0].int32 ?? -1)
        return [.int32(scalars.indices.contains(place) ? Int32(bitPattern: scalars[place].value) : 0)]
      },
      .init("SetCaretOffset", takes: "offset:i", answers: "b") { object, values in
        let reading = Reading(object)
        let place = reading.places.place(values[0].int32 ?? 0)
        return reading.select(place..<place)
      },
      .init("GetNSelections", answers: "i") { object, _ in
        [.int32(Reading(object).selection.isEmpty ? 0 : 1)]
      },
      .init("GetSelection", takes: "selectionNum:i", answers: "startOffset:i endOffset:i") { object, values in
        let range = values[0].int32 == 0 ? Reading(object).selection : 0..<0
        return [.int32(Int32(clamping: range.lowerBound)), .int32(Int32(clamping: range.upperBound))]
      },
      .init("AddSelection", takes: "startOffset:i endOffset:i", answers: "b") { object, values in
        let reading = Reading(object)
        return reading.selection.isEmpty ? reading.select(reading.range(values)) : [.boolean(false)]
      },
      .init("SetSelection", takes: "selectionNum:i startOffset:i endOffset:i", answers: "b") {
        object, values in
        let reading = Reading(object)
        return values[0].int32 == 0 ? reading.select(reading.range(Array(values[1...]))) : [.boolean(false)]
      },
      .init("RemoveSelection", takes: "selectionNum:i", answers: "b") { object, _ in
        let reading = Reading(object)
        return reading.selection.isEmpty ? [.boolean(false)] : reading.select(reading.caret..<reading.caret)
      },
      .init("GetCharacterExtents", takes: "offset:i coordType:u", answers: "x:i y:i width:i height:i") {
        object, values throws(DBusFailure) in
        let reading = Reading(object)
        return try numbers(object, reading.box(reading.places.place(values[0].int32 ?? 0)), values[1])
      },
      // Attributes are not reported: the whole text has none.
      .init("GetAttributes", takes: "offset:i", answers: "a{ss} startOffset:i endOffset:i") { object, _ in
        [attributes([:]), .int32(0), .int32(Int32(clamping: Reading(object).places.count))]
      },
      .init(
        "GetAttributeRun", takes: "offset:i includeDefaults:b", answers: "a{ss} startOffset:i endOffset:i"
      ) { object, _ in
        [attributes([:]), .int32(0), .int32(Int32(clamping: Reading(object).places.count))]
      },
      .init("GetDefaultAttributes", answers: "a{ss}") { _, _ in [attributes([:])] },
      .init("GetDefaultAttributeSet", answers: "a{ss}") { _, _ in [attributes([:])] },
    ],
    properties: [
      .init("CharacterCount", "i") { .int32(Int32(clamping: Reading($0).places.count)) },
      .init("CaretOffset", "i") { .int32(Int32(clamping: Reading($0).caret)) },
    ])

  static let editableText = DBusInterface<AccessibleObject>(
    prefix + "EditableText",
    methods: [
      .init("SetTextContents", takes: "newContents:s", answers: "b") { object, values in
        let reading = Reading(object)
        return reading.replace(0..<reading.places.count, with: values[0].string ?? "")
      },
      .init("InsertText", takes: "position:i text:s length:i", answers: "b") { object, values in
        let reading = Reading(object)
        let place = reading.places.place(values[0].int32 ?? 0)
        let text = ScalarText(values[1].string ?? "")
        return reading.replace(place..<place, with: text.text(0..<text.place(values[2].int32 ?? -1)))
      },
      .init("DeleteText", takes: "startPos:i endPos:i", answers: "b") { object, values in
        let reading = Reading(object)
        return reading.replace(reading.range(values), with: "")
      },
    ])
}
