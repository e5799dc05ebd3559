import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// After the whole process had stood once, the monitor kept a descriptor more: it had looked for a debugger.
@Suite("A look for a debugger", .hangLimit) struct StopCostsADescriptorTests {
  @Test("keeps no descriptor") func descriptors() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      let world = LinuxWorld(signal: 0)
      // Other threads of the process open what they need.
      func count() throws -> Int {
        try FileBytes.names(in: "/proc/self/fd").count {
          KernelFile.link("/proc/self/fd/\($0)")?.hasSuffix("/status") == true
        }
      }
      let before = try count()
      precondition(world.tracer == 0)
      let after = try count()
      precondition(after == before, "\(after - before) more")
    }
  }
}
