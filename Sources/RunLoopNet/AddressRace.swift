import RunLoopCore

import class RunLoopCore.RunLoop

/// Tries the addresses of a name until one answers. The loop's thread only. Owned by the attempt whose result it finds, which the timer of
/// its time limit keeps alive.
final class AddressRace: @unchecked Sendable {
  /// Begins to connect to an address, and calls back once, later.
  typealias Dial = (Address, _ ended: @escaping (Result<Connection, NetError>) -> Void) -> Connecting

  /// The time between two addresses: "Connection Attempt Delay" of RFC 8305, section 5.
  static var delay: Duration { .milliseconds(250) }

  private unowned let whole: Connecting
  private let dial: Dial
  private var rest: ArraySlice<Address> = []
  private var underWay: [Int: Connecting] = [:]
  private var begun = 0
  private var firstError: NetError?
  private var pause: RunLoop.Timer?
  private var lookup: NameLookup?

  init(_ whole: Connecting, _ dial: @escaping Dial) {
    self.whole = whole
    self.dial = dial
  }

  func begin(_ host: String, _ port: UInt16, _ resolver: Resolver, _ timeout: Duration) {
    whole.cleanUp = { self.endAll() }
    whole.limit(to: timeout)
    lookup = resolver.lookUp(host, port: port, on: whole.loop, mode: whole.mode) { [weak self] answer in
      self?.begin(with: answer)
    }
  }

  private func begin(with answer: Resolver.Answer) {
    lookup = nil
    switch answer {
    case .success(let addresses):
      rest = Self.inTurn(addresses)[...]
      tryNext()
    case .failure(let error): whole.end(.failure(error))
    }
  }

  /// Alternates the families, beginning with that of the first address; each keeps its order.
  static func inTurn(_ addresses: [Address]) -> [Address] {
    guard let family = addresses.first?.family else { return [] }
    let same = addresses.filter { $0.family == family }
    let other = addresses.filter { $0.family != family }
    var all: [Address] = []
    for place in 0..<max(same.count, other.count) {
      if place < same.count { all.append(same[place]) }
      if place < other.count { all.append(other[place]) }
    }
    return all
  }

  private func tryNext() {
    pause?.invalidate()
    pause = nil
    guard let address = rest.popFirst() else { return }
    let number = begun
    begun += 1
    underWay[number] = dial(address) { [weak self] in self?.ended(number, $0) }
    if rest.isEmpty { return }
    let pause = RunLoop.Timer(after: Self.delay, label: "next address") { [weak self] _ in self?.tryNext() }
    self.pause = pause
    whole.loop.add(pause, to: whole.mode)
  }

  private func ended(_ number: Int, _ result: Result<Connection, NetError>) {
    guard underWay.removeValue(forKey: number) != nil else { return }
    switch result {
    case .success: whole.end(result)
    case .failure(let error):
      if firstError == nil || number == 0 { firstError = error }
      if !rest.isEmpty { tryNext() } else if underWay.isEmpty { whole.end(.failure(firstError ?? error)) }
    }
  }

  /// Ends all pending attempts: there is a result, or the race was cancelled.
  private func endAll() {
    rest = []
    pause?.invalidate()
    pause = nil
    lookup?.cancel()
    lookup = nil
    let losers = underWay
    underWay = [:]
    for loser in losers.values { loser.abandon() }
  }
}
