/// One workload of one event loop. A fresh one a round; all its calls come on one thread, pinned to `parameters.cpu`.
///
/// Closures and no protocol: those of a loop are made where its type is known, so that what they run is specialized
/// for it. The methods of a generic class that are called by a protocol's table never are.
public struct LoopWork {
  public let prepare: () throws(Unprepared) -> Void
  /// Does `count` operations and returns their cost: nanoseconds, or bytes. `samples`, if not nil, has room for `count`
  /// latencies.
  public let run: (_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64
  public let finish: () -> Void
}

/// A workload could not be set up, as when the system gives too few descriptors.
public struct Unprepared: Error, CustomStringConvertible {
  public let description: String
}

/// A workload that is written once for all loops that are used from Swift.
protocol SwiftWorkload: AnyObject {
  func prepare() throws(Unprepared)
  func run(_ count: Int, _ samples: UnsafeMutablePointer<Int64>?) -> Int64
  /// Also after a `prepare` that failed.
  func finish()
}

extension LoopWork {
  @inline(__always)
  init<Written: SwiftWorkload>(_ written: Written) {
    prepare = { () throws(Unprepared) in
      do throws(Unprepared) { try written.prepare() } catch {
        // Frees descriptors of the preparation so far, which others need.
        written.finish()
        throw error
      }
    }
    run = { written.run($0, $1) }
    finish = { written.finish() }
  }
}
