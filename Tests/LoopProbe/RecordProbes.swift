import Glibc
import RunLoopCore

/// Recordings of programs that do not end as they should.
enum RecordProbes {
  static let all: [String: @Sendable () -> Void] = ["record-and-die": die]

  private static func die() {
    guard let path = getenv("RECORDING"), let recorder = try? RunLoop.Recorder(path: String(cString: path))
    else {
      return
    }
    let loop = RunLoop.current
    recorder.record(loop)
    for _ in 0..<5_000 { loop.perform {} }
    loop.add(RunLoop.Timer(after: .milliseconds(1), label: "the last one") { _ in kill(getpid(), SIGKILL) })
    loop.run(for: .seconds(10))
  }
}
