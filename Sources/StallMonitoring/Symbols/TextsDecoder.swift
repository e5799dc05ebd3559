/// Decodes what consists of texts under keys and of nothing else. All other demands are errors.
struct TextsDecoder: Decoder {
  let texts: [String: String]
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Container(texts: texts))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Self.refusal }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Self.refusal }

  static var refusal: DecodingError {
    .dataCorrupted(.init(codingPath: [], debugDescription: "there are texts only"))
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
