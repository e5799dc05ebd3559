import Foundation
import TestHarness

/// All public symbols of one module, as the compiler has them.
struct PublicInterface {
  /// A line for each symbol and each conformance, sorted.
  private(set) var lines: [String] = []
  /// Symbols without a comment, each as "FILE:LINE: KIND NAME", sorted by place. A symbol that takes the place of a documented one,
  /// such as a protocol's requirement or an overridden method, has its comment.
  var undocumented: [String] { missing.sorted().map(\.text) }
  private var missing: Set<Place> = []

  private struct Place: Hashable, Comparable {
    var file: String
    var line: Int
    var symbol: String
    var text: String { "\(file):\(line): \(symbol)" }

    static func < (one: Place, other: Place) -> Bool {
      (one.file, one.line, one.symbol) < (other.file, other.line, other.symbol)
    }
  }

  /// Where the modules of this build are.
  static let modules: URL = {
    let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return URL(filePath: program).deletingLastPathComponent().appending(path: "Modules")
  }()

  /// Whether the module was built, and by the compiler whose texts the files have.
  static func isThere(_ module: String) -> Bool {
    FileManager.default.fileExists(atPath: modules.appending(path: "\(module).swiftmodule").path)
  }

  enum Failure: Error { case tool(String), text(String) }

  /// - Parameter modules: the folder of the module and those that it imports.
  init(of module: String, in modules: URL = Self.modules) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.extract(module, from: modules, into: folder)
    for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
      try read(Data(contentsOf: file), file.lastPathComponent)
    }
    lines = Set(lines).sorted()
  }

  private static func extract(_ module: String, from modules: URL, into folder: URL) throws {
    let include = Documents.root.appending(path: "Sources").path
    let outcome = try ChildProgram.run(
      "swift",
      [
        "symbolgraph-extract", "-module-name", module, "-I", modules.path, "-I", "\(include)/CLinux",
        "-I", "\(include)/CFoundationHooks",
        "-target", target, "-minimum-access-level", "public", "-output-dir", folder.path,
      ])
    guard outcome.status == 0 else { throw Failure.tool(outcome.errors) }
  }

  private static var target: String {
    #if arch(arm64)
      "aarch64-unknown-linux-gnu"
    #else
      "x86_64-unknown-linux-gnu"
    #endif
  }

  private struct Graph: Decodable {
    struct Name: Decodable { var identifier: String }
    struct Identifier: Decodable { var precise: String }
    struct Fragment: Decodable { var spelling: String }
    struct Comment: Decodable {
      struct Line: Decodable { var text: String }
      var lines: [Line]
      var isEmpty: Bool { lines.allSatisfy { $0.text.allSatisfy(\.isWhitespace) } }
    }
    struct Location: Decodable {
      struct Position: Decodable { var line: Int }
      var uri: String
      var position: Position
    }
    struct Symbol: Decodable {
      var kind: Name
      var identifier: Identifier
      var pathComponents: [String]
      var declarationFragments: [Fragment]?
      var docComment: Comment?
      var location: Location?
    }
    struct Relationship: Decodable {
      var kind: String
      var source: String
      var target: String
      var targetFallback: String?
    }
    var symbols: [Symbol]
    var relationships: [Relationship]
  }

  /// The file's path in the package; of a file elsewhere, its name.
  private static func path(_ uri: String) -> String {
    let path = URL(string: uri)?.path ?? uri
    let root = Documents.root.path + "/"
    return path.hasPrefix(root)
      ? String(path.dropFirst(root.count)) : URL(filePath: path).lastPathComponent
  }

  private mutating func read(_ data: Data, _ file: String) throws {
    guard let graph = try? JSONDecoder().decode(Graph.self, from: data) else { throw Failure.text(file) }
    var names: [String: String] = [:]
    for symbol in graph.symbols {
      let name = symbol.pathComponents.joined(separator: ".")
      names[symbol.identifier.precise] = name
      // What the compiler or the standard library adds is theirs.
      guard let location = symbol.location, !symbol.identifier.precise.contains("::SYNTHESIZED::") else {
        continue
      }
      let declaration = (symbol.declarationFragments ?? []).map(\.spelling).joined()
      let text = declaration.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      lines.append("\(name): \(text)")
      if symbol.docComment?.isEmpty ?? true {
        missing.insert(
          Place(
            file: Self.path(location.uri), line: location.position.line + 1,
            symbol: "\(symbol.kind.identifier) \(name)"))
      }
    }
    for relationship in graph.relationships where relationship.kind == "conformsTo" {
      guard let source = names[relationship.source] else { continue }
      let target = names[relationship.target] ?? relationship.targetFallback ?? relationship.target
      let markers = ["Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype", "Swift.BitwiseCopyable"]
      if !markers.contains(target) { lines.append("\(source) conforms to \(target)") }
    }
  }
}
