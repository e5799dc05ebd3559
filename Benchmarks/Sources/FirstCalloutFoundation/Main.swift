import FirstCallout
import Foundation

/// A process with Foundation's run loop that calls back once.
@main
enum Main {
  static func main() {
    let timer = Timer(timeInterval: 0, repeats: false) { _ in
      first_callout_report()
      exit(0)
    }
    RunLoop.current.add(timer, forMode: .default)
    RunLoop.current.run()
  }
}
