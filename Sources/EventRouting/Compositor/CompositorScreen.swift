import HIDEvents
import RunLoopCore

/// The screen of a compositor.
protocol CompositorScreen: AnyObject {
  /// The size in pixels.
  var size: (width: Int, height: Int) { get }
  /// Whether a picture can be put now.
  var isReady: Bool { get }
  /// From one blanking to the next; nil when it reports no blankings.
  var beatInterval: Duration? { get }
  /// Whether the compositor draws the pointer.
  var needsPointer: Bool { get }
  /// Begins to report events.
  func listen(_ take: @escaping (CompositorScreenEvent) -> Void)
  /// Shows parts of a picture of the screen's size.
  func put(_ pixels: UnsafePointer<UInt32>, parts: [PixelRect])
  /// Asks for one `beat`.
  func askForBeat()
  /// Whether the key changes to another virtual terminal, which then happens.
  func changesTerminal(_ key: HIDEvent.Key) -> Bool
}

/// An event of a compositor's screen.
enum CompositorScreenEvent {
  /// A blanking began, in nanoseconds of CLOCK_MONOTONIC.
  case beat(UInt64)
  /// Another picture can be put.
  case ready
  /// The screen, or a part of it, must be put again.
  case exposed(PixelRect)
  /// Another program has the screen.
  case hidden
  /// The user did something in the screen's window.
  case input(HIDEvent)
  /// It can no longer be used.
  case ended(String)
}

extension KernelScreen: CompositorScreen {
  var size: (width: Int, height: Int) { (width, height) }
  var beatInterval: Duration? { interval }
  var needsPointer: Bool { true }

  func listen(_ take: @escaping (CompositorScreenEvent) -> Void) {
    let all = PixelRect(x: 0, y: 0, width: width, height: height)
    handler = { event in
      switch event {
      case .beat(let time): take(.beat(time))
      case .ready: take(.ready)
      case .shown: take(.exposed(all))
      case .hidden: take(.hidden)
      case .ended(let error): take(.ended("\(error)"))
      }
    }
  }

  func put(_ pixels: UnsafePointer<UInt32>, parts: [PixelRect]) { put(pixels, stride: width, parts: parts) }

  func askForBeat() { _ = requestBeat() }
}

/// A window as a screen, in the size that it has at first.
final class CompositorX11Window: CompositorScreen {
  let size: (width: Int, height: Int)
  private let window: X11Window

  init(_ window: X11Window) {
    self.window = window
    size = (window.width, window.height)
  }

  var isReady: Bool { window.isShown && window.isReady }
  var beatInterval: Duration? { nil }
  var needsPointer: Bool { false }

  func listen(_ take: @escaping (CompositorScreenEvent) -> Void) {
    window.handler = { event in
      switch event {
      case .input(let event): take(.input(event))
      case .exposed(let x, let y, let width, let height):
        take(.exposed(PixelRect(x: x, y: y, width: width, height: height)))
      case .ready: take(.ready)
      case .resized: break
      case .closeRequested: take(.ended("its window was closed"))
      case .ended(let error): take(.ended(error.map { "\($0)" } ?? "its window was closed"))
      }
    }
  }

  func put(_ pixels: UnsafePointer<UInt32>, parts: [PixelRect]) {
    window.put(pixels, stride: size.width, parts: parts)
  }

  func askForBeat() {}
  func changesTerminal(_ key: HIDEvent.Key) -> Bool { false }
}
