import LinuxSystem

/// A seccomp filter of the process, as sandboxes use it: system calls that fail from now on.
package enum Sandbox {
  /// Has the calls fail with an error number, in all threads and for good. For processes that a test makes. False where the
  /// kernel does not allow that.
  package static func refuse(_ calls: [Int], with code: Int32) -> Bool {
    struct Instruction {
      var code: UInt16
      var ifTrue: UInt8 = 0
      var ifFalse: UInt8 = 0
      var value: UInt32
    }
    // Load the number; for each call: if it is that, fail; else allow.
    var program = [Instruction(code: 0x20, value: 0)]
    for call in calls {
      program.append(Instruction(code: 0x15, ifFalse: 1, value: UInt32(call)))
      program.append(Instruction(code: 0x06, value: 0x0005_0000 | UInt32(code)))
    }
    program.append(Instruction(code: 0x06, value: 0x7fff_0000))
    struct Program {
      var count: UInt16
      var instructions: UnsafePointer<Instruction>
    }
    return program.withUnsafeBufferPointer { instructions in
      var filter = Program(count: UInt16(instructions.count), instructions: instructions.baseAddress!)
      // PR_SET_NO_NEW_PRIVS; SECCOMP_SET_MODE_FILTER with SECCOMP_FILTER_FLAG_TSYNC.
      guard linux_raw_call(Int(SYS_prctl), 38, 1, 0, 0, 0, 0) == 0 else { return false }
      return withUnsafePointer(to: &filter) {
        linux_raw_call(Int(SYS_seccomp), 1, 1, Int(bitPattern: $0), 0, 0, 0) == 0
      }
    }
  }
}
