import LinuxSystem
import RunLoopCore

/// Recordings of programs that do not end as they should.
enum RecordProbes {
  static let all: [String: @Sendable () -> Void] = ["record-and-die": die, "record-and-fork": fork]

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

  private static func file(_ path: String, has text: String) -> Bool {
    guard let file = fopen(path, "re") else { return false }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self).contains(text)
  }

  /// The child has the recorder, and the file's memory.
  private static func fork() {
    guard let path = getenv("RECORDING"), let recorder = try? RunLoop.Recorder(path: String(cString: path))
    else {
      return
    }
    let loop = RunLoop.current
    recorder.record(loop)
    func work(_ label: String) {
      for _ in 0..<10 { loop.add(RunLoop.Timer(after: .zero, label: label) { _ in loop.post {} }) }
      loop.run(for: .milliseconds(5))
    }
    work("before")
    let result = ForkProbes.inChild {
      do throws(RunLoop.PortError) { try RunLoop.reinitializeAfterFork() } catch { _exit(1) }
      work("in the child")
      recorder.record(loop)
      work("in the child")
      recorder.stop()
      if recorder.leftOut != 0 { _exit(1) }
    }
    say("child ended with \(result.status)\(result.error)")
    // What comes after would be written over it.
    say("the child wrote: \(file(String(cString: path), has: "in the child") ? "yes" : "no")")
    work("after")
    recorder.stop()
  }
}
