import LinuxSystem

/// Persistent conditions, which the kernel would report in each turn. All with the loop's lock held, on the loop's thread.
extension PortSet {
  /// Conditions that reading or writing ends. A hang-up, an error and the end of input persist.
  static let passing = EPOLLIN.rawValue | EPOLLPRI.rawValue | EPOLLOUT.rawValue

  /// Calls between two checks that the kernel still watches the descriptor.
  static let servicesBetweenChecks: UInt32 = 256

  /// Whether a report is new to the source.
  ///
  /// EPOLLHUP and EPOLLERR can not be masked: level-triggered, they would be reported in each turn, and the loop would never
  /// sleep. So a persistent condition is reported once, and the descriptor is edge-triggered from then on: only changes are
  /// reported. When there is something to read or to write it is level-triggered again.
  @inline(never)
  func isNews(_ reported: UInt32, _ slot: Int) -> Bool {
    guard slots[slot].mask & (EPOLLET.rawValue | EPOLLONESHOT.rawValue) == 0,
      process == ForkGeneration.current
    else { return true }
    let known = slots[slot].standing
    if reported & Self.passing != 0 {
      slots[slot].standing = 0
      _ = watchAgain(slot, edge: false)
      return true
    }
    // The kernel repeats its report when the descriptor is switched to edge. An error may be another one.
    if known != 0, reported & ~known == 0, reported & EPOLLERR.rawValue == 0 { return false }
    // When the mask can not be changed, the descriptor was closed: calls continue until that is detected.
    if known == 0, !watchAgain(slot, edge: true) { return true }
    slots[slot].standing = reported
    return true
  }

  private func watchAgain(_ slot: Int, edge: Bool) -> Bool {
    let known = slots[slot]
    guard hasNumber(slot) else { return false }
    do throws(SystemError) {
      try SystemCall.watch(
        known.descriptor, in: set.number, token: token(of: slot),
        mask: known.mask | (edge ? EPOLLET.rawValue : 0), again: true)
      return true
    } catch {
      return false
    }
  }

  /// Counts a service of a source that is not switched; true when its descriptor is to be checked.
  @inline(__always)
  func countService(_ slot: Int) -> Bool {
    slots[slot].count &+= 1
    return slots[slot].count % Self.servicesBetweenChecks == 0
  }
}
