import BenchmarkKit
import Glibc
import Peers

/// `http`: the hello server on Mainspring beside the same server on libuv.
///
///     http [--rounds N] [--seconds N] [--connections N] [--idle N]
///
/// Both run during the whole of it, on one processor; wrk(1) asks each in turn from another processor. With `--idle`
/// there are two more, with so many connections that never ask. Requests a second say what a user sees, and depend on what
/// else the machine does; what a request costs of the server's processor time hardly does.
@main
enum Http {
  static func main() {
    peer_raise_file_limit()
    let words = CommandLine.arguments
    if words.count == 4, words[1] == "--hold", let port = UInt16(words[2]), let count = Int(words[3]) {
      hold(count, port: port)
    }
    var numbers = ["--rounds": 5, "--seconds": 2, "--connections": 64, "--idle": 0]
    var rest = CommandLine.arguments.dropFirst()
    while let option = rest.popFirst() {
      guard numbers[option] != nil, let number = rest.popFirst().flatMap({ Int($0) }), number >= 0 else {
        fail("usage: http [--rounds N] [--seconds N] [--connections N] [--idle N]")
      }
      numbers[option] = number
    }
    signal(SIGPIPE, SIG_IGN)
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
    var servers: [HelloServer] = []
    defer { for server in servers { server.end() } }
    for count in idle > 0 ? [0, idle] : [0] {
      let suffix = count > 0 ? "+idle" : ""
      servers.append(
        try HelloServer(
          "Mainspring" + suffix, program: "HelloMainspring", arguments: ["localhost:0"], on: cpu))
      servers.append(try HelloServer("libuv" + suffix, program: "HelloLibuv", arguments: [], on: cpu))
      if count > 0 { for server in servers.suffix(2) { try server.open(count, on: other) } }
    }
    // Beside these pairs, what there is of Python.
    let paired = servers.count
    for name in PythonServer.names {
      if PythonServer.isInstalled(name) {
        servers.append(
          try HelloServer(name, command: ["python3", "-c", PythonServer.program, name], on: cpu))
      } else {
        print("left out: \(name): python3 has no module of that name")
      }
    }
    print(
      """
      \(Machine.current.header)
      run     \(rounds) rounds of \(seconds) s in turn, \(connections) connections\(idle > 0 ? ", +idle: \(idle) more" : "")
              servers on processor \(cpu), wrk on \(cpu == other ? "the same" : "\(other)")
      """)
    // What a first use costs is not meant.
    for server in servers { _ = try Wrk.run(server.port, connections, 1, on: other) }
    var rates = servers.map { _ in [Double]() }
    var costs = rates
    for round in 0..<rounds {
      var line = "round \(round + 1)"
      // Who is first changes.
      for index in round % 2 == 0 ? Array(servers.indices) : servers.indices.reversed() {
        let before = servers[index].processorTime
        let (rate, requests) = try Wrk.run(servers[index].port, connections, seconds, on: other)
        rates[index].append(rate)
        costs[index].append((servers[index].processorTime - before) / max(requests, 1))
        line += "   \(servers[index].name) \(Int(rate))"
      }
      print(line)
    }
    for (index, server) in servers.enumerated() {
      print(
        "\(server.name): median \(Int(Statistics.median(rates[index]))) requests/s, best"
          + " \(Int(rates[index].max() ?? 0)); a request costs \(Int(Statistics.median(costs[index]))) ns of"
          + " processor time, at best \(Int(costs[index].min() ?? 0))")
    }
    let couples =
      stride(from: 0, to: paired, by: 2).map { ($0, $0 + 1) } + (paired..<servers.count).map { (0, $0) }
    for (index, other) in couples {
      let pairs = zip(rates[index], rates[other]).map { $0 / $1 }
      let costPairs = zip(costs[index], costs[other]).map { $0 / $1 }
      print(
        "\(servers[index].name) / \(servers[other].name): requests/s, median of the rounds' ratios"
          + " \(Quantity.fixed(Statistics.median(pairs), 3)); cost of a request"
          + " \(Quantity.fixed(Statistics.median(costPairs), 3))")
    }
  }

  private static func fail(_ reason: String) -> Never {
    _ = ReportFile.write("http: \(reason)\n", to: 2)
    exit(2)
  }
}

struct Failure: Error, CustomStringConvertible {
  let description: String
}
