import BenchmarkKit
import Glibc
import Peers

/// `http`: the hello server on Mainspring beside the same server on libuv.
///
///     http [--rounds N] [--seconds N] [--connections N] [--idle N]
///
/// Both run during the whole of it, on one processor; wrk(1) asks each in turn from another processor.
@main
enum Http {
  static func main() {
    var numbers = ["--rounds": 5, "--seconds": 2, "--connections": 64, "--idle": 0]
    var rest = CommandLine.arguments.dropFirst()
    while let option = rest.popFirst() {
      guard numbers[option] != nil, let number = rest.popFirst().flatMap({ Int($0) }), number >= 0 else {
        fail("usage: http [--rounds N] [--seconds N] [--connections N] [--idle N]")
      }
      numbers[option] = number
    }
    signal(SIGPIPE, SIG_IGN)
    peer_raise_file_limit()
    do throws(Failure) {
      try race(
        rounds: max(1, numbers["--rounds"] ?? 5), seconds: max(1, numbers["--seconds"] ?? 2),
        connections: max(1, numbers["--connections"] ?? 64), idle: numbers["--idle"] ?? 0)
    } catch {
      fail(error.description)
    }
  }

  private static func race(rounds: Int, seconds: Int, connections: Int, idle: Int) throws(Failure) {
    let processors = Processors.allowed
    let (cpu, other) = (processors.last ?? 0, processors.first ?? 0)
    let servers = [
      try HelloServer("Mainspring", program: "HelloMainspring", arguments: ["localhost:0"], on: cpu),
      try HelloServer("libuv", program: "HelloLibuv", arguments: [], on: cpu),
    ]
    for server in servers { try server.open(idle) }
    print(
      """
      \(Machine.current.header)
      run     \(rounds) rounds of \(seconds) s in turn, \(connections) connections, \(idle) more that are idle
              servers on processor \(cpu), wrk on \(cpu == other ? "the same" : "\(other)")
      """)
    // What a first use costs is not meant.
    for server in servers { _ = try Wrk.run(server.port, connections, 1, on: other) }
    var rates = servers.map { _ in [Double]() }
    for round in 0..<rounds {
      var line = "round \(round + 1)"
      // Who is first changes.
      for index in round % 2 == 0 ? Array(servers.indices) : servers.indices.reversed() {
        let rate = try Wrk.run(servers[index].port, connections, seconds, on: other)
        rates[index].append(rate)
        line += "   \(servers[index].name) \(Int(rate))"
      }
      print(line)
    }
    for (server, rates) in zip(servers, rates) {
      print(
        "\(server.name): median \(Int(Statistics.median(rates))) requests/s, best \(Int(rates.max() ?? 0))")
    }
    let pairs = zip(rates[0], rates[1]).map { $0 / $1 }
    let medians = Statistics.median(rates[0]) / Statistics.median(rates[1])
    print(
      "ratio Mainspring / libuv: of the medians \(Quantity.fixed(medians, 3)), median of the rounds' ratios "
        + Quantity.fixed(Statistics.median(pairs), 3))
    for server in servers { server.end() }
  }

  private static func fail(_ reason: String) -> Never {
    _ = ReportFile.write("http: \(reason)\n", to: 2)
    exit(2)
  }
}

struct Failure: Error, CustomStringConvertible {
  let description: String
}
