import LinuxSystem
import RunLoopCore

/// A virtual terminal that belongs to a screen: its text output and keyboard input are off. The kernel asks by signals before the user
/// switches to another terminal, and waits for the answer.
final class VirtualTerminal {
  private let kernel: any ScreenKernel
  private let signals: (leave: Int32, enter: Int32)
  private var oldText: Int32 = 0
  private var oldKeys: Int32 = 0
  private var oldMode = linux_terminal_mode()
  private var source: RunLoop.SignalSource?
  private var isTaken = true

  init(_ kernel: any ScreenKernel, _ signals: (leave: Int32, enter: Int32)) throws(ScreenError) {
    self.kernel = kernel
    self.signals = signals
    do {
      try RunLoop.SignalSource.block([signals.leave, signals.enter])
    } catch {
      throw .descriptor("\(error)")
    }
    try ask(LINUX_TERMINAL_GET_TEXT_MODE, &oldText, "say its mode")
    try ask(LINUX_TERMINAL_GET_KEYS, &oldKeys, "say the mode of its keys")
    try ask(LINUX_TERMINAL_GET_MODE, &oldMode, "say who changes it")
    try set(LINUX_TERMINAL_SET_TEXT_MODE, LINUX_TERMINAL_GRAPHICS, "leave its text")
    var mode = linux_terminal_mode()
    mode.mode = CChar(LINUX_TERMINAL_BY_SIGNALS)
    mode.leave_signal = Int16(truncatingIfNeeded: signals.leave)
    mode.enter_signal = Int16(truncatingIfNeeded: signals.enter)
    do throws(ScreenError) {
      try ask(LINUX_TERMINAL_SET_MODE, &mode, "ask before it is changed")
    } catch {
      _ = kernel.call(LINUX_TERMINAL_SET_TEXT_MODE, Self.argument(oldText))
      throw error
    }
    // Otherwise a shell on that terminal reads the keys, too.
    _ = kernel.call(LINUX_TERMINAL_SET_KEYS, Self.argument(Int32(LINUX_TERMINAL_KEYS_OFF)))
  }

  private func ask<Value>(_ request: UInt, _ value: inout Value, _ step: String) throws(ScreenError) {
    let code = kernel.call(request, with: &value)
    guard code == 0 else {
      throw .refused(step: "\(step), as a terminal", reason: Errno(-code).description)
    }
  }

  private func set(_ request: UInt, _ number: some BinaryInteger, _ step: String) throws(ScreenError) {
    let code = kernel.call(request, Self.argument(Int32(number)))
    guard code == 0 else {
      throw .refused(step: "\(step), as a terminal", reason: Errno(-code).description)
    }
  }

  /// Requests whose argument is a number, not an address.
  private static func argument(_ number: Int32) -> UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: Int(number)))
  }

  func attach(
    to loop: RunLoop, _ mode: RunLoop.Mode, leave: @escaping @Sendable () -> Void,
    enter: @escaping @Sendable () -> Void
  ) throws(RunLoop.PortError) {
    if source == nil {
      let leaving = signals.leave
      source = try RunLoop.SignalSource([signals.leave, signals.enter], label: "terminal") { signal in
        if signal.number == leaving { leave() } else { enter() }
        return .rearm
      }
    }
    if let source { try loop.add(source, to: mode) }
  }

  /// Allows the switch to the other terminal.
  func release() { _ = kernel.call(LINUX_TERMINAL_RELEASE, Self.argument(1)) }
  /// Acknowledges the switch back.
  func entered() { _ = kernel.call(LINUX_TERMINAL_RELEASE, Self.argument(Int32(LINUX_TERMINAL_ENTERED))) }

  func activate(_ number: Int) -> Bool {
    guard (1...63).contains(number) else { return false }
    return kernel.call(LINUX_TERMINAL_ACTIVATE, Self.argument(Int32(number))) == 0
  }

  /// Restores the terminal.
  func giveBack() {
    guard isTaken else { return }
    isTaken = false
    source?.invalidate()
    source = nil
    _ = kernel.call(LINUX_TERMINAL_SET_MODE, with: &oldMode)
    _ = kernel.call(LINUX_TERMINAL_SET_KEYS, Self.argument(oldKeys))
    _ = kernel.call(LINUX_TERMINAL_SET_TEXT_MODE, Self.argument(oldText))
  }
}
