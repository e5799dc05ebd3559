import LinuxSystem
internal import Testing

/// Small inputs of our own, in `Tests/Fuzzing`, that fuzz tests begin with.
///
/// A name of a folder stands for its files, by name. In a file `.hex` each line is an input, as hexadecimal digits; in a file
/// `.text` as text with `\r`, `\n`, `\t`, `\0`, `\\` and `\xNN` for bytes; lines that begin with `#` are comments. Any other
/// file is one input.
package struct Corpus: Sendable {
  package let inputs: [[UInt8]]

  package init(_ names: String...) throws {
    var inputs: [[UInt8]] = []
    for name in names {
      let inFolder = Self.files(of: name).map(\.bytes)
      if !inFolder.isEmpty {
        inputs += inFolder
        continue
      }
      let bytes = try #require(Self.contents(Self.path(name)), "Tests/Fuzzing/\(name) cannot be read")
      guard name.hasSuffix(".hex") || name.hasSuffix(".text") else {
        inputs.append(bytes)
        continue
      }
      for line in bytes.split(separator: 10) where line.first != UInt8(ascii: "#") {
        let input = name.hasSuffix(".hex") ? Self.hexadecimal(line) : Self.unescaped(line)
        inputs.append(try #require(input, "Tests/Fuzzing/\(name): \(String(decoding: line, as: UTF8.self))"))
      }
    }
    try #require(!inputs.isEmpty)
    self.inputs = inputs
  }

  /// Fails when a folder lacks what its makers make, or has it otherwise. With `MAINSPRING_WRITE_CORPORA` in the environment
  /// the files are written first.
  package static func expectMade(_ folder: String, by seeds: [(name: String, bytes: [UInt8])]) {
    if getenv("MAINSPRING_WRITE_CORPORA") != nil {
      mkdir(path(folder), 0o755)
      for seed in seeds { write(seed.bytes, to: "\(path(folder))/\(seed.name)") }
    }
    let files = Dictionary(uniqueKeysWithValues: files(of: folder).map { ($0.name, $0.bytes) })
    for seed in seeds {
      #expect(
        (files[seed.name] == seed.bytes) as Bool,
        "\(folder)/\(seed.name) differs from what its maker makes: write it with MAINSPRING_WRITE_CORPORA=1")
    }
    #expect(files.count == seeds.count, "\(folder): \(files.keys.sorted()) are more than its makers make")
  }

  // MARK: Files

  private static func path(_ name: String) -> String {
    let folders = "\(#filePath)".split(separator: "/").dropLast(2)
    return "/" + folders.joined(separator: "/") + "/Fuzzing/" + name
  }

  private static func files(of folder: String) -> [(name: String, bytes: [UInt8])] {
    guard let directory = opendir(path(folder)) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      names.append(withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) })
    }
    return names.filter { !$0.hasPrefix(".") }.sorted().map { name in
      (name, contents(path("\(folder)/\(name)")) ?? [])
    }
  }

  private static func contents(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    return bytes
  }

  private static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "we") else { return }
    _ = fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
    let digits = digits.filter { $0 != UInt8(ascii: " ") }
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(decoding: digits[place...(place + 1)], as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(byte)
    }
    return bytes
  }

  private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "r"): bytes.append(13)
      case UInt8(ascii: "n"): bytes.append(10)
      case UInt8(ascii: "t"): bytes.append(9)
      case UInt8(ascii: "0"): bytes.append(0)
      case UInt8(ascii: "\\"): bytes.append(UInt8(ascii: "\\"))
      case UInt8(ascii: "x"):
        guard let byte = hexadecimal(rest.prefix(2))?.first else { return nil }
        bytes.append(byte)
        rest = rest.dropFirst(2)
      default: return nil
      }
    }
    return bytes
  }
}
