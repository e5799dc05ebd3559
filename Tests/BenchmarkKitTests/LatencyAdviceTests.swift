import TestHarness
import Testing

@testable import BenchmarkKit

@Suite("Advice for latencies", .hangLimit)
struct LatencyAdviceTests {
  @Test("names what could be better, and nothing else")
  func lines() {
    var advice = LatencyAdvice(processor: 3)
    advice.isolated = "1,3-4"
    advice.governor = "performance"
    advice.clockSource = "tsc"
    #expect(advice.lines == [])
    advice.isolated = "4-7"
    #expect(advice.lines == ["processor 3 is not isolated; boot with isolcpus=3 nohz_full=3"])
    advice.governor = "powersave"
    advice.quota = "20000 100000"
    advice.isVirtual = true
    advice.clockSource = "hpet"
    advice.siblings = [7, 11]
    advice.deepestIdle = ("C6", 133)
    advice.isBusy = true
    advice.isRealtime = true
    advice.realtimeLimit = 950_000
    let text = advice.lines.joined(separator: "\n")
    for part in [
      "governor powersave", "isolcpus=3", "(20000 100000 µs)", "virtual machine", "clock source hpet",
      "shares its core with 7, 11", "up to 133 µs to wake up (C6)", "other programs", "pause for 50000 µs",
    ] { #expect(text.contains(part), "\(part)") }
    #expect(advice.lines.count == 9)
    advice.isRealtime = false
    advice.deepestIdle = ("C1", 2)
    advice.clockSource = "kvm-clock"
    #expect(advice.lines.count == 6)
  }

  @Test("reads lists of processors, and refuses everything else")
  func numbers() {
    for (text, numbers) in [
      ("0", [0]), ("0,2-3", [0, 2, 3]), ("3,1-3", [3, 1, 2]), ("1023", [1023]), ("5-5", [5]),
    ] { #expect(LatencyAdvice.numbers(text) == numbers, "\(text)") }
    for text in [
      "", ",", "1,", "3-1", "-1", "1-", "1-2-3", "1024", "0-99999999999", "a", "99999999999999999999",
    ] {
      #expect(LatencyAdvice.numbers(text) == nil, "\(text)")
    }
  }

  @Test("is given of this machine")
  func current() {
    let advice = LatencyAdvice.current(processor: Processors.allowed[0], isRealtime: false, isBusy: true)
    #expect(advice.lines.contains { $0.contains("other programs") })
    #expect(!advice.lines.contains { $0.contains("sched_rt_runtime_us") })
    #expect(!advice.isRealtime)
    #expect(LatencyAdvice.current(processor: 0, isRealtime: true, isBusy: false).isRealtime)
  }
}
