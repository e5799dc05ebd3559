import Foundation

/// What a multi-touch screen was recorded to say, decoded straight from its text: protocol B, and nothing but contacts.
struct Recording {
  enum Phase: String {
    case began, moved, ended
  }

  struct Contact: Equatable {
    var identity: UInt32
    var phase: Phase
    /// 0...1 of the screen.
    var x: Double
    var y: Double
  }

  var frames: [[Contact]] = []

  /// The folder with recordings, which are no part of the package.
  static let folder: String? = {
    let named = ProcessInfo.processInfo.environment["MAINSPRING_RECORDINGS"]
    let beside = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../../../../shared/recordings")
    let places = [named, beside.standardizedFileURL.path].compactMap { $0 }
    for place in places {
      for folder in [place, place + "/evemu"] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        if files.contains(where: { $0.hasSuffix(".events") }) { return folder }
      }
    }
    print("skipped: recordings through Xorg: no folder with them (MAINSPRING_RECORDINGS)")
    return nil
  }()

  init(_ name: String, width: Double, height: Double) throws {
    let text = try String(contentsOfFile: "\(Self.folder ?? "")/\(name).events", encoding: .utf8)
    var slot = 0
    var places: [Int: (x: Double, y: Double)] = [:]
    var live: [Int: UInt32] = [:]
    var changes: [Int: Int] = [:]
    var touched: Set<Int> = []
    for line in text.split(separator: "\n") where line.hasPrefix("E:") {
      let words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
      guard words.count >= 5, let type = Int(words[2], radix: 16), let code = Int(words[3], radix: 16),
        let value = Int(words[4])
      else { continue }
      switch (type, code) {
      case (3, 0x2F): slot = value
      case (3, 0x39):
        changes[slot] = value
        touched.insert(slot)
      case (3, 0x35):
        places[slot, default: (0, 0)].x = Double(value) / width
        touched.insert(slot)
      case (3, 0x36):
        places[slot, default: (0, 0)].y = Double(value) / height
        touched.insert(slot)
      case (0, 0):
        var frame: [Contact] = []
        for slot in touched.sorted() {
          let place = places[slot] ?? (0, 0)
          func add(_ identity: UInt32, _ phase: Phase) {
            frame.append(Contact(identity: identity, phase: phase, x: place.x, y: place.y))
          }
          if let identity = changes[slot] {
            if identity >= 0 {
              live[slot] = UInt32(identity)
              add(UInt32(identity), .began)
            } else if let old = live.removeValue(forKey: slot) {
              add(old, .ended)
            }
          } else if let identity = live[slot] {
            add(identity, .moved)
          }
        }
        if !frame.isEmpty { frames.append(frame) }
        touched = []
        changes = [:]
      default: break
      }
    }
  }

  func count(_ phase: Phase) -> Int { frames.joined().filter { $0.phase == phase }.count }
}
