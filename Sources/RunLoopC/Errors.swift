// The names are those of the header.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import CRunLoop
import LinuxSystem
internal import RunLoopCore

/// The number that a C function returns when it fails.
enum CError: Error {
  case null, handle, kind, thread, ended, invalid, argument, forked, closed, notPollable, alreadyWatched
  case noDescriptors, watchLimit, system, elsewhere, noProcess, notStarted, noFile, access, unwritable

  var code: Int32 {
    let code =
      switch self {
      case .null: RL_ERROR_NULL
      case .handle: RL_ERROR_HANDLE
      case .kind: RL_ERROR_KIND
      case .thread: RL_ERROR_THREAD
      case .ended: RL_ERROR_ENDED
      case .invalid: RL_ERROR_INVALID
      case .argument: RL_ERROR_ARGUMENT
      case .forked: RL_ERROR_FORKED
      case .closed: RL_ERROR_CLOSED
      case .notPollable: RL_ERROR_NOT_POLLABLE
      case .alreadyWatched: RL_ERROR_ALREADY_WATCHED
      case .noDescriptors: RL_ERROR_NO_DESCRIPTORS
      case .watchLimit: RL_ERROR_WATCH_LIMIT
      case .system: RL_ERROR_SYSTEM
      case .elsewhere: RL_ERROR_ELSEWHERE
      case .noProcess: RL_ERROR_NO_PROCESS
      case .notStarted: RL_ERROR_NOT_STARTED
      case .noFile: RL_ERROR_NO_FILE
      case .access: RL_ERROR_ACCESS
      case .unwritable: RL_ERROR_UNWRITABLE
      }
    return Int32(code)
  }

  init(_ error: RunLoop.PortError) {
    switch error {
    case .closed: self = .closed
    case .notPollable: self = .notPollable
    case .alreadyWatched: self = .alreadyWatched
    case .tooManyDescriptors: self = .noDescriptors
    case .watchLimitReached: self = .watchLimit
    case .notASignal: self = .argument
    case .noSuchProcess: self = .noProcess
    case .notStarted(_, let code):
      Errno.last = Errno(code)
      self = .notStarted
    case .noSuchFile: self = .noFile
    case .accessDenied: self = .access
    default: self = .system
    }
  }
}

/// The number of what went wrong, or what `body` gives.
func number(_ body: () throws(CError) -> Int32) -> Int32 {
  do throws(CError) { return try body() } catch { return error.code }
}

/// Nil and the number of what went wrong, or what `body` gives.
func handle(
  _ error: UnsafeMutablePointer<Int32>?, _ body: () throws(CError) -> OpaquePointer?
) -> OpaquePointer? {
  do throws(CError) {
    let handle = try body()
    error?.pointee = Int32(RL_OK)
    return handle
  } catch let failure {
    error?.pointee = failure.code
    return nil
  }
}

private struct Texts: @unchecked Sendable {
  private let texts: [Int32: StaticString] = [
    0: "no error",
    CError.null.code: "a handle or function is NULL that must not be",
    CError.handle.code: "the handle was freed, or never was one",
    CError.kind.code: "the item is of another kind: a timer's function needs a timer",
    CError.thread.code: "only the loop's own thread may do that: post a block that does it there",
    CError.ended.code: "the loop's thread has ended, and the loop with it",
    CError.invalid.code: "the item was invalidated, or has done its one call: make another one",
    CError.argument.code: "an argument has a value that can not be meant",
    CError.forked.code:
      "the loop belongs to the process that forked this one: call rl_reinitialize_after_fork first",
    CError.closed.code: "the descriptor is not open",
    CError.notPollable.code:
      "a regular file or directory is always ready and can not be watched: read it directly",
    CError.alreadyWatched.code:
      "the mode watches the descriptor already: use one item for it, or give the second one a duplicate by dup(2)",
    CError.noDescriptors.code: "no descriptor is left: close some, or raise the limit (ulimit -n)",
    CError.watchLimit.code:
      "the kernel's limit of watched descriptors is reached, or it has no memory left for them: see /proc/sys/fs/epoll/max_user_watches",
    CError.elsewhere.code: "a timer or observer is in one loop at a time: remove it from the other one first",
    CError.noProcess.code:
      "there is no such process: create the item before anything waits for the process",
    CError.notStarted.code:
      "the program could not be started: see that it exists and may be executed (errno says more)",
    CError.noFile.code: "there is nothing at the path: watch its directory to see it come",
    CError.access.code: "the file may not be read by this user, and only what may be read can be watched",
    CError.unwritable.code:
      "reports can not be written to the folder: name one that this user owns and may write to",
    CError.system.code: "a system call failed unexpectedly",
  ]

  func text(_ error: Int32) -> UnsafePointer<CChar> {
    let text = texts[error] ?? "not an error number of run loops"
    return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
  }

  static let shared = Texts()
}

@c @implementation
public func rl_error_text(_ error: Int32) -> UnsafePointer<CChar>? { Texts.shared.text(error) }
