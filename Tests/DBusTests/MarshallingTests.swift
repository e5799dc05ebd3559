import TestHarness
import Testing

@testable import DBus

/// Values as bytes: what the specification says, in both byte orders, and what is refused.
@Suite(.hangLimit) struct MarshallingTests {
  private func bytes(_ values: DBusValue..., swapped: Bool = false) throws -> [UInt8] {
    var writer = DBusWriter(isSwapped: swapped)
    for value in values { try writer.write(value) }
    return writer.bytes
  }

  private func read(_ bytes: [UInt8], _ signature: String, swapped: Bool = false) throws -> [DBusValue] {
    var reader = DBusReader(bytes, isSwapped: swapped)
    let values = try reader.read(DBusType.parse(signature))
    try #require(reader.isAtEnd)
    return values
  }

  /// The example of the specification: the text "foo", the text "+", the text "bar".
  @Test func textsAreAlignedAndEndWithAZero() throws {
    let expected: [UInt8] = [
      3, 0, 0, 0, 102, 111, 111, 0, 1, 0, 0, 0, 43, 0, 0, 0, 3, 0, 0, 0, 98, 97, 114, 0,
    ]
    #expect(try bytes(.string("foo"), .string("+"), .string("bar")) == expected)
    #expect(try read(expected, "sss") == [.string("foo"), .string("+"), .string("bar")])
  }

  /// The example of the specification: an array of one 64-bit number has a gap that does not count.
  @Test func anArraysLengthLeavesTheGapBeforeItsElementsOut() throws {
    let expected: [UInt8] = [8, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0]
    #expect(try bytes(.array(.int64, [.int64(5)])) == expected)
    #expect(try bytes(.array(.int64, [])) == [0, 0, 0, 0, 0, 0, 0, 0])
    #expect(try read([0, 0, 0, 0, 0, 0, 0, 0], "at") == [.array(.uint64, [])])
  }

  @Test func numbersAreWrittenInTheOrderAskedFor() throws {
    let values: [DBusValue] = [.byte(1), .int16(-2), .uint32(3), .double(1), .boolean(true)]
    let little: [UInt8] = [
      1, 0, 254, 255, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 240, 63, 1, 0, 0, 0,
    ]
    let big: [UInt8] = [1, 0, 255, 254, 0, 0, 0, 3, 63, 240, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    let isBig = 1.littleEndian != 1
    for isSwapped in [false, true] {
      var writer = DBusWriter(isSwapped: isSwapped)
      for value in values { try writer.write(value) }
      #expect(writer.bytes == (isSwapped == isBig ? little : big))
      #expect(try read(writer.bytes, "ynudb", swapped: isSwapped) == values)
    }
  }

  @Test func everyTypeComesBackAsItWas() throws {
    let values: [DBusValue] = [
      .byte(7), .boolean(false), .int16(.min), .uint16(.max), .int32(.min), .uint32(.max), .int64(.min),
      .uint64(.max), .double(-0.5), .string("Größe"), .path("/a/b_1"), .signature("a{sv}(ii)"),
      .descriptor(2), .bytes([1, 2, 3]), .strings(["", "x"]),
      .structure([.byte(1), .structure([.int64(2)])]), .variant(.variant(.array(.array(.int32), []))),
      .properties([("a", .int32(1)), ("b", .strings(["c"]))]),
    ]
    for isSwapped in [false, true] {
      for value in values {
        // One byte first: everything has to be aligned then.
        let bytes = try bytes(.byte(9), value, swapped: isSwapped)
        #expect(try read(bytes, "y" + value.type.text, swapped: isSwapped) == [.byte(9), value])
      }
    }
  }

  @Test(arguments: ["a", "(", "()", "(i", "i)", "{si}", "a{vs}", "a{s}", "a{sii}", "z", "a{(i)s}"])
  func signaturesThatSayNothingAreRefused(_ signature: String) {
    #expect(throws: DBusError.self) { try DBusType.parse(signature) }
  }

  @Test func signaturesHaveALengthAndADepth() throws {
    let deep = { (count: Int) in String(repeating: "a", count: count) + "i" }
    #expect(try DBusType.parse(deep(32)).count == 1)
    #expect(throws: DBusError.self) { try DBusType.parse(deep(34)) }
    #expect(try DBusType.parse(String(repeating: "i", count: 255)).count == 255)
    #expect(throws: DBusError.self) { try DBusType.parse(String(repeating: "i", count: 256)) }
  }

  @Test func valuesAreNotDeeperThanTheProtocolAllows() throws {
    var value = DBusValue.int32(1)
    for _ in 0..<64 { value = .variant(value) }
    let bytes = try bytes(value)
    #expect(try read(bytes, "v") == [value])
    #expect(throws: DBusError.self) { try self.bytes(.variant(value)) }
    // The bytes of one more, made by hand.
    #expect(throws: DBusError.self) { try read([1, UInt8(ascii: "v"), 0] + bytes, "v") }
  }

  @Test(
    arguments: [
      ("b", [2, 0, 0, 0]), ("s", [1, 0, 0, 0, 255, 0]), ("s", [1, 0, 0, 0, 65, 1]),
      ("s", [2, 0, 0, 0, 65, 0, 0]), ("s", [255, 255, 255, 255, 65, 0]), ("o", [1, 0, 0, 0, 65, 0]),
      ("ay", [5, 0, 0, 0, 1]), ("ai", [3, 0, 0, 0, 1, 0, 0]), ("yi", [1, 0, 7, 0, 1, 0, 0, 0]),
      ("v", [2, 105, 105, 0, 0, 0, 0, 0]), ("v", [0, 0]), ("g", [3, 97, 0, 0, 0]), ("i", [1, 0, 0]),
      ("ay", [1, 0, 0, 4]), ("a(y)", [1, 0, 0, 0]),
    ] as [(String, [UInt8])])
  func damagedValuesAreErrors(_ signature: String, _ bytes: [UInt8]) {
    #expect(throws: DBusError.self) { try read(bytes, signature) }
  }

  @Test func aMessageCanNotFillTheMemoryWithItsValues() throws {
    // Two bytes each on the wire, and twenty times as many in memory.
    let count = 2 * (DBusLimits.mostValues + 8)
    var bytes = withUnsafeBytes(of: UInt32(count)) { Array($0) }
    bytes += [UInt8](repeating: 0, count: count)
    #expect(throws: DBusError.self) { try read(bytes, "an") }
    #expect(throws: DBusError.self) { try read([1, 0, 0, 4] + bytes, "an") }
  }

  @Test func aTextEndsBeforeAZero() throws {
    #expect(try bytes(.string("ab\0c")) == bytes(.string("ab")))
    let name = try bytes(.variant(.string("\0")))
    #expect(try read(name, "v") == [.variant(.string(""))])
  }

  @Test func valuesOfOtherTypesAreNotWritten() {
    #expect(throws: DBusError.self) { try bytes(.array(.string, [.int32(1)])) }
    #expect(throws: DBusError.self) { try bytes(.structure([])) }
    #expect(throws: DBusError.self) { try bytes(.path("a")) }
    #expect(throws: DBusError.self) { try bytes(.signature("a")) }
    #expect(throws: DBusError.self) { try bytes(.variant(.array(.entry(.variant, .string), []))) }
  }

  @Test func namesAndPathsFollowTheRules() {
    for path in ["/", "/a", "/a_1/B"] { #expect(DBusNames.isPath(path)) }
    for path in ["", "a", "/a/", "//", "/a-b"] { #expect(!DBusNames.isPath(path)) }
    for name in ["a.b", "a.B_1.c"] { #expect(DBusNames.isInterface(name)) }
    for name in ["", "a", "a..b", ".a.b", "a.1b", "a.b-c"] { #expect(!DBusNames.isInterface(name)) }
    for name in ["Get", "_a1"] { #expect(DBusNames.isMember(name)) }
    for name in ["", "1a", "a.b", "a-b", "ä"] { #expect(!DBusNames.isMember(name)) }
    let long = String(repeating: "a", count: 251)
    #expect(DBusNames.isBus(long + ".b.c") && DBusNames.isInterface(long + ".b.c"))
    #expect(!DBusNames.isBus(long + ".b.cd") && !DBusNames.isInterface(long + ".b.cd"))
    #expect(DBusNames.isMember(long + "aaaa") && !DBusNames.isMember(long + "aaaaa"))
    for name in [":1.5", "a.b-c"] { #expect(DBusNames.isBus(name)) }
    for name in ["", "1.5", ":1", "a"] { #expect(!DBusNames.isBus(name)) }
  }
}
