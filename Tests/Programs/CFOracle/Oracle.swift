import CVirtualTime
import Foundation
import Scenarios

/// `cforacle`: what the real CFRunLoop does in a scenario.
@main
enum Oracle {
  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      if options.isBatch { Batch.serve() }
      guard options.files.count == 1 else { throw Options.Failure(reason: Options.usage) }
      let text = try contents(of: options.files[0])
      drive(try ScenarioParser.parse(text), options) { ending in
        if vt_ties() > 0 { writeAll("TIES \(vt_ties())\n", to: 2) }
        return ending.exitStatus
      }
    } catch {
      writeAll("cforacle: \((error as? Options.Failure)?.reason ?? "\(error)")\n", to: 2)
      exit(2)
    }
  }

  /// Drives the scenario in this process, which ends with it. `leave` gives the exit status.
  static func drive(
    _ scenario: Scenario, _ options: Options, leave: @escaping @Sendable (ScenarioEnding) -> Int32
  ) -> Never {
    signal(SIGALRM) { _ in
      let line: StaticString = "HANG\n"
      _ = write(1, line.utf8Start, line.utf8CodeUnitCount)
      _exit(ScenarioEnding.hang.exitStatus)
    }
    alarm(options.patience)
    if let cost = options.readCost { vt_set_read_cost(cost) }
    vt_set_tie(UInt64(options.tie * 1000))
    let time: any OracleTime =
      options.isVirtual
      ? VirtualTime(latency: UInt64(options.latency * 1000), seed: options.seed) : RealTime()
    let driver = ScenarioDriver(
      scenario, on: CFBackend(time, scatter: options.scatter == 0 ? nil : options.scatter),
      tick: options.tick / 1000,
      options: .init(budget: options.budget, showsTime: options.showsTime),
      sink: { writeAll($0 + "\n", to: 1) }, ended: { _exit(leave($0)) })
    switch scenario.thread {
    case .main: driver.run()
    case .worker: ScenarioThread { driver.run() }.join()
    }
    _exit(0)
  }

  private static func contents(of file: String) throws(Options.Failure) -> String {
    let descriptor = file == "-" ? 0 : open(file, O_RDONLY)
    guard descriptor >= 0 else { throw Options.Failure(reason: "cannot read \(file)") }
    var input = Input(descriptor)
    return String(decoding: input.rest(), as: UTF8.self)
  }
}

extension ScenarioEnding {
  var exitStatus: Int32 {
    switch self {
    case .end: 0
    case .budget: 3
    case .deadlock: 4
    case .hang: 5
    }
  }
}
