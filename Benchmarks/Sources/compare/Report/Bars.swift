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

  private static let posting: [Bar] = [
    .ahead("post, 1 producer: ahead of every peer", "post producers=1"),
    .ahead("post, 4 producers: ahead of every peer", "post producers=4"),
    .ratio(
      "post, 1 producer: 45 ns where libuv takes 60: at most 0.75 × libuv", "post producers=1", of: "libuv",
      atMost: 0.75),
    .ratio("self-post: at most 1/10 of CFRunLoop's", "self-post", of: "CFRunLoop", atMost: 0.1),
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
      "each observer: at most 15 ns", of: 6, in: "turn observers=6 called=yes",
      without: "turn observers=0 called=no",
      atMost: 15, unit: "ns"),
    // The same program's figures differ by as much from run to run.
    .ratio(
      "6 observers of another mask: no cost that can be measured (3 %)", "turn observers=6 called=no",
      to: "turn observers=0 called=no", atMost: 1 + Comparison.leastDifference),
  ]

  private static let timers: [Bar] = [
    .ahead("timer-churn, 1,000 pending: ahead of libev", "timer-churn pending=1000", of: "libev"),
    .ahead("timer-churn, 100,000 pending: ahead of libev", "timer-churn pending=100000", of: "libev"),
    .ahead("timer-churn, 1,000,000 pending: ahead of libev", "timer-churn pending=1000000", of: "libev"),
    .ahead("timer-fire, 100,000: ahead of libev", "timer-fire timers=100000", of: "libev"),
    .atMost("a pending timer: at most 128 bytes all told", "memory of=timer", 128, unit: "bytes"),
  ]

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
