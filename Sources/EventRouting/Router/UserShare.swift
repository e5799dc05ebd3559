import RunLoopCore

/// One user's part of the router's limits. It outlives the user's connections: connecting again gains nothing.
struct UserShare {
  /// Messages of all its connections together.
  var messages: Allowance
  /// New connections.
  var connections: Allowance
}

/// How often something may happen: so many times at once, and so many times a second.
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

/// The user that each application's name belongs to: the first one that used it, also after that application ended.
///
/// The router's own user takes a name back from another user.
struct NameOwners {
  /// The names that are kept for a user, apart from those in use.
  static let mostPerUser = 128

  private let routersUser: UInt32
  private var users: [String: UInt32] = [:]
  /// The names of each user, the oldest first.
  private var names: [UInt32: [String]] = [:]

  init(routersUser: UInt32) { self.routersUser = routersUser }

  var count: Int { users.count }

  func user(of name: String) -> UInt32? { users[name] }

  /// Gives a name to a user, unless it belongs to another one.
  ///
  /// - Parameter isUsed: whether an application has a name now; then it is not forgotten.
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
