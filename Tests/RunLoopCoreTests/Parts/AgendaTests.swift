import TestHarness
import Testing

@testable import RunLoopCore

/// The appointments of a simulated clock.
@Suite(.hangLimit) struct AgendaTests {
  private let clock = SimulatedClock()

  private func appointment() -> SimulatedClock.Appointment { SimulatedClock.Appointment(clock: clock) {} }

  @Test("Random appointments, some moved and some cancelled, come by time and in the order of arming")
  func order() {
    var agenda = Agenda()
    var dice = SystemRandomNumberGenerator()
    let appointments = (0..<500).map { _ in appointment() }
    var expected: [(time: UInt64, arming: Int, index: Int)] = []
    for arming in 0..<2000 {
      let index = Int.random(in: appointments.indices, using: &dice)
      expected.removeAll { $0.index == index }
      if arming % 5 == 0 {
        appointments[index].cancel()
      } else {
        let time = UInt64.random(in: 0..<50, using: &dice)
        agenda.insert(appointments[index], at: time)
        expected.append((time, arming, index))
      }
    }
    expected.sort { ($0.time, $0.arming) < ($1.time, $1.arming) }
    for end in [UInt64(20), 49] {
      while let (time, next) = agenda.removeFirst(until: end) {
        let wanted = expected.removeFirst()
        #expect(time == wanted.time && next === appointments[wanted.index])
      }
      #expect(expected.first.map { $0.time > end } ?? true)
    }
    #expect(expected.isEmpty)
  }

  @Test("With appointments that are moved often, the agenda is not longer than twice their number and 16")
  func sweep() {
    var agenda = Agenda()
    let appointments = (0..<50).map { _ in appointment() }
    for round in 0..<1000 {
      for appointment in appointments { agenda.insert(appointment, at: UInt64(1_000_000 - round)) }
    }
    #expect(agenda.count <= 2 * 50 + 16)
  }
}
