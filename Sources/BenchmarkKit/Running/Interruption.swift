import LinuxSystem
import Synchronization

/// Ctrl-C in the middle of a long run: the first one asks for an end, so that what was measured until then is not lost; a
/// second one ends the process at once, as without this.
public enum Interruption {
  private static let requested = Atomic<Bool>(false)

  /// Whether an end was asked for.
  public static var isRequested: Bool { requested.load(ordering: .relaxed) }

  /// Asks for an end, as Ctrl-C does.
  public static func request() { requested.store(true, ordering: .relaxed) }

  /// From now on the first SIGINT only asks. Where it is ignored, as in a job in the background, it stays so.
  public static func watch() {
    // The flag is there before a signal can come.
    requested.store(false, ordering: .relaxed)
    var action = sigaction()
    sigaction(SIGINT, nil, &action)
    // SIG_IGN, the number 1 as a pointer.
    if unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1 { return }
    action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in
      Interruption.requested.store(true, ordering: .relaxed)
    }
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_RESTART
    sigaction(SIGINT, &action, nil)
    // A thread of a pool, which keeps signals away, hands that on to the programs that it starts.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGINT)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }
}
