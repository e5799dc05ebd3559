extension [UInt8] {
  /// Pairs of digits, in lower case.
  init(hexadecimal text: some StringProtocol) {
    self = []
    var high: UInt8?
    for digit in text.utf8 {
      let value = digit < 58 ? digit - 48 : digit - 87
      if let first = high {
        append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
  }
}
