import BenchmarkKit

/// One thing that is measured, with the parameters that it has.
///
/// Workloads in which one thread works all the time are counted by that thread's processor time, so that other programs
/// on the machine do not add to it; those in which threads wait for each other or for a clock, by the clock: see `clock`. Callouts name what
/// they need by `unowned(unsafe)`, so that no counting of references is counted that a loop does not do.
struct Workload: Sendable {
  /// A parameter that can be set by hand: `timer-churn:pending=1000`.
  struct Parameter: Sendable {
    enum Kind: Sendable {
      case integer(ClosedRange<Int>)
      case choice([String])
    }

    let name: String
    let kind: Kind

    /// What may stand after the equals sign.
    var wanted: String {
      switch kind {
      case .integer(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
      case .choice(let words): words.joined(separator: " or ")
      }
    }

    func value(from text: String) -> Measurement.Parameter.Value? {
      switch kind {
      case .integer(let range): Int(text).flatMap { range.contains($0) ? .integer($0) : nil }
      case .choice(let words): words.contains(text) ? .text(text) : nil
      }
    }
  }

  typealias Variant = [Measurement.Parameter]

  let name: String
  /// One line for the list: the counted operation.
  let summary: String
  var parameters: [Parameter] = []
  /// The default variants, from small to large.
  var variants: [Variant] = [[]]
  /// Why parameters do not go together; nil when they do.
  var refusal: @Sendable (Variant) -> String? = { _ in nil }
  /// The clock of a variant; nil where the figure is no time.
  var clock: @Sendable (Variant) -> Measurement.Clock? = { _ in .processor }
  /// What its rows shall reach on any machine, in a release build: see `--bars`.
  var bars: [Bar] = []
  /// Measures one variant.
  let measure: @Sendable (Bench, Variant) throws -> Contestant.Outcome
  var unit = "ns"

  static let all: [Workload] = [
    core(.wake), core(.pingpong), core(.post), core(.selfPost), .mainQueue, core(.source0), core(.turn),
    .modes,
    core(.timerChurn), core(.timerReschedule), core(.timerNew), core(.timerOnce), core(.timerFire),
    .timerLateness, core(.pipes), .echo, .hitTest, .touches, .touchLatency, .touchLoad, .scroll, .input,
    .startup, .memory,
  ]
}

extension Workload.Parameter {
  static func integer(_ name: String, _ range: ClosedRange<Int>) -> Self {
    .init(name: name, kind: .integer(range))
  }
  static func choice(_ name: String, _ words: String...) -> Self { .init(name: name, kind: .choice(words)) }
}

extension [Measurement.Parameter] {
  /// The number of a parameter that the workload has, and whose kind is a number.
  func integer(_ name: String) -> Int {
    if case .integer(let value)? = first(where: { $0.name == name })?.value { return value }
    preconditionFailure("the workload has no number '\(name)'")
  }

  /// The text of a parameter that the workload has.
  func text(_ name: String) -> String {
    if case .text(let value)? = first(where: { $0.name == name })?.value { return value }
    preconditionFailure("the workload has no text '\(name)'")
  }

  /// Without any number that makes a variant take long.
  var isSmall: Bool {
    allSatisfy { parameter in
      if case .integer(let value) = parameter.value { value <= 1000 } else { true }
    }
  }
}
