import CLinux
import Glibc
import RunLoopCore
import RunLoopDispatch

/// The main actor in another library's main loop: GTK's, Qt's, SDL's or Android's.
///
///     cc -shared -fPIC gtk4.c -o gtk4.so $(pkg-config --cflags --libs gtk4)
///     HostedMainActor gtk4.so hops 10000
///     HostedMainActor gtk4.so idle 8
///
/// `hops` prints how long code of the main actor takes from another thread to its start; `idle` prints a line at the end of
/// each quarter of a second in which the program does nothing. The adapters are in `Sources/Examples/Hosts`; a program
/// with GTK has its adapter in a C target, and needs no dlopen.
@main enum HostedMainActor {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let count = Int(arguments[3]), count > 0,
      ["hops", "idle"].contains(arguments[2])
    else {
      fail("usage: HostedMainActor ADAPTER.so hops|idle COUNT")
    }
    guard let library = dlopen(arguments[1], RTLD_NOW), let run = dlsym(library, "host_run"),
      let quit = dlsym(library, "host_quit")
    else { fail(dlerror().map { String(cString: $0) } ?? "\(arguments[1]) is no adapter") }
    plan = Plan(
      isIdle: arguments[2] == "idle", count: count,
      quit: unsafeBitCast(quit, to: (@convention(c) () -> Void).self))
    do {
      // From here on DispatchQueue.main and the main actor are served by the main loop, and that by its host.
      try RunLoop.main.serveDispatchMainQueue()
      var guest = Guest(
        descriptor: try RunLoop.main.fileDescriptor(), prepare: { RunLoop.main.prepare() ? 1 : 0 },
        dispatch: { _ = RunLoop.main.dispatch() })
      let status = unsafeBitCast(run, to: Run.self)(
        &guest, { Task.detached { await HostedMainActor.plan?.carryOut() } })
      exit(status)
    } catch {
      fail("\(error)")
    }
  }

  /// The `host_guest` of host.h.
  private struct Guest {
    var descriptor: Int32
    var prepare: @convention(c) () -> Int32
    var dispatch: @convention(c) () -> Void
  }

  private typealias Run =
    @convention(c) (UnsafeMutableRawPointer, @convention(c) () -> Void) -> Int32

  /// Set before the host runs.
  nonisolated(unsafe) private static var plan: Plan?

  private static func fail(_ text: String) -> Never {
    let bytes = Array("HostedMainActor: \(text)\n".utf8)
    _ = write(2, bytes, bytes.count)
    exit(1)
  }
}

/// What the program does once its host runs.
private struct Plan: Sendable {
  let isIdle: Bool
  let count: Int
  let quit: @convention(c) () -> Void

  func carryOut() async {
    if isIdle {
      for number in 1...count {
        try? await Task.sleep(for: .milliseconds(250))
        Self.write("window \(number)\n")
      }
    } else {
      await hop()
    }
    await MainActor.run { quit() }
  }

  private func hop() async {
    var times: [Int64] = []
    var isMain = true
    for _ in 0..<count {
      let left = RunLoop.Instant.now
      let arrived = await MainActor.run {
        (RunLoop.Instant.now, linux_gettid() == getpid())
      }
      times.append(arrived.0.nanoseconds - left.nanoseconds)
      isMain = isMain && arrived.1
    }
    times.sort()
    func micros(_ share: Double) -> Int64 { times[Int(Double(times.count - 1) * share)] / 1_000 }
    Self.write("all on thread 0: \(isMain ? "yes" : "no")\n")
    Self.write("median \(micros(0.5)) us, p99 \(micros(0.99)) us, longest \(micros(1)) us\n")
  }

  /// In one system call, which strace shows.
  private static func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(1, bytes, bytes.count)
  }
}
