import LinuxSystem

// The signal handler that copies a running thread's stack. It may interrupt anything, `malloc` and the Swift runtime
// included, so this file has raw pointers and integers only: no generic types of its own, no classes, no globals. A
// test disassembles it. The mark in the signal's own information distinguishes the monitor's signals: a `SIGPROF` from
// elsewhere is ignored here.

/// Answers the request in the slot that came with the signal (`SampleSlot` has the meaning of the words).
func sampleSignalHandler(
  _ signal: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
) {
  let address = linux_signal_word(info)
  guard let slot = UnsafeMutablePointer<UInt>(bitPattern: address), let context else { return }
  let answer = UnsafeMutableRawPointer(slot + 1).assumingMemoryBound(to: UInt32.self)
  let request = UInt32(truncatingIfNeeded: slot[0])
  // A repeated signal: the monitor may be reading the first answer.
  if linux_load_acquire(answer) == request { return }
  let stack = Architecture.Own.copyRegisters(context.assumingMemoryBound(to: UInt.self), slot)
  let from = stack &- 128
  let target = address &+ 4096
  var count: UInt = 0
  if from >= slot[12] && from < slot[2] {
    count = slot[2] &- from
    if count > 524_288 { count = 524_288 }
    if let source = UnsafeRawPointer(bitPattern: from) {
      memcpy(UnsafeMutableRawPointer(slot + 512), source, Int(bitPattern: count))
    }
  } else {
    // A stack whose bounds are not known: page by page, by the kernel, as far as there is memory.
    while count < 524_288 {
      let source = from &+ count
      var step = 4096 &- (source & 4095)
      if step > 524_288 &- count { step = 524_288 &- count }
      let copied = linux_copy_page(
        Int32(truncatingIfNeeded: slot[13]), target &+ count, source, Int(bitPattern: step))
      if copied != Int(bitPattern: step) { break }
      count = count &+ step
    }
  }
  slot[3] = count
  linux_publish(answer, request)
}
