import HIDEvents
import RunLoopCore

extension Router {
  /// Shows applications' pictures on a screen without a display server.
  ///
  /// Before `start`. Applications in the foreground are seen, the front one in front of the others. While the user is at another virtual
  /// terminal, no application is in the foreground.
  ///
  /// - Parameters:
  ///   - scale: pixels per point; the router's screen is the same size in points.
  ///   - shown: called with false when the user changes to another terminal, and with true when the user is back: readers of
  ///     devices are to be paused and resumed then.
  ///   - ended: called with the reason when the screen can no longer be used.
  public func show(
    on screen: KernelScreen, scale: Double = 1, shown: @escaping (Bool) -> Void = { _ in },
    ended: @escaping (String) -> Void = { _ in }
  ) throws(ScreenError) {
    try screen.attach(to: loop)
    show(on: screen as any CompositorScreen, scale: scale, shown: shown, ended: ended)
  }

  /// Shows applications' pictures in a window of a desktop, and forwards its input to them, for experiments.
  ///
  /// Before `start`. The screen has the window's size of this moment. The window's display must be attached to the loop.
  ///
  /// - Parameters:
  ///   - scale: pixels per point.
  ///   - ended: called when the window was closed, with the reason.
  public func show(on window: X11Window, scale: Double = 1, ended: @escaping (String) -> Void = { _ in }) {
    window.scale = scale
    show(on: CompositorX11Window(window), scale: scale, ended: ended)
  }

  func show(
    on screen: any CompositorScreen, scale: Double, shown: @escaping (Bool) -> Void = { _ in },
    ended: @escaping (String) -> Void
  ) {
    compositor = Compositor(
      screen, scale: scale, on: loop,
      .init(
        notify: { [unowned self] in notify($0, $1) }, input: { [unowned self] in post($0) },
        shown: { [unowned self] isShown in
          // The devices' touches and keys end before the applications lose the foreground.
          if !isShown { shown(false) }
          screenIsShown(isShown)
          if isShown { shown(true) }
        }, ended: ended))
  }
}
