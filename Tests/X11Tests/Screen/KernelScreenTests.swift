import HIDEvents
import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import EventRouting

/// A screen without a display server, by conversations with a simulated kernel.
@Suite(.hangLimit) struct KernelScreenTests {
  private static let (width, height) = (800, 480)

  private static func picture(_ color: UInt32) -> [UInt32] { Array(repeating: color, count: width * height) }

  private static func make(
    _ kernel: SimulatedScreen, _ settings: KernelScreen.Settings = .init(), terminal: SimulatedTerminal? = nil
  ) throws(ScreenError) -> KernelScreen {
    try KernelScreen(kernel, path: "/dev/dri/card9", settings, terminal: terminal)
  }

  /// The screen's events as words.
  private final class Heard {
    var words: [String] = []

    func take() -> [String] {
      defer { words = [] }
      return words
    }

    func listen(to screen: KernelScreen) {
      screen.handler = { event in
        switch event {
        case .beat(let time): self.words.append("beat \(time / 1000)")
        case .ready: self.words.append("ready")
        case .shown: self.words.append("shown")
        case .hidden: self.words.append("hidden")
        case .ended(let error): self.words.append("ended: \(error)")
        }
      }
    }
  }

  @Test func theConnectedScreenIsTakenInItsPreferredSize() throws {
    let kernel = SimulatedScreen()
    let screen = try Self.make(kernel)
    #expect((screen.width, screen.height) == (800, 480) && screen.connector == "HDMI-A-1")
    #expect(abs(1 / (screen.interval / .seconds(1)) - 60) < 0.01)
    #expect(kernel.take() == ["show A"] && kernel.pixel(0, 0) == 0)
    screen.close()
    #expect(kernel.take() == ["show before"])
    #expect(kernel.memory.isEmpty && kernel.buffers.isEmpty && kernel.mapped.isEmpty)
    screen.close()
    #expect(kernel.take() == [] && !screen.isOpen && !screen.isReady)
  }

  @Test func aSizeThatIsAskedForIsTheFastestOfIt() throws {
    var settings = KernelScreen.Settings()
    settings.size = (800, 480)
    let screen = try Self.make(SimulatedScreen(), settings)
    #expect(abs(1 / (screen.interval / .seconds(1)) - 75) < 0.01)
    settings.size = (640, 480)
    #expect(throws: ScreenError.noMode(connector: "HDMI-A-1", wanted: "640×480")) {
      try Self.make(SimulatedScreen(), settings)
    }
  }

  @Test func picturesTakeTurnsAndEachHasWhatTheOtherGot() throws {
    let kernel = SimulatedScreen()
    let screen = try Self.make(kernel)
    let heard = Heard()
    heard.listen(to: screen)
    _ = kernel.take()
    screen.put(Self.picture(1), stride: 800, parts: [PixelRect(x: 0, y: 0, width: 800, height: 480)])
    #expect(kernel.take() == ["flip B"] && !screen.isReady)
    // Nothing is overwritten that is still to be shown.
    screen.put(Self.picture(9), stride: 800, parts: [PixelRect(x: 0, y: 0, width: 800, height: 480)])
    #expect(kernel.take() == [])
    kernel.blank()
    screen.serve()
    #expect(heard.take() == ["beat 5016667", "ready"] && kernel.pixel(799, 479) == 1)
    screen.put(Self.picture(2), stride: 800, parts: [PixelRect(x: 10, y: 10, width: 5, height: 5)])
    kernel.blank()
    screen.serve()
    #expect(kernel.take() == ["flip A"])
    // The other picture has caught up with the first, and has the new part.
    #expect(kernel.pixel(10, 10) == 2 && kernel.pixel(14, 14) == 2)
    #expect(kernel.pixel(9, 10) == 2 && kernel.pixel(700, 400) == 2)
    screen.put(Self.picture(3), stride: 800, parts: [PixelRect(x: 20, y: 20, width: 1, height: 1)])
    kernel.blank()
    screen.serve()
    #expect(kernel.pixel(20, 20) == 3 && kernel.pixel(10, 10) == 3 && kernel.pixel(700, 400) == 1)
    screen.close()
  }

  @Test func partsBeyondTheEdgesAreCutOff() throws {
    let kernel = SimulatedScreen()
    let screen = try Self.make(kernel)
    _ = kernel.take()
    for part in [
      PixelRect(x: 800, y: 0, width: 5, height: 5), PixelRect(x: -5, y: -5, width: 5, height: 5),
      PixelRect(x: 0, y: 0, width: 0, height: 5), PixelRect(x: .max, y: 0, width: .max, height: 5),
    ] {
      screen.put(Self.picture(1), stride: 800, parts: [part])
    }
    #expect(kernel.take() == [] && screen.isReady)
    screen.put(Self.picture(1), stride: 800, parts: [PixelRect(x: 790, y: 470, width: 100, height: 100)])
    kernel.blank()
    screen.serve()
    #expect(kernel.pixel(799, 479) == 1 && kernel.pixel(789, 479) == 0)
    screen.close()
  }

  @Test func aBeatComesWithTheNextBlankingWithOrWithoutAPicture() throws {
    let kernel = SimulatedScreen()
    let screen = try Self.make(kernel)
    let heard = Heard()
    heard.listen(to: screen)
    _ = kernel.take()
    #expect(screen.requestBeat() && screen.requestBeat() && kernel.take() == ["wait"])
    kernel.blank()
    screen.serve()
    #expect(heard.take() == ["beat 5016667"])
    screen.put(Self.picture(1), stride: 800, parts: [PixelRect(x: 0, y: 0, width: 1, height: 1)])
    // The picture's own is the beat.
    #expect(screen.requestBeat() && kernel.take() == ["flip B"])
    kernel.blank()
    kernel.blank()
    screen.serve()
    #expect(heard.take() == ["beat 5033334", "ready"])
    kernel.refusals[LINUX_SCREEN_WAIT_BLANK] = EINVAL
    #expect(!screen.requestBeat())
    // A device that has no blankings is asked once.
    kernel.refusals[LINUX_SCREEN_WAIT_BLANK] = nil
    _ = kernel.take()
    #expect(!screen.requestBeat() && kernel.take() == [])
    screen.close()
    #expect(!screen.requestBeat())
  }

  /// An event of a device, of some length, which may say that it has another one.
  private static func event(_ type: UInt32, _ length: Int, says: Int? = nil) -> [UInt8] {
    [UInt8(type), 0, 0, 0, UInt8(says ?? length), 0, 0, 0] + [UInt8](repeating: 0, count: length - 8)
  }

  @Test func onlyWholeEventsThatWereAskedForAreBeats() throws {
    let kernel = SimulatedScreen()
    let screen = try Self.make(kernel)
    let heard = Heard()
    heard.listen(to: screen)
    let blanked = UInt32(LINUX_SCREEN_BLANKED)
    kernel.send(Self.event(blanked, 32))
    screen.serve()
    #expect(heard.take() == [], "it was not asked for")
    #expect(screen.requestBeat())
    kernel.send(Self.event(blanked, 16))
    screen.serve()
    #expect(heard.take() == [], "it is shorter than an event of that type")
    // One behind another, as they are read together.
    kernel.send(Self.event(77, 16) + Self.event(blanked, 32))
    screen.serve()
    #expect(heard.take() == ["beat 0"])
    #expect(screen.requestBeat())
    kernel.send(Self.event(blanked, 32, says: 40))
    screen.serve()
    #expect(heard.words.count == 1 && heard.words[0].hasPrefix("ended: ") && !screen.isOpen)
  }

  @Test func aDeviceWithoutFlipsIsShownTheSlowWay() throws {
    let kernel = SimulatedScreen()
    kernel.refusals[LINUX_SCREEN_FLIP] = ENOSYS
    let screen = try Self.make(kernel)
    let heard = Heard()
    heard.listen(to: screen)
    _ = kernel.take()
    for color in UInt32(1)...3 {
      screen.put(Self.picture(color), stride: 800, parts: [PixelRect(x: 0, y: 0, width: 800, height: 480)])
      #expect(kernel.pixel(5, 5) == color && screen.isReady)
    }
    #expect(kernel.take() == ["show B", "show A", "show B"] && heard.take() == ["ready", "ready", "ready"])
    screen.close()
  }

  @Test func anotherTerminalGetsTheScreenAndGivesItBack() throws {
    try onFreshThread {
      let (kernel, terminal) = (SimulatedScreen(), SimulatedTerminal())
      var settings = KernelScreen.Settings()
      settings.terminalSignals = (40, 41)
      let loop = RunLoop.current
      let screen = try Self.make(kernel, settings, terminal: terminal)
      let heard = Heard()
      heard.listen(to: screen)
      try screen.attach(to: loop)
      #expect(
        terminal.take() == ["graphics", "by signals \(40) \(41)", "keys 4"])
      screen.put(Self.picture(1), stride: 800, parts: [PixelRect(x: 0, y: 0, width: 800, height: 480)])
      _ = kernel.take()
      #expect(screen.activateTerminal(2) && !screen.activateTerminal(0) && terminal.take() == ["activate 2"])
      // The kernel asks for it.
      pthread_kill(pthread_self(), 40)
      loop.runUntil { !screen.isShown }
      #expect(
        heard.take() == ["hidden"] && kernel.take() == ["no master"] && terminal.take() == ["release 1"])
      #expect(!screen.isReady && !screen.requestBeat())
      pthread_kill(pthread_self(), 41)
      loop.runUntil { screen.isShown }
      #expect(kernel.take() == ["master", "show A"] && terminal.take() == ["release 2"])
      #expect(heard.words.count == 2 && heard.words[0] == "shown" && heard.take()[1].hasPrefix("beat "))
      // An earlier flip, which the kernel reports now, has no effect.
      kernel.blank()
      screen.serve()
      #expect(heard.take() == [])
      screen.put(Self.picture(2), stride: 800, parts: [PixelRect(x: 0, y: 0, width: 1, height: 1)])
      kernel.blank()
      screen.serve()
      #expect(kernel.pixel(799, 0) == 2)
      screen.close()
      #expect(terminal.take() == ["automatic", "keys 3", "text"])
    }
  }

  @Test func aScreenThatIsTakenAwayIsHidden() throws {
    let kernel = SimulatedScreen()
    let screen = try Self.make(kernel)
    let heard = Heard()
    heard.listen(to: screen)
    kernel.refusals[LINUX_SCREEN_FLIP] = EACCES
    screen.put(Self.picture(1), stride: 800, parts: [PixelRect(x: 0, y: 0, width: 1, height: 1)])
    #expect(heard.take() == ["hidden"] && !screen.isReady && screen.isOpen)
    screen.close()
  }

  /// Without a terminal of its own, which would report that: the devices were paused for good.
  @Test func aScreenThatIsFreeAgainIsShown() throws {
    try onFreshThread(SimulatedClock()) {
      let kernel = SimulatedScreen()
      let screen = try Self.make(kernel)
      let heard = Heard()
      heard.listen(to: screen)
      try screen.attach(to: RunLoop.current)
      for request in [LINUX_SCREEN_FLIP, LINUX_SCREEN_SET_CRTC] { kernel.refusals[request] = EACCES }
      screen.put(Self.picture(1), stride: 800, parts: [PixelRect(x: 0, y: 0, width: 1, height: 1)])
      RunLoop.current.run(for: .seconds(10))
      #expect(heard.take() == ["hidden"] && screen.isOpen)
      kernel.refusals = [:]
      RunLoop.current.run(for: .seconds(2))
      #expect(heard.take().first == "shown" && screen.isReady)
      // A device that is gone is not waited for.
      kernel.refusals[LINUX_SCREEN_FLIP] = EACCES
      kernel.refusals[LINUX_SCREEN_SET_CRTC] = ENODEV
      screen.put(Self.picture(1), stride: 800, parts: [PixelRect(x: 0, y: 0, width: 1, height: 1)])
      RunLoop.current.run(for: .seconds(2))
      #expect(heard.take() == ["hidden", "ended: the screen's device was removed"] && !screen.isOpen)
    }
  }

  @Test func aDeviceThatIsRemovedEndsIt() throws {
    for request in [LINUX_SCREEN_FLIP, 0] {
      let kernel = SimulatedScreen()
      let screen = try Self.make(kernel)
      let heard = Heard()
      heard.listen(to: screen)
      if request == 0 {
        // An event that is shorter than its head, of which the kernel sends none.
        kernel.send([2, 0, 0, 0, 4, 0, 0, 0])
        screen.serve()
        #expect(heard.words.first?.hasPrefix("ended: the screen's device answers what can not be") == true)
      } else {
        kernel.refusals[request] = ENODEV
        screen.put(Self.picture(1), stride: 800, parts: [PixelRect(x: 0, y: 0, width: 1, height: 1)])
        #expect(heard.words == ["ended: the screen's device was removed"])
      }
      #expect(!screen.isOpen && kernel.memory.isEmpty && kernel.buffers.isEmpty)
    }
  }

  /// Whatever the device refuses or says: a typed error, and everything that was taken is given back.
  @Test func whatADeviceRefusesIsAnErrorAndNothingIsLeft() {
    for request in [
      LINUX_SCREEN_CAPABILITY, LINUX_SCREEN_RESOURCES, LINUX_SCREEN_GET_CONNECTOR, LINUX_SCREEN_GET_ENCODER,
      LINUX_SCREEN_GET_CRTC, LINUX_SCREEN_SET_CRTC, LINUX_SCREEN_CREATE_MEMORY, LINUX_SCREEN_ADD_BUFFER,
      LINUX_SCREEN_MAP_MEMORY,
    ] {
      let kernel = SimulatedScreen()
      kernel.refusals[request] = EINVAL
      #expect(throws: ScreenError.self, "\(request)") { try Self.make(kernel) }
      #expect(kernel.memory.isEmpty && kernel.buffers.isEmpty && kernel.mapped.isEmpty, "\(request)")
    }
    let liars: [(SimulatedScreen) -> Void] = [
      { $0.canAllocate = 0 }, { $0.isConnected = false }, { $0.modes = [] }, { $0.pitch = 0 },
      { $0.pitch = 3196 },
      { $0.pitch = 3201 }, { $0.modeCount = 4_000_000_000 },
    ]
    for (index, lie) in liars.enumerated() {
      let kernel = SimulatedScreen()
      lie(kernel)
      #expect(throws: ScreenError.self, "\(index)") { try Self.make(kernel) }
      #expect(kernel.memory.isEmpty && kernel.buffers.isEmpty, "\(index)")
    }
    let terminal = SimulatedTerminal()
    terminal.refusals[LINUX_TERMINAL_SET_MODE] = EPERM
    let kernel = SimulatedScreen()
    #expect(throws: ScreenError.self) { try Self.make(kernel, terminal: terminal) }
    #expect(terminal.take() == ["graphics", "text"] && kernel.memory.isEmpty)
    var settings = KernelScreen.Settings()
    settings.path = "/dev/null"
    #expect(throws: ScreenError.self) { try KernelScreen(settings) }
  }
}
