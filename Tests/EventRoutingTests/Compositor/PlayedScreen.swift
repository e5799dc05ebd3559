import HIDEvents
import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

@testable import EventRouting

/// A screen in memory, whose blankings are the test's.
final class PlayedScreen: CompositorScreen {
  let size: (width: Int, height: Int)
  var isReady = true
  var beatInterval: Duration? = .milliseconds(16)
  var needsPointer = false
  private(set) var pixels: [UInt32]
  /// The parts of each picture.
  private(set) var puts: [[PixelRect]] = []
  private(set) var beatsAsked = 0
  /// Keys that change the terminal, by usage.
  var terminalKeys: Set<UInt16> = []
  private var take: (CompositorScreenEvent) -> Void = { _ in }

  init(_ width: Int = 80, _ height: Int = 48) {
    size = (width, height)
    pixels = Array(repeating: 0, count: width * height)
  }

  func listen(_ take: @escaping (CompositorScreenEvent) -> Void) { self.take = take }
  func askForBeat() { beatsAsked += 1 }
  func changesTerminal(_ key: HIDEvent.Key) -> Bool { terminalKeys.contains(key.usage) }

  func put(_ pixels: UnsafePointer<UInt32>, parts: [PixelRect]) {
    #expect(isReady)
    isReady = false
    puts.append(parts)
    for part in parts {
      for y in part.minY..<part.maxY {
        for x in part.minX..<part.maxX { self.pixels[y * size.width + x] = pixels[y * size.width + x] }
      }
    }
  }

  func blank(_ time: UInt64 = 1) {
    isReady = true
    take(.beat(time))
    take(.ready)
  }

  func tell(_ event: CompositorScreenEvent) { take(event) }
  func pixel(_ x: Int, _ y: Int) -> UInt32 { pixels[y * size.width + x] }
  /// The colour at some places, as letters of the pictures' colours; a dot is the background.
  func letters(_ places: [(Int, Int)]) -> String {
    String(places.map { Painted.letter(of: pixel($0.0, $0.1)) })
  }
}

/// Pictures of one colour, by a letter.
enum Painted {
  static func color(_ letter: Character) -> UInt32 { 0xFF00_0000 | UInt32(letter.asciiValue ?? 0) }
  static func letter(of pixel: UInt32) -> Character {
    pixel == 0xFF20_2428 ? "." : Character(UnicodeScalar(UInt8(pixel & 0x7F)))
  }
}

/// A router with a screen in memory, of the calling thread.
final class ShownRouter {
  let folder: TemporaryFolder
  let router: Router
  let screen: PlayedScreen
  var ends: [String] = []
  /// What the first application was when the screen was shown or hidden.
  var shown: [(isShown: Bool, state: RoutingMessage.Client.State?)] = []

  init(
    _ screen: PlayedScreen = PlayedScreen(), scale: Double = 1,
    adjust: (inout Router.Settings) -> Void = { _ in }
  ) throws {
    folder = try TemporaryFolder()
    self.screen = screen
    router = try Router.started(
      folder,
      adjust: {
        ($0.width, $0.height) = (Double(screen.size.width) / scale, Double(screen.size.height) / scale)
        adjust(&$0)
      })
    router.show(
      on: screen, scale: scale, shown: { [unowned self] in shown.append(($0, router.list.first?.state)) },
      ended: { [unowned self] in ends.append($0) })
  }

  /// Lets everything happen that can.
  func run() { RunLoop.current.settle() }

  func blank() {
    run()
    screen.blank()
    run()
  }

  func client(_ name: String, _ frame: ClientDescription.Window) throws -> PaintingClient {
    let client = try PaintingClient(folder.path + "/router", name, frame)
    runUntil { router.list.contains { $0.name == name } }
    return client
  }
}

/// An application without views: one window, whose pictures are of one colour.
final class PaintingClient {
  let raw: RawClient
  var frame: ClientDescription.Window
  let name: String
  private var buffers: [UInt32: UnsafeMutablePointer<UInt32>] = [:]

  init(_ path: String, _ name: String, _ frame: ClientDescription.Window) throws {
    self.frame = frame
    self.name = name
    raw = try RawClient(path, hello: .init(name: name, windows: [frame]))
  }

  var freed: [UInt32] {
    raw.read()
    return raw.others.compactMap { if case .free(let buffer) = $0 { buffer } else { nil } }
  }

  var refusal: RoutingMessage.Refusal? {
    raw.read()
    return raw.others.compactMap { if case .refused(let refusal) = $0 { refusal } else { nil } }.first
  }

  /// Sends a message with a descriptor, which is closed.
  func send(_ message: RoutingMessage, _ descriptors: [Int32]) {
    let packet = message.packet()
    #expect(packet.withUnsafeBytes { Socket(raw.descriptor).send($0, with: descriptors) } == packet.count)
    for descriptor in descriptors { close(descriptor) }
  }

  /// Shares memory of the window's size, or another one, and fills it.
  func share(_ buffer: UInt32, _ letter: Character, _ width: Int? = nil, _ height: Int? = nil) {
    let (width, height) = (width ?? Int(frame.width), height ?? Int(frame.height))
    let descriptor = linux_shared_memory("test", width * height * 4)
    let memory = mmap(nil, width * height * 4, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    buffers[buffer] = memory?.bindMemory(to: UInt32.self, capacity: width * height)
    paint(buffer, letter, width * height)
    send(.share(buffer: buffer, width: UInt32(width), height: UInt32(height)), [descriptor])
  }

  func paint(_ buffer: UInt32, _ letter: Character, _ count: Int) {
    buffers[buffer]?.update(repeating: Painted.color(letter), count: count)
  }

  func paint(_ buffer: UInt32, _ letter: Character, at places: [Int]) {
    for place in places { buffers[buffer]?[place] = Painted.color(letter) }
  }

  func arrange() { raw.send(.arrange([.init(window: 1, frame: frame)])) }
  /// Without parts all of it has changed.
  func show(_ buffer: UInt32, _ parts: [RoutingMessage.Part]? = nil) {
    let parts = parts ?? [.init(x: 0, y: 0, width: .max, height: .max)]
    raw.send(.show(window: 1, buffer: buffer, changed: parts))
  }

  /// Shows a picture of one colour.
  func appear(_ letter: Character, buffer: UInt32 = 1) {
    share(buffer, letter)
    arrange()
    show(buffer)
  }
}
