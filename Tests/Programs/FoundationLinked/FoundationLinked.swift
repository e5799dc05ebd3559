import Foundation
import FoundationBridge
import RunLoopCore

/// A program with Foundation that links the bridge: both names of its main loop, and items of both kinds in it.
@main
enum FoundationLinked {
  static func main() {
    alarm(280)
    print("serving: \(FoundationBridge.begin())")
    let theirs = Foundation.RunLoop.main
    guard let ours = RunLoopCore.RunLoop.behind(theirs) else { return print("no loop behind Foundation's") }
    print("main: \(ours === RunLoopCore.RunLoop.main)")
    print("and back: \(ours.foundationLoop === theirs)")
    print("current: \(RunLoopCore.RunLoop.behind(Foundation.RunLoop.current) === ours)")
    print("not a loop: \(RunLoopCore.RunLoop.behind(NSObject()) == nil)")
    let mode = RunLoopCore.RunLoop.Mode(rawValue: "both")
    ours.add(RunLoopCore.RunLoop.Timer(after: .milliseconds(5)) { _ in print("ours") }, to: mode)
    theirs.add(
      Foundation.Timer(fire: Date(timeIntervalSinceNow: 0.05), interval: 0, repeats: false) { _ in
        print("Foundation's")
      },
      forMode: Foundation.RunLoop.Mode("both"))
    theirs.add(Foundation.Timer(timeInterval: 1_000, repeats: true) { _ in }, forMode: .common)
    let end = Date(timeIntervalSinceNow: 10)
    while theirs.run(mode: Foundation.RunLoop.Mode("both"), before: Date(timeIntervalSinceNow: 0.1)),
      Date() < end
    {}
    ours.add(
      RunLoopCore.RunLoop.Timer(after: .seconds(3600)) { _ in },
      to: RunLoopCore.RunLoop.Mode(rawValue: "later"))
    let next = theirs.limitDate(forMode: Foundation.RunLoop.Mode("later"))
    print("in an hour: \(next.map { abs($0.timeIntervalSinceNow - 3600) < 300 } ?? false)")
    print("mode: \(theirs.currentMode == nil), \(ours.currentMode == nil)")
  }
}
