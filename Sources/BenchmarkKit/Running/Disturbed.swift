/// A measurement that the machine disturbed by other work, so that it did not run as planned.
public struct Disturbed: Error, Sendable, CustomStringConvertible {
  public let description: String

  /// A disturbed measurement; the text has the reason.
  public init(_ description: String) { self.description = description }
}

extension Rounds {
  /// The values of a measurement that takes place only where the machine lets it.
  ///
  /// - Parameters:
  ///   - wanted: how many values.
  ///   - attempts: how many disturbed ones are thrown away until it ends with fewer values.
  /// - Throws: `Skipped` when every attempt was disturbed, with what disturbed the last one; else what `body` throws.
  public static func undisturbed(
    _ wanted: Int, attempts: Int, _ body: () throws -> Double
  ) throws -> [Double] {
    var values: [Double] = []
    var disturbed = 0
    while values.count < wanted, !(Interruption.isRequested && !values.isEmpty) {
      do { values.append(try body()) } catch let cause as Disturbed {
        disturbed += 1
        guard disturbed >= attempts || Interruption.isRequested else { continue }
        guard values.isEmpty else { return values }
        throw Skipped("\(disturbed) attempts of \(disturbed) were disturbed, the last one since \(cause)")
      }
    }
    return values
  }
}
