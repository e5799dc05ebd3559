import LinuxSystem
import MutantKit

/// The result, a line for each mutant.
struct Table {
  private var killed = 0
  private var explained = 0
  private var survivors: [String] = []
  private var invalid: [String] = []
  private var noticed: [String] = []

  func begin(_ list: MutantList) {
    print(
      "\n\(list.name): building \(list.mutants.count) mutants into \(list.targets.joined(separator: ", "))")
    fflush(nil)
  }

  mutating func add(_ mutant: Mutant, _ trial: Trial) {
    switch (trial.verdict, mutant.equivalence) {
    case (.killed, nil): killed += 1
    // A test did notice what its list says no test can.
    case (.killed, _?): noticed.append(mutant.name)
    case (.survived, nil): survivors.append(mutant.name)
    case (.survived, _?): explained += 1
    case (.invalid, _): invalid.append(mutant.name)
    }
  }

  static func row(_ mutant: Mutant, _ trial: Trial) -> String {
    let seconds = "\(trial.duration / 1_000).\(trial.duration / 100 % 10) s"
    let verdict =
      switch (trial.verdict, mutant.equivalence) {
      case (.killed(let test), nil): "killed      by \(test)"
      case (.killed(let test), _?): "NOTICED     though it is said to be equivalent, by \(test)"
      case (.survived, nil): "SURVIVED    \(mutant.mistake)"
      case (.survived, let reason?): "equivalent  \(reason)"
      case (.invalid(let reason), _): "NOT TRIED   \(reason)"
      }
    return "  \(pad(mutant.name, 44)) \(pad(seconds, 8)) \(verdict)"
  }

  /// 0: all were killed, or are explained.
  var status: Int32 {
    if !invalid.isEmpty { return 2 }
    return survivors.isEmpty && noticed.isEmpty ? 0 : 1
  }

  /// Prints the sum.
  func end() {
    let sum = killed + survivors.count
    print("\n\(killed) of \(sum) mutants killed, \(explained) equivalent")
    if !survivors.isEmpty { print("survived: \(survivors.joined(separator: ", "))") }
    if !noticed.isEmpty { print("noticed, though said to be equivalent: \(noticed.joined(separator: ", "))") }
    if !invalid.isEmpty { print("not tried: \(invalid.joined(separator: ", "))") }
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 0))
  }
}
