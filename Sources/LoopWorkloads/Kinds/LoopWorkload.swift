/// What every workload has: a loop, with a source that keeps its runs going.
class LoopWorkload<Kind: SwiftLoop>: @unchecked Sendable {
  final let parameters: WorkloadParameters
  final let loop: Kind.Loop
  private final let keeper: Kind.Source

  init(_ parameters: WorkloadParameters, keepsProcessor: Bool = false) {
    self.parameters = parameters
    loop = Kind.open(
      parameters, keepsProcessor: keepsProcessor || parameters.cpu == parameters.otherCPU)
    keeper = Kind.makeSource(loop) {}
  }

  @inline(__always)
  final var now: Int64 { parameters.clock.now }

  /// After what a workload has put into the loop itself.
  final func end() { Kind.end(keeper) }
}
