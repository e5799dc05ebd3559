import LinuxSystem

/// Asks a running thread for a copy of its stack, by a signal to it alone.
struct SignalSampler {
  enum Answer {
    case copied(StackCopy)
    /// No answer came in time; the request stays open.
    case none(String)
    /// No signal may be sent.
    case refused(String)
  }

  let signal: Int32
  /// Why no signal may be sent; empty when one may.
  let refusal: String
  private let process = getpid()

  /// Installs the handler if the signal has none. 0: no signals at all.
  init(signal: Int32) {
    self.signal = signal
    refusal = Self.install(signal)
  }

  private static func install(_ signal: Int32) -> String {
    guard Architecture.isSupported else {
      return "stacks of running threads are taken on x86-64 and arm64 only"
    }
    if signal == 0 { return "signals are switched off" }
    switch handler(of: signal) {
    case nil: return "signal \(signal) does not exist"
    case ownHandler: return ""
    case 0, 1: break
    default: return "signal \(signal) is already handled by the program"
    }
    var action = sigaction()
    action.__sigaction_handler.sa_sigaction = sampleSignalHandler
    // On the thread's own stack, which is the one to copy: the handler's frame is at its end.
    action.sa_flags = SA_SIGINFO | SA_RESTART
    return sigaction(signal, &action, nil) == 0 ? "" : "signal \(signal) can not be handled"
  }

  /// 0 for the default action, 1 for ignoring.
  private static func handler(of signal: Int32) -> UInt? {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return nil }
    return withUnsafeBytes(of: &action.__sigaction_handler) { $0.loadUnaligned(as: UInt.self) }
  }

  private static var ownHandler: UInt? {
    let handler: @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void =
      sampleSignalHandler
    return unsafeBitCast(handler, to: UInt.self)
  }

  /// Whether the handler is still installed: with the default action the signal would end the process.
  private var isStillOurs: Bool { Self.handler(of: signal) == Self.ownHandler }

  /// Sends the request and waits for the copy, at the longest until the time (CLOCK_MONOTONIC).
  func ask(_ thread: Int32, _ slot: SampleSlot, until deadline: UInt64) -> Answer {
    guard refusal.isEmpty else { return .refused(refusal) }
    guard isStillOurs else { return .refused("signal \(signal) was taken by the program") }
    // An answer that was too late for the last sample is dropped: it is of another moment.
    // A request that is still open is sent again: the signal may have coalesced with a pending one from elsewhere.
    if !slot.isPending { slot.makeRequest() }
    guard linux_signal_thread(process, thread, signal, slot.address) == 0 else {
      return .none("no signal could be sent: \(Errno.last)")
    }
    var time = SystemTime.timespec(nanoseconds: deadline)
    while true {
      let seen = linux_load_acquire(slot.answerWord)
      if seen == slot.request { return .copied(slot.copy) }
      if linux_futex_wait(slot.answerWord, seen, &time) != 0, Errno.last == ETIMEDOUT {
        return slot.isPending ? .none("the thread did not answer in time") : .copied(slot.copy)
      }
    }
  }

  /// Runs the handler once on the thread itself, while no request is urgent. Returns why the thread can not be asked; empty when
  /// it can.
  func rehearse(_ slot: SampleSlot) -> String {
    guard refusal.isEmpty else { return refusal }
    guard isStillOurs else { return "signal \(signal) was taken by the program" }
    slot.makeRequest()
    guard linux_signal_thread(process, linux_gettid(), signal, slot.address) == 0 else {
      return "signal \(signal) can not be sent: \(Errno.last)"
    }
    return slot.isPending ? Self.blocked(signal) : ""
  }

  static func blocked(_ signal: Int32) -> String { "the thread blocks signal \(signal)" }
}
