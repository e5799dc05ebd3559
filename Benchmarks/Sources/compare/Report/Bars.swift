import BenchmarkKit

extension Bar {
  /// The core's bars, in the order of the workloads.
  static let all: [Bar] =
    pingpong + posting + sources + observers + timers + descriptors + processes

  private static let pingpong: [Bar] = [
    .ratio(
      "pingpong on one processor: at most 1.10 × the bare epoll loop", "pingpong cpus=1", of: "epoll",
      atMost: 1.10),
    // GCD runs both queues on one thread.
    .ahead(
      "pingpong on one processor: ahead of every peer (GCD wakes nobody)", "pingpong cpus=1",
      except: ["epoll", "GCD"]),
  ]

  private static let posting: [Bar] =
    [1, 2].flatMap { cpus in
      [1, 4].map { producers in
        .ahead(
          "post, \(producers) producer\(producers == 1 ? "" : "s"), \(cpus == 1 ? "one processor" : "two processors"): ahead of libuv with a list and a mutex",
          "post producers=\(producers) cpus=\(cpus) burst=0", of: "libuv")
      }
    } + [
      .ratio("self-post: at most 1/10 of CFRunLoop's", "self-post ports=0", of: "CFRunLoop", atMost: 0.1)
    ]

  private static let sources: [Bar] = [
    .ratio(
      "source0 and turn: at most 1/10 of CFRunLoop's", "source0 sources=1", of: "CFRunLoop", atMost: 0.1),
    .ratio(
      "source0 beside 10,000 idle ones: at most 1.1 × with one", "source0 sources=10000",
      to: "source0 sources=1",
      atMost: 1.1),
  ]

  private static let observers: [Bar] = [
    .each(
      "each observer: at most 15 ns", of: 16, in: "turn observers=16 called=yes",
      without: "turn observers=0 called=no",
      atMost: 15, unit: "ns"),
    // The same program's figures differ by as much from run to run.
    .ratio(
      "6 observers of another mask: no cost that can be measured (3 %)", "turn observers=6 called=no",
      to: "turn observers=0 called=no", atMost: 1 + Comparison.leastDifference),
  ]

  private static let timers: [Bar] =
    churn + dates + [
      .ratio(
        "timer-new, 1,000 pending: at most libuv's with malloc", "timer-new pending=1000 where=inside",
        of: "libuv", atMost: 1),
      .ratio(
        "timer-once, 100,000: at most 2 × libev", "timer-once timers=100000", of: "libev", atMost: 2),
      .ahead("timer-fire, 100,000: ahead of libev", "timer-fire timers=100000", of: "libev"),
      .atMost("a pending timer: at most 128 bytes all told", "memory of=timer", 128, unit: "bytes"),
    ]

  /// The same bar for a timer that starts again at once and for one that waits for sixteen others, wherever they are changed.
  private static let churn: [Bar] = [1000, 100_000].flatMap { pending in
    ["inside", "outside"].flatMap { place in
      [0, 16].flatMap { between -> [Bar] in
        let subject = "timer-churn pending=\(pending) between=\(between) where=\(place)"
        let most = between == 0 && place == "inside" ? 1.0 : 1.5
        return [
          .ratio("\(subject): at most \(most) × libev", subject, of: "libev", atMost: most),
          .ahead("\(subject): ahead of libuv", subject, of: "libuv"),
        ]
      }
    }
  }

  private static let dates: [Bar] = [1000, 100_000].flatMap { pending in
    ["inside", "outside"].flatMap { place -> [Bar] in
      let subject = "timer-reschedule pending=\(pending) where=\(place)"
      return [
        .ratio("\(subject): at most 1.5 × libev", subject, of: "libev", atMost: 1.5),
        .ahead("\(subject): ahead of libuv", subject, of: "libuv"),
      ]
    }
  }

  private static let descriptors: [Bar] = [
    .ratio(
      "pipes 1,000/100: at most 1.05 × the bare epoll loop", "pipes pipes=1000 active=100", of: "epoll",
      atMost: 1.05),
    .ahead("pipes 1,000/100: ahead of libuv", "pipes pipes=1000 active=100", of: "libuv"),
    .ahead("pipes 1,000/100: ahead of libev", "pipes pipes=1000 active=100", of: "libev"),
    .ratio(
      "echo, 64 connections: at least libuv's throughput", "echo connections=64 bytes=64", of: "libuv",
      atMost: 1),
  ]

  private static let processes: [Bar] = [
    .ratio("startup: at most half of Foundation's RunLoop", "startup", of: "CFRunLoop", atMost: 0.5),
    .ratio(
      "resident memory of a process: at most half of Foundation's RunLoop", "memory of=process",
      of: "CFRunLoop",
      atMost: 0.5),
  ]
}
