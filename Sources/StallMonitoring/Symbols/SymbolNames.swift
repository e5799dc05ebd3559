/// Names for addresses from the files' symbol tables: for this process, another one, or one that has ended.
///
/// For one thread. Names are cached.
public final class SymbolNames {
  let images: [LoadedImage]
  private let process: Int32?
  private var tables: [String: SymbolTable?] = [:]
  private var known: [UInt: CodeFrame] = [:]
  private let lines: SourceLines?
  private let search: SymbolSearch?
  /// The names stored in the present record.
  private var recorded = RecordedNames()
  /// The languages of that record's functions.
  private var languages = (python: false, script: false)
  /// With inlined frames, files and lines; by the place, and whether it is one behind a call.
  private var detailed: [UInt: [CodeFrame]] = [:]
  private struct Function: Hashable {
    var image: String
    var name: String
  }
  private var programNames: [Function: String?] = [:]
  private static let cacheLimit = 65536

  /// Names for a running process; this one when nil.
  public convenience init(process: Int32? = nil) {
    self.init(
      images: LoadedImage.list(of: process), process: process, search: SymbolSearch(ofLiveProcess: ()))
  }

  /// Names for images that were recorded earlier. With `lines`, stacks have inlined functions, files and lines as well, where the
  /// images' files are still there with their debug information: slower by far.
  ///
  /// - Parameter search: where the images' files may be; nil for no files at all, and names are those of the records alone.
  public convenience init(
    images: [LoadedImage], lines: Bool = false, search: SymbolSearch? = SymbolSearch()
  ) {
    self.init(images: images, process: nil, lines: lines, search: search)
  }

  private init(
    images: [LoadedImage], process: Int32?, lines: Bool = false, search: SymbolSearch? = SymbolSearch()
  ) {
    self.images = images.sorted { $0.start < $1.start }
    self.process = process
    self.search = search
    self.lines = lines && search != nil ? SourceLines(images, search: search) : nil
  }

  /// Uses the names stored in a record, which take precedence over files.
  func learn(_ names: RecordedNames) {
    recorded = names
    let found = (
      python: (names.functions.last?.start ?? 0) >= CodeFrame.firstPythonAddress,
      script: names.functions.contains { CodeFrame.isScript($0.name) }
    )
    guard found != languages else { return }
    languages = found
    known.removeAll()
    detailed.removeAll()
  }

  /// A stack, leaf first, as `StackSample` has it: all but the first are return addresses. With lines, an address gives
  /// several frames where functions were inlined: innermost first, all but the last `isInlined`.
  public func frames(_ addresses: [UInt]) -> [CodeFrame] {
    guard let lines else { return addresses.enumerated().map { frame($1, isReturnAddress: $0 > 0) } }
    let wanted = addresses.enumerated().map { (address: $1, isReturnAddress: $0 > 0) }
    look(for: wanted.filter { detailed[Self.key($0)] == nil }, in: lines)
    return wanted.flatMap { one in
      let found = detailed[Self.key(one)] ?? [frame(one.address, isReturnAddress: one.isReturnAddress)]
      return found.map { frame in
        var frame = frame
        frame.address = one.address
        return frame
      }
    }
  }

  /// Looks for the lines of many stacks at once.
  func prepare(_ stacks: [[UInt]]) {
    guard let lines else { return }
    var wanted: [UInt: (address: UInt, isReturnAddress: Bool)] = [:]
    for stack in stacks {
      for (place, address) in stack.enumerated() {
        let one = (address: address, isReturnAddress: place > 0)
        if detailed[Self.key(one)] == nil { wanted[Self.key(one)] = one }
      }
    }
    look(for: Array(wanted.values), in: lines)
  }

  /// Whether inlined functions, files and lines are looked for.
  var hasLines: Bool { lines != nil }

  private static func key(_ wanted: (address: UInt, isReturnAddress: Bool)) -> UInt {
    wanted.isReturnAddress && wanted.address > 0 ? wanted.address - 1 : wanted.address
  }

  private func look(for wanted: [(address: UInt, isReturnAddress: Bool)], in lines: SourceLines) {
    for (address, isReturnAddress) in wanted {
      let own = frame(address, isReturnAddress: isReturnAddress)
      let places = own.image.isEmpty ? [] : lines.places(address, isReturnAddress: isReturnAddress)
      detailed[Self.key((address, isReturnAddress))] =
        places.isEmpty ? [own] : places.map { Self.merged(own, $0) }
    }
  }

  /// The debug information knows lines, and inlined functions. The function's own name is the symbol table's, where it has one.
  private static func merged(_ own: CodeFrame, _ place: SourcePlace) -> CodeFrame {
    var result = own
    if place.isInlined || own.rawName.isEmpty, !place.rawName.isEmpty {
      result.rawName = place.rawName
      result.name = Demangling.readable(place.rawName)
      result.offset = 0
    }
    result.file = place.file
    result.line = place.line
    result.isInlined = place.isInlined
    return result
  }

  /// The frame of an address; of a return address, that of the call that ends there.
  public func frame(_ address: UInt, isReturnAddress: Bool) -> CodeFrame {
    let place = isReturnAddress && address > 0 ? address - 1 : address
    if var frame = known[place], !frame.rawName.isEmpty || recorded.function(at: place) == nil {
      frame.fileAddress = frame.fileAddress.map { $0 &+ (address &- frame.address) }
      frame.address = address
      return frame
    }
    let frame = lookUp(address, place)
    // Generated code may be replaced by other code.
    guard !frame.image.isEmpty else { return frame }
    if known.count >= Self.cacheLimit { known.removeAll(keepingCapacity: true) }
    known[place] = frame
    return frame
  }

  /// The function's name without types, or its place in its module; nil for code of the system, of the loop, and what a thread or a
  /// closure begins with.
  func programName(of frame: CodeFrame) -> String? {
    func find() -> String? {
      guard !frame.isSystem, !frame.isLoop, !frame.isThunk, !frame.isStart else { return nil }
      return frame.rawName.isEmpty ? "\(frame.imageName)+\(frame.fileAddress ?? 0)" : frame.shortName
    }
    guard !frame.rawName.isEmpty, frame.file.isEmpty else { return find() }
    let function = Function(image: frame.image, name: frame.rawName)
    if let known = programNames[function] { return known }
    if programNames.count >= Self.cacheLimit { programNames.removeAll(keepingCapacity: true) }
    let name = find()
    programNames[function] = .some(name)
    return name
  }

  private func lookUp(_ address: UInt, _ place: UInt) -> CodeFrame {
    var frame = CodeFrame(address: address, name: "0x" + String(address, radix: 16))
    guard let image = images.image(at: place) else {
      // Code that a virtual machine has made.
      if let function = recorded.function(at: place) {
        (frame.rawName, frame.name, frame.offset) = (function.name, function.name, function.offset)
        frame.takePlace()
      }
      return frame
    }
    frame.image = image.path
    frame.isMachine = frame.isOfMachine(python: languages.python, script: languages.script)
    frame.buildID = image.buildID
    frame.fileAddress = address &- image.bias
    let inFile = place &- image.bias
    frame.offset = inFile
    if let function = recorded.function(at: place) {
      frame.rawName = function.name
      frame.name = Demangling.readable(function.name)
      frame.offset = function.offset
      return frame
    }
    guard let function = table(image)?.function(at: UInt64(inFile)) else {
      frame.name = "\(frame.imageName)+0x\(String(inFile, radix: 16))"
      return frame
    }
    frame.rawName = function.name
    frame.name = Demangling.readable(function.name)
    frame.offset = UInt(function.offset)
    return frame
  }

  /// Nil for an image without a file of its build.
  private func table(_ image: LoadedImage) -> SymbolTable? {
    guard let search else { return nil }
    let key = "\(image.path) \(image.buildID)"
    if let known = tables[key] { return known }
    let table =
      process == nil
      ? search.symbols(of: image)
      : LoadedImage.openable(image.path, process).flatMap { SymbolTable(path: $0, buildID: image.buildID) }
    tables[key] = .some(table)
    return table
  }
}
