import FirstCallout
import RunLoopCore

/// A process with a loop of ours that calls back once.
@main
enum Main {
  static func main() {
    let loop = RunLoop.current
    loop.add(
      RunLoop.Timer(after: .zero) { _ in
        first_callout_report()
        loop.stop()
      })
    loop.run()
  }
}
