import LinuxSystem

/// Looks up the names that go into a record when its stall ends.
///
/// A function that was named once is known from then on, by its module's build. For one thread.
final class RecordNamer {
  /// Names of one build of a module, by the file's addresses; nil for a place without a name.
  private var known: [String: [UInt64: FunctionScan.Function?]] = [:]
  private var knownCount = 0
  private static let mostKnown = 16_384
  /// Bytes that the names of a record may take.
  private static let room = 8 << 10

  /// The modules, by their starts; read again when a place is in none of them.
  private(set) var images: [LoadedImage] = []
  private let process: Int32?
  private let python: PythonStacks?
  /// Names of generated code; read again when a place is in none of them.
  private var generated = GeneratedCode()

  /// - Parameter process: the calling one when nil.
  init(of process: Int32? = nil, python: PythonStacks? = nil) {
    self.process = process
    self.python = python
  }

  func names(of record: StallRecord) -> RecordedNames {
    let places = Self.places(of: record)
    if places.keys.contains(where: { images.image(at: $0) == nil && $0 < PythonStacks.base }) {
      images = LoadedImage.list(of: process).sorted { $0.start < $1.start }
    }
    var wanted: [String: (image: LoadedImage, places: [UInt])] = [:]
    for place in places.keys {
      guard let image = images.image(at: place) else { continue }
      wanted[Self.key(image), default: (image, [])].places.append(place)
    }
    var named: [(place: UInt, start: UInt, name: String, count: Int)] = []
    for (key, (image, inImage)) in wanted {
      lookUp(inImage.map { UInt64($0 &- image.bias) }, in: image, key)
      for place in inImage {
        guard let function = known[key]?[UInt64(place &- image.bias)] ?? nil else { continue }
        named.append((place, UInt(function.start) &+ image.bias, function.name, places[place] ?? 0))
      }
    }
    if let process {
      for (place, count) in places where images.image(at: place) == nil {
        if let function = python?.function(at: place) {
          named.append((place, function.start, function.name, count))
          continue
        }
        guard let function = generated.function(at: place, of: process) else { continue }
        named.append((place, function.start, function.name, count))
      }
    }
    return RecordedNames(named, room: Self.room)
  }

  private func lookUp(_ addresses: [UInt64], in image: LoadedImage, _ key: String) {
    var unknown = addresses.filter { known[key]?[$0] == nil }
    guard !unknown.isEmpty else { return }
    if knownCount + unknown.count > Self.mostKnown {
      known.removeAll()
      unknown = Array(addresses.prefix(Self.mostKnown))
      knownCount = 0
    }
    let found = file(of: image).map { FunctionScan.find(unknown, in: $0) } ?? [:]
    for address in unknown { known[key, default: [:]][address] = .some(found[address]) }
    knownCount += unknown.count
  }

  /// The module's file, or the program's own under another name when it was replaced since the start.
  private func file(of image: LoadedImage) -> ElfFile? {
    for path in [image.path, "\(KernelFile.folder(of: process))/exe"] where path.hasPrefix("/") {
      let isImage = path == image.path
      let place = isImage ? LoadedImage.openable(path, process) ?? path : path
      guard let file = ElfFile(path: place) else { continue }
      if file.buildID == image.buildID, !image.buildID.isEmpty || path == image.path { return file }
    }
    return nil
  }

  private static func key(_ image: LoadedImage) -> String {
    image.buildID.isEmpty ? image.path : image.buildID.hexadecimal
  }

  /// Where the thread was: each place, and how often it was there.
  private static func places(of record: StallRecord) -> [UInt: Int] {
    var places: [UInt: Int] = [:]
    let chain = record.diagnosis.chain?.links.map(\.stack) ?? []
    let others = [record.diagnosis.lockOwner?.stack].compactMap(\.self) + chain
    for sample in record.samples + others + record.threadStacks.map(\.stack) {
      for (index, address) in sample.addresses.enumerated() where address > 0 {
        places[index == 0 ? address : address - 1, default: 0] += 1
      }
    }
    if record.callout.code != 0 { places[record.callout.code, default: 0] += 1 }
    return places
  }
}
