import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Was wrong: a source that reports edges and is in two modes, of which the kernel refused one for now, was called again at each retry, a
/// hundred times a second.
@Suite(.hangLimit, FaultSweep.isPossible) struct RefusedModeRepeatsAnotherTests {
  @Test(
    "While the kernel refuses one mode's change, a source that reports edges is called again once in the other one"
  )
  func once() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      try withFaults { faults in
        let loop = RunLoop.current
        let log = Log()
        let port = try RunLoop.MessagePort.pair()
        let source = try RunLoop.DescriptorSource(port.0.descriptor, trigger: .edge) { _ in
          log("called")
          return .rearm
        }
        source.disarm()
        try loop.add(source, to: "refused")
        loop.run(mode: "refused", for: .milliseconds(1))
        faults.withoutRoom {
          // Refused in its only mode.
          source.arm()
          loop.run(mode: "refused", for: .milliseconds(1))
        }
        try loop.add(source)
        try port.1.send([1])
        // Each turn retries the refused change before it asks the kernel.
        func turns(_ mode: RunLoop.Mode = .default) {
          for _ in 0..<10 { loop.run(mode: mode, for: .zero) }
        }
        faults.withoutRoom {
          turns()
          #expect(log.count == 1, "\(log.count) calls")
          for calls in 2...3 {
            // What is unread is reported again after this, once.
            loop.perform {
              source.disarm()
              source.arm()
            }
            turns()
            #expect(log.count == calls, "\(log.count) calls")
          }
        }
        // The other mode is watched as soon as there is room.
        turns()
        let before = log.count
        turns("refused")
        #expect(log.count > before)
      }
    }
  }
}
