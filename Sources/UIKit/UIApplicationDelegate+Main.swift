import DesktopWindows
import LinuxSystem
import RunLoopDispatch

extension UIApplicationDelegate where Self: NSObject {
  /// The beginning of a program whose delegate is marked with `@main`: makes the delegate and the application, shows its windows on the desktop,
  /// and runs the main loop, which serves the main dispatch queue, too. It returns when a window was closed and no
  /// other one is shown, or the loop was stopped.
  ///
  /// With `MAINSPRING_SHOW=none` in the environment the windows are nowhere, as a test wants it.
  public static func main() {
    let application = UIApplication(delegate: make(), screen: ProgramWindows.size, scale: 1)
    let windows = ProgramWindows(application)
    if Environment.value("MAINSPRING_SHOW") != "none" { windows.show() }
    do throws(DispatchMainQueueError) {
      try application.loop.serveDispatchMainQueue()
    } catch {
      ProgramWindows.report("\(error)")
    }
    application.launch()
    if !windows.hasFailed { application.run() }
    application.terminate()
    windows.close()
    if windows.hasFailed { exit(1) }
  }
}
