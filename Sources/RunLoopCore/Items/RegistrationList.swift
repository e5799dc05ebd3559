/// The registrations of a loop's sources and port sources. Guarded by the loop's lock.
///
/// Invariant: a registration's `index` is its place in `all`, or -1 once it was removed; a removed one whose closure is being
/// called is kept until the call has returned.
struct RegistrationList: ~Copyable {
  private(set) var all: [Registration] = []
  /// Registrations that were removed while their closure was being called.
  private var departed: [Registration] = []
  /// Registrations of sources whose descriptor was closed by other code, until they are notified.
  var orphans: [Registration] = []

  mutating func append(_ registration: Registration) {
    registration.index = all.count
    all.append(registration)
  }

  mutating func remove(_ registration: Registration) {
    if registration.callDepth > 0 { departed.append(registration) }
    let (index, last) = (registration.index, all.count - 1)
    guard index >= 0 else { return }
    registration.index = -1
    if index < last {
      all.swapAt(index, last)
      all[index].index = index
    }
    all.removeLast()
  }

  /// Takes out a registration that was removed while its closure was being called, when the last of these calls has returned.
  mutating func takeDeparted(_ registration: Registration) -> Registration? {
    guard registration.callDepth == 0, let place = departed.lastIndex(where: { $0 === registration }) else {
      return nil
    }
    departed.swapAt(place, departed.count - 1)
    return departed.removeLast()
  }

  /// Takes out all removed registrations, for the end of the loop: calls of theirs never return.
  mutating func abandon() -> [Registration] {
    defer { departed = [] }
    return departed
  }

  mutating func takeOrphans() -> [Registration] {
    defer { orphans = [] }
    return orphans
  }
}
