/// Encodes values that are a single text: everything else is an error.
final class TextEncoder: Encoder, SingleValueEncodingContainer {
  private(set) var text: String?
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The text as which the value is coded; nil when it is coded as anything else.
  static func text(of value: some Encodable) -> String? {
    let encoder = TextEncoder()
    guard (try? value.encode(to: encoder)) != nil else { return nil }
    return encoder.text
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
  func encode(_ value: String) throws { text = value }

  // What a protocol asks for that can not throw: containers whose contents go nowhere, as there is no text then.
  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Nowhere<Key>(encoder: self))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { Nowhere<NoKey>(encoder: self) }

  private var refusal: EncodingError {
    .invalidValue(0, .init(codingPath: [], debugDescription: "there is room for one text only"))
  }

  func encodeNil() throws { throw refusal }
  func encode<Value: Encodable>(_ value: Value) throws {
    // The text may come as an optional.
    guard let text = value as? String else { throw refusal }
    self.text = text
  }

  private enum NoKey: CodingKey {
    var stringValue: String { switch self {} }
    var intValue: Int? { switch self {} }
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
  }

  private struct Nowhere<Key: CodingKey>: KeyedEncodingContainerProtocol, UnkeyedEncodingContainer {
    let encoder: TextEncoder
    var codingPath: [any CodingKey] { [] }
    var count: Int { 0 }
    func encodeNil(forKey key: Key) throws { throw encoder.refusal }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { throw encoder.refusal }
    func encodeNil() throws { throw encoder.refusal }
    func encode<Value: Encodable>(_ value: Value) throws { throw encoder.refusal }
    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { encoder.container(keyedBy: type) }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
      encoder.container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoder.unkeyedContainer()
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.unkeyedContainer() }
    func superEncoder(forKey key: Key) -> any Encoder { encoder }
    func superEncoder() -> any Encoder { encoder }
  }
}
