import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Rules whose loss no test noticed: a descriptor that was closed is lost though another mode's change is refused for now; and modes may be made
/// while another thread takes a snapshot.
@Suite(.hangLimit, FaultSweep.isPossible) struct LostBesideRefusedTests {
  @Test func aClosedDescriptorIsLostThoughAnotherModeRefusesTheChange() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      try withFaults { faults in
        let loop = RunLoop.current
        let (first, second) = (RunLoop.Mode.default, RunLoop.Mode("second"))
        let port = try RunLoop.MessagePort.pair().0
        let number = dup(port.descriptor)
        let source = try RunLoop.DescriptorSource(number) { _ in .rearm }
        source.disarm()
        try loop.add(source, to: second)
        loop.run(mode: second, for: .milliseconds(1))
        let other = try RunLoop.MessagePort.pair().0
        faults.withoutRoom {
          // Refused in its only mode.
          source.arm()
          loop.run(mode: second, for: .milliseconds(1))
          #expect(source.isValid)
        }
        // And not in another one.
        try loop.add(source, to: first)
        try faults.withoutRoom {
          // The number becomes another file's behind the source's back, which the kernel does not watch.
          try #require(dup2(other.descriptor, number) == number)
          source.events = [.readable, .priority]
          loop.run(mode: first, for: .milliseconds(5))
          #expect(!source.isValid && source.failure != nil)
        }
        close(number)
      }
    }
  }

  @Test func modesMayBeMadeDuringASnapshot() {
    let isOver = Flag()
    for _ in 0..<(ThreadSanitizer.isOn ? 5 : 40) {
      let worker = WorkerThread()
      let begun = Gate()
      let snapper = FreshThread {
        begun.open()
        var most = 0
        while !isOver.isSet, most < 64 { most = max(most, worker.loop.snapshot().modes.count) }
      }
      #expect(begun.wait())
      for number in 0..<64 {
        worker.loop.add(
          RunLoop.Timer(at: .distantFuture) { _ in }, to: RunLoop.Mode(rawValue: "mode \(number)"))
      }
      snapper.join()
      worker.end()
    }
    isOver.set()
  }
}
