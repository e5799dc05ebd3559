import Synchronization

/// Tells whether this process is a child of the one in which something was made.
///
/// A fork copies a loop's memory, but its descriptors stay shared with the parent: a child that used them would take the
/// parent's wake-ups and move its timers. Counted by handlers around fork(2), so that a turn pays nothing for it.
enum ForkGeneration {
  private static let generation = Atomic<UInt32>(0)

  /// How many forks are between the first process and this one.
  @inline(__always)
  static var current: UInt32 { generation.load(ordering: .relaxed) }

  /// In the child.
  static func advance() {
    generation.wrappingAdd(1, ordering: .relaxed)
  }
}
