extension BenchOptions {
  /// Leaves the workloads that `--bars` can judge.
  mutating func checkBars(named: Bool) throws(WrongCall) {
    guard judgesBars else { return }
    if let other = choices.first(where: { $0.workload.bars.isEmpty }), named {
      let names = Workload.all.filter { !$0.bars.isEmpty }.map(\.name)
      throw WrongCall("--bars judges \(names.joined(separator: ", ")); leave '\(other.workload.name)' out")
    }
    choices.removeAll { $0.workload.bars.isEmpty }
  }
}
