/// The function that a job runs, or continues in after an `await`: what reports of stalls call it.
enum JobFunction {
  /// The address of its code; 0 where the runtime's layout of jobs is not known.
  @inline(__always)
  static func address(of job: UnownedJob) -> UInt {
    // An object's header of two words, two of the scheduler, flags and number, two more, and the function.
    #if compiler(>=6.3) && compiler(<6.4) && _pointerBitWidth(_64)
      unsafeBitCast(job, to: UnsafeRawPointer.self).load(fromByteOffset: 56, as: UInt.self)
    #else
      0
    #endif
  }
}
