import HIDEvents
import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import EventRouting

/// What a screen without a display server takes, leaves to others, and forgets.
@Suite(.hangLimit) struct KernelScreenRuleTests {
  private static let pixel = [PixelRect(x: 0, y: 0, width: 1, height: 1)]
  private static let picture = [UInt32](repeating: 1, count: 800 * 480)

  private static func make(
    _ kernel: SimulatedScreen, terminal: SimulatedTerminal? = nil
  ) throws(ScreenError) -> KernelScreen {
    var settings = KernelScreen.Settings()
    settings.terminalSignals = (40, 41)
    return try KernelScreen(kernel, path: "/dev/dri/card9", settings, terminal: terminal)
  }

  /// The pipeline that the screen is on may not be the first one that it can be on.
  @Test(arguments: [(40, 0b11), (99, 0b10)] as [(UInt32, UInt32)])
  func aScreenStaysOnItsPipeline(_ now: UInt32, _ possible: UInt32) throws {
    let kernel = SimulatedScreen()
    kernel.pipeline = (now, possible)
    let screen = try Self.make(kernel)
    #expect(kernel.take() == ["show A"])
    screen.close()
  }

  @Test func aScreenThatAnotherProgramHasIsLeftAsItIs() throws {
    let kernel = SimulatedScreen()
    let screen = try Self.make(kernel)
    kernel.refusals[LINUX_SCREEN_FLIP] = EACCES
    screen.put(Self.picture, stride: 800, parts: Self.pixel)
    #expect(!screen.isShown)
    _ = kernel.take()
    screen.close()
    #expect(kernel.take() == [] && kernel.memory.isEmpty)
  }

  @Test func aBeatOfBeforeAnotherProgramHadTheScreenIsNotWaitedFor() throws {
    try onFreshThread(SimulatedClock()) {
      let kernel = SimulatedScreen()
      let screen = try Self.make(kernel)
      try screen.attach(to: RunLoop.current)
      _ = kernel.take()
      #expect(screen.requestBeat() && kernel.take() == ["wait"])
      kernel.refusals[LINUX_SCREEN_FLIP] = EACCES
      screen.put(Self.picture, stride: 800, parts: Self.pixel)
      kernel.refusals = [:]
      RunLoop.current.run(for: .seconds(2))
      #expect(screen.isShown)
      _ = kernel.take()
      #expect(screen.requestBeat() && kernel.take() == ["wait"])
      screen.close()
    }
  }

  @Test func aFunctionKeyWithControlAndAltChangesTheTerminalWhenItGoesDown() throws {
    try onFreshThread {
      let (kernel, terminal) = (SimulatedScreen(), SimulatedTerminal())
      let screen = try Self.make(kernel, terminal: terminal)
      _ = terminal.take()
      func changes(
        _ usage: UInt16, _ phase: HIDEvent.Key.Phase = .down,
        _ modifiers: HIDEvent.Key.Modifiers = [.control, .alternate]
      ) -> Bool {
        screen.changesTerminal(.init(usage: usage, phase, modifiers: modifiers))
      }
      #expect(changes(0x3a) && changes(0x45) && terminal.take() == ["activate 1", "activate 12"])
      #expect(!changes(0x39) && !changes(0x46))
      for phase in [HIDEvent.Key.Phase.repeated, .up, .cancelled] { #expect(!changes(0x3a, phase)) }
      #expect(!changes(0x3a, .down, .control) && !changes(0x3a, .down, .alternate))
      #expect(terminal.take() == [])
      screen.close()
      #expect(!changes(0x3a))
    }
  }
}
