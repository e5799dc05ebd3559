import Synchronization

/// A source's or port source's place in one loop.
///
/// Guarded by the loop's lock, except for constants and where noted.
final class Registration {
  /// The loop, which keeps the registration until it ends: see RunLoop+Registrations.swift.
  let loopAddress: UnsafeRawPointer
  let cellAddress: UInt
  let item: RunLoop.RegisteredItem
  /// The item, as what it is.
  let sourceReference: Unmanaged<RunLoop.Source>?
  let portReference: Unmanaged<RunLoop.PortSource>?
  /// The set of modes that it is in, which the loop keeps: see `modeSet`.
  @exclusivity(unchecked) var setAddress: UnsafeRawPointer
  @exclusivity(unchecked) var isCommon = false
  /// The closure, moved out while it is being called, so that a call costs no reference counting.
  @exclusivity(unchecked) private var body: Callback?
  /// How many calls are on the stack; the registration stays until they have returned.
  @exclusivity(unchecked) var callDepth = 0
  /// The place in the loop's list of signalled sources, or -1.
  @exclusivity(unchecked) var listIndex = -1
  /// The loop's list of changed sources has this registration. The loop's thread only.
  @exclusivity(unchecked) var hasChange = false
  /// The next one on that list.
  @exclusivity(unchecked) var nextChanged: Unmanaged<Registration>?
  /// Events that the source did not want at some time since the kernel's interest was last updated: reports of them may have been missed.
  @exclusivity(unchecked) var withdrawn: UInt32 = 0
  /// Reported events that the source did not want at that moment, since the kernel was last updated.
  @exclusivity(unchecked) var missed: UInt32 = 0
  /// How often events were withdrawn or missed, so that each mode's descriptors are set again once for it: see `PortSet.Slot`.
  @exclusivity(unchecked) private(set) var losses: UInt32 = 0
  /// The place in the loop's list of registrations, or -1 once the registration was removed.
  @exclusivity(unchecked) var index = -1

  /// Whether the loop's list of signalled sources has this registration.
  @inline(__always)
  var isListed: Bool { listIndex >= 0 }

  /// Whether another thread has pushed the registration on the loop's stack of registrations to be listed.
  let isStacked = Atomic<Bool>(false)
  /// The registration below on that stack. Written by the thread that pushes this one, read by the one that drains the stack.
  @exclusivity(unchecked) var below: UInt = 0

  /// With the item's lock held.
  init(
    _ item: RunLoop.RegisteredItem, loopAddress: UnsafeRawPointer, cellAddress: UInt,
    setAddress: UnsafeRawPointer
  ) {
    self.item = item
    sourceReference = item.asSource
    portReference = item.asPortSource
    self.loopAddress = loopAddress
    self.cellAddress = cellAddress
    self.setAddress = setAddress
    if let perform = item.perform { putBack(perform) }
  }

  /// Records events whose reports may have been dropped.
  @inline(__always)
  func lose(withdrawn: UInt32 = 0, missed: UInt32 = 0) {
    self.withdrawn |= withdrawn
    self.missed |= missed
    losses &+= 1
  }

  var source: RunLoop.Source? { sourceReference?.takeUnretainedValue() }
  var portSource: RunLoop.PortSource? { portReference?.takeUnretainedValue() }

  @inline(__always)
  var hasBody: Bool { body != nil }

  /// Moves the closure out; it must be present.
  @inline(__always)
  func takeBody() -> Callback { body.take().unsafelyUnwrapped }

  @inline(__always)
  func putBack(_ perform: consuming Callback) {
    body = perform
  }

  @inline(__always)
  var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

  @inline(__always)
  static func at(_ address: UInt) -> Unmanaged<Registration> {
    // Only addresses of registrations are kept.
    Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: address)!)
  }
}
