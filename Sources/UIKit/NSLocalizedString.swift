// swift-format-ignore: AlwaysUseLowerCamelCase
/// Foundation's function: there are no tables of translations here, so it returns `value`, or else the key.
public func NSLocalizedString(
  _ key: String, tableName: String? = nil, bundle: Bundle = .main, value: String = "", comment: String
) -> String { value.isEmpty ? key : value }
