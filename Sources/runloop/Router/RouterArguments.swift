import HIDEvents
import LinuxSystem
import ResponderKit

/// The words after `runloop router`, taken apart.
struct RouterArguments {
  var words: [String] = []
  var address = RouterAddress.standard
  var devices: [String] = []
  var recording: String?
  var description: String?
  var isFast = false
  var stays = false
  var isVerbose = false
  var wantsHelp = false
  var grabs = false
  var allowed: Set<UInt32> = []
  var screen: Size { chosenScreen ?? Size(390, 844) }
  var chosenScreen: Size?
  /// Where applications' pictures are shown; nil: nowhere.
  var show: Show?
  /// Pixels per point of its screen.
  var scale = 1.0
  var terminal: String?
  /// The number of applications to wait for before the recording begins.
  var clients = 0

  enum Show: Hashable {
    /// A window of an X server.
    case window
    /// A screen without a display server: its device's file, or nil for the first.
    case kernelScreen(String?)
  }

  private static let options = [
    "--socket", "--device", "--recording", "--describe", "--allow", "--screen", "--clients", "--show",
    "--scale",
    "--terminal",
  ]
  private static let flags = ["--fast", "--stay", "--verbose", "--grab", "--help"]

  init(_ arguments: [String]) throws(WrongCall) {
    var rest = CallWords(arguments)
    while let word = rest.next() {
      if !word.hasPrefix("-") || word.count == 1 {
        words.append(word)
      } else if Self.flags.contains(word) {
        if let excess = rest.excess { throw WrongCall(excess) }
        set(word)
      } else if Self.options.contains(word) {
        guard let value = rest.value() else { throw WrongCall("\(word) needs a value") }
        try set(word, value)
      } else {
        throw WrongCall(rest.unknown(Self.flags + Self.options))
      }
    }
    guard devices.count < 256 else {
      throw WrongCall(
        "--device may come 255 times, not \(devices.count): start another router for the others")
    }
    if show == nil, scale != 1 {
      throw WrongCall("--scale is for what --show shows: give --show too")
    }
    let hasScreen = if case .kernelScreen = show { true } else { false }
    if terminal != nil, !hasScreen {
      throw WrongCall("--terminal goes with --show screen or a screen's device")
    }
    if isFast, recording == nil {
      throw WrongCall("--fast is how to play a recording: it needs --recording FILE")
    }
    if clients > 0, recording == nil {
      throw WrongCall("--clients is when to play a recording: it needs --recording FILE")
    }
    if description != nil, recording == nil, devices.isEmpty {
      throw WrongCall("--describe is for a FIFO or a recording: it needs --device PATH or --recording FILE")
    }
  }

  private mutating func set(_ flag: String) {
    switch flag {
    case "--fast": isFast = true
    case "--stay": stays = true
    case "--verbose": isVerbose = true
    case "--grab": grabs = true
    default: wantsHelp = true
    }
  }

  private mutating func set(_ option: String, _ value: String) throws(WrongCall) {
    switch option {
    case "--socket": address = RouterAddress(path: value.contains("/") ? value : "./" + value)
    case "--device": devices.append(value)
    case "--recording": recording = value
    case "--describe": description = value
    case "--allow":
      guard let user = UInt32(value) else { throw WrongCall("--allow wants a user's number, not '\(value)'") }
      allowed.insert(user)
    case "--terminal": terminal = value
    case "--show":
      guard value == "window" || value == "screen" || value.hasPrefix("/") else {
        throw WrongCall(
          "--show wants 'window', 'screen' or a screen's device such as /dev/dri/card0, not '\(value)'")
      }
      show = value == "window" ? .window : .kernelScreen(value == "screen" ? nil : value)
    case "--scale":
      guard let number = Double(value), (0.5...8).contains(number) else {
        throw WrongCall("--scale wants pixels per point from 0.5 to 8, not '\(value)'")
      }
      scale = number
    case "--clients":
      guard let count = Int(value), (0...64).contains(count) else {
        throw WrongCall("--clients wants a number from 0 to 64, not '\(value)'")
      }
      clients = count
    default:
      let parts = value.split(separator: "x", omittingEmptySubsequences: false)
      let sizes = parts.map { Double($0) ?? 0 }
      guard sizes.count == 2, sizes.allSatisfy({ $0 >= 1 && $0 <= 100_000 }) else {
        throw WrongCall("--screen wants points as 390x844, not '\(value)'")
      }
      chosenScreen = Size(sizes[0], sizes[1])
    }
  }
}
