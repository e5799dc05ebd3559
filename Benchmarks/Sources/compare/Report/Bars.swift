import BenchmarkKit

extension Bar {
  /// The core's bars, in the order of the workloads.
  static let all: [Bar] =
    pingpong + posting + sources + observers + timers + descriptors + processes

  /// GCD runs both queues on one thread: nobody is woken there.
  private static let pingpong: [Bar] = [
    .ratio(
      "pingpong on one processor: at most 1.10 × the bare epoll loop", "pingpong cpus=1", of: "epoll",
      atMost: 1.10),
    .ahead(
      "pingpong on one processor: ahead of every peer (GCD wakes nobody)", "pingpong cpus=1",
      except: ["epoll", "GCD"]),
  ]

  private static let posting: [Bar] =
    [1, 4].map {
      .ahead("post, \($0) producers: ahead of every peer", "post producers=\($0)")
    } + [
      .ratio("post, 1 producer: at most 45/60 of libuv's", "post producers=1", of: "libuv", atMost: 0.75),
      .ratio("self-post: at most 1/10 of CFRunLoop's", "self-post", of: "CFRunLoop", atMost: 0.1),
    ]

  private static let sources: [Bar] = [
    .ratio(
      "source0 and turn: at most 1/10 of CFRunLoop's", "source0 sources=1", of: "CFRunLoop", atMost: 0.1),
    .ratio(
      "source0 beside 10,000 idle ones: at most 1.1 × beside none", "source0 sources=10000",
      to: "source0 sources=1", of: ours, atMost: 1.1),
  ]

  /// What an observer adds to a turn.
  private static let observers: [Bar] = [
    .most("each observer: at most 15 ns", 15, unit: "ns") { report in
      guard let six = report.median("turn observers=6 called=yes", ours),
        let none = report.median("turn observers=0 called=no", ours)
      else { return nil }
      return (six - none) / 6
    },
    // Of one turn and another, the same program's figures differ by some percent.
    .ratio(
      "6 observers of another mask: no cost (within 3 %)", "turn observers=6 called=no",
      to: "turn observers=0 called=no", of: ours, atMost: 1.03),
  ]

  private static let timers: [Bar] =
    [1000, 100_000, 1_000_000].map {
      .ratio(
        "timer-churn, \($0) pending: ahead of libev", "timer-churn pending=\($0)", of: "libev", atMost: 1)
    } + [
      .ratio("timer-fire, 100000: ahead of libev", "timer-fire timers=100000", of: "libev", atMost: 1),
      .most("a pending timer: at most 128 bytes", 128, unit: "bytes") { $0.median("memory of=timer", ours) },
    ]

  private static let descriptors: [Bar] =
    [
      .ratio(
        "pipes 1000/100: at most 1.05 × the bare epoll loop", "pipes pipes=1000 active=100", of: "epoll",
        atMost: 1.05)
    ]
    + ["libuv", "libev"].map {
      .ratio("pipes 1000/100: ahead of \($0)", "pipes pipes=1000 active=100", of: $0, atMost: 1)
    } + [
      .ratio(
        "echo, 64 connections: at least libuv's throughput", "echo connections=64 bytes=64", of: "libuv",
        atMost: 1)
    ]

  private static let processes: [Bar] = [
    .ratio("startup: at most half of Foundation's RunLoop", "startup", of: "CFRunLoop", atMost: 0.5),
    .ratio(
      "memory of a process: at most half of Foundation's RunLoop", "memory of=process", of: "CFRunLoop",
      atMost: 0.5),
  ]
}
