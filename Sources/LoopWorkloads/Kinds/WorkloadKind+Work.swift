/// Mainspring's own loop.
extension WorkloadKind {
  /// The workload on a new thread's loop: all calls of it come on that thread.
  public func work(_ parameters: WorkloadParameters) -> LoopWork { work(Mainspring.self, parameters) }

  /// Specialized for the loop, and with it all that is run.
  @inline(__always)
  func work<Kind: SwiftLoop>(_ kind: Kind.Type, _ parameters: WorkloadParameters) -> LoopWork {
    switch self {
    case .pingpong: LoopWork(Pingpong<Kind>(parameters))
    case .wake: LoopWork(Wake<Kind>(parameters))
    case .post: LoopWork(Post<Kind>(parameters))
    case .selfPost: LoopWork(SelfPost<Kind>(parameters))
    case .source0: LoopWork(Sources<Kind>(parameters))
    case .turn: LoopWork(Turn<Kind>(parameters))
    case .timerChurn: LoopWork(TimerWork<Kind>(parameters, .renew))
    case .timerReschedule: LoopWork(TimerWork<Kind>(parameters, .move))
    case .timerNew: LoopWork(NewTimers<Kind>(parameters))
    case .timerOnce: LoopWork(OneShotTimers<Kind>(parameters))
    case .timerFire: LoopWork(TimerFire<Kind>(parameters))
    case .pipes: LoopWork(Pipes<Kind>(parameters))
    }
  }
}

extension LoopWork {
  /// What malloc gives out for a pending timer of Mainspring's, in bytes.
  public static func timerMemory(_ parameters: WorkloadParameters) -> LoopWork {
    LoopWork(TimerMemory<Mainspring>(parameters))
  }
}
