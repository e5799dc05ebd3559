@testable import Packing

/// What unpacks bytes of others: each takes any bytes, the first two of which are the size that is wanted, and gives what was made of them.
/// Used by the suite and by libFuzzer (`.ci/fuzz`).
enum PackingFuzzTarget: String, CaseIterable {
  case zlib, zstandard

  func read(_ bytes: [UInt8]) -> [Int] {
    guard bytes.count >= 2 else { return [-1] }
    let size = Int(bytes[0]) | Int(bytes[1]) << 8
    do throws(PackingError) {
      let contents =
        switch self {
        case .zlib: try Inflate.zlib(bytes[2...], size: size)
        case .zstandard: try Zstandard.unpacked(bytes[2...], size: size)
        }
      return [contents.count, contents.reduce(0) { $0 &+ Int($1) } & 63]
    } catch {
      return switch error {
      case .tooShort: [-2]
      case .damaged(let part): [-3, part.utf8.reduce(0) { $0 &* 31 &+ Int($1) }]
      case .needsDictionary: [-4]
      }
    }
  }

  /// An input of a whole stream.
  static func input(_ packed: [UInt8], size: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: size), UInt8(truncatingIfNeeded: size >> 8)] + packed
  }
}
