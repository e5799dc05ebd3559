import RunLoopCore

/// One user's part of the router's limits. It outlives the user's connections: connecting again gains nothing.
struct UserShare {
  /// Messages of all its connections together.
  var messages: Allowance
  /// New connections.
  var connections: Allowance
}

/// A rate limit: a burst, and a number per second.
struct Allowance {
  let burst: Double
  let perSecond: Double
  private var left: Double
  private var last: RunLoop.Instant

  init(burst: Int, perSecond: Int, now: RunLoop.Instant) {
    self.burst = Double(burst)
    self.perSecond = Double(perSecond)
    left = self.burst
    last = now
  }

  mutating func take(at now: RunLoop.Instant) -> Bool {
    let seconds = last.duration(to: now) / .seconds(1)
    left = min(burst, left + max(0, seconds) * perSecond)
    last = now
    guard left >= 1 else { return false }
    left -= 1
    return true
  }
}

/// The owner of each application's name: the first user of it, also after that application has ended.
///
/// The router's own user can claim a name from another user.
struct NameOwners {
  /// The most names that are reserved for a user, apart from names in use.
  static let mostPerUser = 128

  private let routersUser: UInt32
  private var users: [String: UInt32] = [:]
  /// The names of each user, the oldest first.
  private var names: [UInt32: [String]] = [:]

  init(routersUser: UInt32) { self.routersUser = routersUser }

  var count: Int { users.count }

  func user(of name: String) -> UInt32? { users[name] }

  /// Reserves a name for a user, unless it belongs to another one.
  ///
  /// - Parameter isUsed: whether an application uses a name now; then it is not forgotten.
  mutating func claim(_ name: String, for user: UInt32, isUsed: (String) -> Bool) -> Bool {
    if let holder = users[name] {
      guard holder != user else { return true }
      guard user == routersUser else { return false }
      names[holder]?.removeAll { $0 == name }
    }
    var own = names[user] ?? []
    if own.count >= Self.mostPerUser, let unused = own.firstIndex(where: { !isUsed($0) }) {
      users[own.remove(at: unused)] = nil
    }
    own.append(name)
    names[user] = own
    users[name] = user
    return true
  }
}
