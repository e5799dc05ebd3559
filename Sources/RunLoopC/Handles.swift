internal import RunLoopCore

/// What C holds instead of references: a place in a table and how often that place was used. So a handle that was freed
/// is known for what it is, and nothing that C passes is taken for an address.
final class Handles: @unchecked Sendable {
  static let shared = Handles()

  /// For a fork, so that no other thread holds the lock in the child.
  private init() {
    ForkGuard.add(
      prepare: { Handles.shared.lock.lock() }, parent: { Handles.shared.lock.unlock() },
      child: { Handles.shared.lock.reset() })
  }

  private struct Slot {
    var uses: UInt32 = 0
    /// An item, or a monitor.
    var object: AnyObject?
    weak var loop: RunLoop?
    var isLoop = false
    var isTaken = false
  }

  private let lock = FutexLock()
  // Guarded by the lock.
  private var slots: [Slot] = []
  private var free: [Int] = []
  private var loops: [ObjectIdentifier: UInt] = [:]

  /// The low bits distinguish handles from addresses, which are even.
  private static let mark: UInt = 0b101
  private static let indexBits: UInt = 28

  private func take() -> Int {
    if let index = free.popLast() { return index }
    slots.append(Slot())
    return slots.count - 1
  }

  private func bits(_ index: Int) -> UInt {
    (UInt(slots[index].uses) << Self.indexBits | UInt(index)) << 3 | Self.mark
  }

  private func index(_ handle: OpaquePointer) -> Int? {
    let bits = UInt(bitPattern: handle)
    guard bits & 7 == Self.mark else { return nil }
    let index = Int((bits >> 3) & (1 << Self.indexBits - 1))
    let uses = (bits >> 3) >> Self.indexBits
    guard index < slots.count, slots[index].isTaken, UInt(slots[index].uses) == uses else { return nil }
    return index
  }

  /// A new handle for an item or a monitor, which it keeps.
  func handle(keeping object: AnyObject) -> OpaquePointer? {
    lock.withLock {
      let index = take()
      slots[index].object = object
      slots[index].isTaken = true
      return OpaquePointer(bitPattern: bits(index))
    }
  }

  func handle(for loop: RunLoop) -> OpaquePointer? {
    lock.withLock {
      let identity = ObjectIdentifier(loop)
      // The address may have been another loop's before.
      if let known = loops[identity], let handle = OpaquePointer(bitPattern: known),
        let index = index(handle),
        slots[index].loop === loop
      {
        return handle
      }
      forgetEndedLoops()
      let index = take()
      slots[index].loop = loop
      slots[index].isLoop = true
      slots[index].isTaken = true
      loops[identity] = bits(index)
      return OpaquePointer(bitPattern: bits(index))
    }
  }

  private func forgetEndedLoops() {
    for (identity, bits) in loops {
      guard let handle = OpaquePointer(bitPattern: bits), let index = index(handle), slots[index].loop == nil
      else { continue }
      loops[identity] = nil
      give(back: index)
    }
  }

  private func give(back index: Int) {
    let uses = slots[index].uses &+ 1
    slots[index] = Slot(uses: uses)
    free.append(index)
  }

  func loop(_ handle: OpaquePointer?) throws(CError) -> RunLoop {
    guard let handle else { throw .null }
    let found = lock.withLock { () -> (isLoop: Bool, loop: RunLoop?) in
      guard let index = index(handle), slots[index].isLoop else { return (false, nil) }
      return (true, slots[index].loop)
    }
    guard found.isLoop else { throw .handle }
    guard let loop = found.loop else { throw .ended }
    return loop
  }

  func item(_ handle: OpaquePointer?) throws(CError) -> RunLoop.Item {
    try object(handle, as: RunLoop.Item.self)
  }

  /// The item of the handle, in its required type.
  func item<Kind: RunLoop.Item>(_ handle: OpaquePointer?, as kind: Kind.Type) throws(CError) -> Kind {
    try object(handle, as: kind)
  }

  /// The object of the handle, in its required type.
  func object<Kind: AnyObject>(_ handle: OpaquePointer?, as kind: Kind.Type) throws(CError) -> Kind {
    guard let handle else { throw .null }
    let object = lock.withLock { index(handle).flatMap { slots[$0].object } }
    guard let object else { throw .handle }
    guard let object = object as? Kind else { throw .kind }
    return object
  }

  /// Frees a handle of an object of this kind.
  func free<Kind: AnyObject>(_ handle: OpaquePointer?, of kind: Kind.Type) throws(CError) {
    // What is released with it may call back: outside the lock.
    let object = try object(handle, as: kind)
    guard let handle else { throw .null }
    let isFreed = lock.withLock { () -> Bool in
      guard let index = index(handle), slots[index].object === object else { return false }
      give(back: index)
      return true
    }
    guard isFreed else { throw .handle }
  }
}
