import LinuxSystem

extension KernelScreen {
  /// The choice of a screen and its mode.
  public struct Settings: Sendable {
    /// The device's file; nil: the first of `/dev/dri/card*` to which something is connected.
    public var path: String?
    /// The connector's name, such as `HDMI-A-1`; nil: the first to which something is connected.
    public var connector: String?
    /// The size in pixels; nil: the one that the screen prefers.
    public var size: (width: Int, height: Int)?
    /// The virtual terminal that is left to the screen, such as `/dev/tty1`: its text and its keys are switched off. Nil: none.
    public var terminal: String?
    /// The signals by which the kernel asks for the screen, and gives it back, when the user changes to another terminal. They are
    /// blocked in the thread that makes the screen: make it before there are other threads.
    public var terminalSignals = (leave: SIGUSR1, enter: SIGUSR2)

    /// The first screen that is connected, in the size that it prefers.
    public init() {}
  }

  /// An event of the screen.
  public enum Event: Sendable {
    /// A blanking has begun at this time, in nanoseconds of CLOCK_MONOTONIC: the last picture is seen, or `requestBeat` was called.
    case beat(UInt64)
    /// Another picture can be put.
    case ready
    /// The screen is this program's again: all of the picture is to be put.
    case shown
    /// The user has changed to another terminal.
    case hidden
    /// The screen can no longer be used.
    case ended(ScreenError)
  }
}
