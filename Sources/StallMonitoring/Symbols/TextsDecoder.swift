/// Decodes values that consist only of texts under keys, or of one text under the empty key. Everything else is an
/// error.
struct TextsDecoder: Decoder {
  let texts: [String: String]
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Container(texts: texts))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.refusal }
  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    guard let text = texts[""] else { throw Self.refusal }
    return Single(text: text)
  }

  static var refusal: DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: "there are texts only"))
  }

  private struct Single: SingleValueDecodingContainer {
    let text: String
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }
    func decode(_ type: String.Type) throws -> String { text }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      guard let text = text as? Value else { throw TextsDecoder.refusal }
      return text
    }
    func decode(_ type: Bool.Type) throws -> Bool { throw TextsDecoder.refusal }
    func decode(_ type: Double.Type) throws -> Double { throw TextsDecoder.refusal }
    func decode(_ type: Float.Type) throws -> Float { throw TextsDecoder.refusal }
    func decode(_ type: Int.Type) throws -> Int { throw TextsDecoder.refusal }
    func decode(_ type: Int8.Type) throws -> Int8 { throw TextsDecoder.refusal }
    func decode(_ type: Int16.Type) throws -> Int16 { throw TextsDecoder.refusal }
    func decode(_ type: Int32.Type) throws -> Int32 { throw TextsDecoder.refusal }
    func decode(_ type: Int64.Type) throws -> Int64 { throw TextsDecoder.refusal }
    func decode(_ type: UInt.Type) throws -> UInt { throw TextsDecoder.refusal }
    func decode(_ type: UInt8.Type) throws -> UInt8 { throw TextsDecoder.refusal }
    func decode(_ type: UInt16.Type) throws -> UInt16 { throw TextsDecoder.refusal }
    func decode(_ type: UInt32.Type) throws -> UInt32 { throw TextsDecoder.refusal }
    func decode(_ type: UInt64.Type) throws -> UInt64 { throw TextsDecoder.refusal }
  }

  private struct Container<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let texts: [String: String]
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { texts.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { texts[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { !contains(key) }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
      guard let text = texts[key.stringValue] else { throw refusal }
      return text
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      guard let text = texts[key.stringValue] as? Value else { throw refusal }
      return text
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { throw refusal }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { throw refusal }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { throw refusal }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { throw refusal }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { throw refusal }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { throw refusal }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { throw refusal }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { throw refusal }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { throw refusal }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { throw refusal }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { throw refusal }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { throw refusal }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { throw refusal }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw refusal }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw refusal }
    func superDecoder() throws -> any Decoder { throw refusal }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw refusal }

    private var refusal: DecodingError { TextsDecoder.refusal }
  }
}
