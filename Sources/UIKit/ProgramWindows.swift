import DesktopWindows
import HIDEvents
import LinuxSystem

/// The windows of a program that begins with its delegate: each that is shown becomes one of the desktop's.
final class ProgramWindows {
  /// Of the screen, and so of a window that fills it, until its user gives it another one.
  static let size = CGSize(width: 390, height: 844)

  /// A window could not be shown, of which the user was notified.
  private(set) var hasFailed = false
  private let application: UIApplication
  private var hosts: [DesktopWindow] = []

  init(_ application: UIApplication) { self.application = application }

  /// Shows windows from now on.
  func show() {
    application.onWindowShow = { [unowned self] window in show(window) }
  }

  private func show(_ window: UIWindow) {
    guard !hasFailed, !hosts.contains(where: { $0.window === window }) else { return }
    do throws(DesktopError) {
      let host = try application.host(window, title: window.rootViewController?.title ?? Self.name)
      hosts.append(host)
      // Without it the loop would be stopped while other windows are open.
      host.onClose = { $0.close() }
      host.onEnd = { [unowned self, unowned host] error in
        if let error { fail(error) }
        hosts.removeAll { $0 === host }
        // The user can not reach hidden windows.
        guard hosts.allSatisfy(\.window.isHidden) else { return }
        application.handle(.didEnterBackground)
        application.loop.stop()
      }
    } catch {
      fail(error)
      application.loop.stop()
    }
  }

  /// Closes what the user has not closed.
  func close() {
    for host in hosts {
      // The application has ended before, and is not notified of more.
      host.onEnd = nil
      host.close()
    }
  }

  private func fail(_ error: DesktopError) {
    hasFailed = true
    Self.report("\(error)")
  }

  /// The name of the program's file.
  static var name: String {
    CommandLine.arguments.first?.split(separator: "/").last.map { String($0) } ?? ""
  }

  static func report(_ text: String) {
    // Without a place for errors there is none to report them to.
    try? ByteTransfer.writeAll("\(name): \(text)\n", to: 2)
  }
}
