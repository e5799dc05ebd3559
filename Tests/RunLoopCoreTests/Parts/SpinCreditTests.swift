import TestHarness
import Testing

@testable import RunLoopCore

/// What a loop may spend on spinning before it sleeps.
@Suite(.hangLimit) struct SpinCreditTests {
  private let brief = SpinPolicy.Limits(.brief)!

  /// One sleep: the time spent on a spin, if there is one. The wake-up comes after so long, or not while the loop spins.
  private func spin(
    _ policy: inout SpinPolicy, at now: UInt64, wakeUpAfter time: UInt64?, _ limits: SpinPolicy.Limits
  ) -> UInt64? {
    guard policy.spins(), policy.mayBegin(at: now, limits) else { return nil }
    if let time, time < limits.duration {
      policy.succeeded(after: time)
      return time
    }
    policy.failed(after: limits.duration)
    return limits.duration
  }

  @Test func aLoopThatWasNotCalledDoesNotSpin() {
    var policy = SpinPolicy()
    do {
      let may = policy.spins()
      #expect(!may)
    }
    policy.slept(wasCalled: true)
    do {
      let may = policy.spins()
      #expect(may)
    }
    policy.slept(wasCalled: false)
    do {
      let may = policy.spins()
      #expect(!may)
    }
  }

  @Test func failuresMakeSpinsRarer() {
    var policy = SpinPolicy()
    policy.slept(wasCalled: true)
    var spins: [Int] = []
    for sleep in 0..<100 where policy.spins() {
      spins.append(sleep)
      policy.failed(after: 1)
    }
    #expect(spins == [0, 3, 8, 17, 34, 67])
    policy.succeeded(after: 1)
    while !policy.spins() {}
    policy.failed(after: 1)
    let next = (0..<3).map { _ in policy.spins() }
    #expect(next == [false, false, true], "a success counts")
  }

  /// As `pingpong` does: each spin ends at once.
  @Test func threadsThatAnswerAtOnceSpinEachTime() {
    var policy = SpinPolicy()
    policy.slept(wasCalled: true)
    for round in 0..<100_000 as Range<UInt64> {
      guard spin(&policy, at: round * 700, wakeUpAfter: 500, brief) == 500 else {
        Issue.record("no spin in round \(round)")
        return
      }
    }
  }

  /// Two wake-ups, 10 µs apart, 10,000 times a second: the first spin just succeeds, the second fails.
  @Test(arguments: [RunLoop.Spinning.brief, .long]) func whatSpinsCostIsBounded(_ setting: RunLoop.Spinning)
    throws
  {
    let limits = try #require(SpinPolicy.Limits(setting))
    for answer in [limits.duration - 1, limits.duration - 4000] as [UInt64] {
      var policy = SpinPolicy()
      policy.slept(wasCalled: true)
      var spent: UInt64 = 0
      var saved: UInt64 = 0
      let second: UInt64 = 1_000_000_000
      for now in stride(from: 0, to: second, by: 100_000) {
        if let time = spin(&policy, at: now, wakeUpAfter: answer, limits) {
          spent += time
          if time == answer { saved += SpinPolicy.saving }
        }
        spent += spin(&policy, at: now + 20_000, wakeUpAfter: nil, limits) ?? 0
      }
      #expect(spent > 0)
      #expect(spent <= saved + second / limits.share + SpinPolicy.mostCredit)
    }
  }

  @Test func creditDoesNotGrowWithoutEnd() {
    var policy = SpinPolicy()
    var spins: UInt64 = 0
    while policy.mayBegin(at: 3_600_000_000_000, brief) {
      policy.failed(after: brief.duration)
      spins += 1
    }
    #expect(spins == SpinPolicy.mostCredit / brief.duration)
    do {
      let may = policy.mayBegin(at: 3_600_000_000_000 + 300_000, brief)
      #expect(!may)
    }
    do {
      let may = policy.mayBegin(at: 3_600_000_000_000 + 320_000, brief)
      #expect(may)
    }
    policy.failed(after: brief.duration)
    do {
      let may = policy.mayBegin(at: 0, brief)
      #expect(!may, "a time that goes back is no credit")
    }
    for _ in 0..<1000 { policy.succeeded(after: 0) }
    spins = 0
    while policy.mayBegin(at: 3_600_000_000_000, brief) {
      policy.failed(after: brief.duration)
      spins += 1
    }
    #expect(spins == SpinPolicy.mostCredit / brief.duration)
  }

  @Test func theSettingIsTheLoops() {
    #expect(SpinPolicy.Limits(.never) == nil)
    #expect(SpinPolicy.Limits(.long)!.duration > brief.duration)
    #expect(SpinPolicy.Limits(.long)!.share < brief.share)
    let loop = RunLoop.current
    #expect(loop.spinning == .brief)
    for setting in RunLoop.Spinning.allCases {
      loop.spinning = setting
      #expect(loop.spinning == setting)
    }
    loop.spinning = .brief
  }
}
