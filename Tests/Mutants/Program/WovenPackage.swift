import Foundation
import MutantKit

/// A copy of the package that has all mutants of a list in it, and only the targets that the list needs.
struct WovenPackage {
  let root: String
  let mutants: [NumberedMutant]

  private static let files = FileManager.default

  /// Writes the copy, or brings it up to date: files that are as before are left alone, so a second build is short.
  ///
  /// - Parameters:
  ///   - source: the package's root.
  ///   - folder: where the copy is kept.
  init(of list: MutantList, mutants: [NumberedMutant], source: String, folder: String) throws {
    self.mutants = mutants
    root = folder
    let manifest = try Manifest(ofPackage: source)
    let kept = try manifest.closure(of: list.targets)

    var contents: [String: Data] = [:]
    for file in try Self.listFiles(source) {
      contents[file] = try? Data(contentsOf: URL(fileURLWithPath: "\(source)/\(file)"))
    }
    for (file, group) in Dictionary(grouping: mutants, by: \.mutant.file) {
      guard let data = contents[file] else { throw MutantError("there is no file \(file)") }
      contents[file] = Data(try Weaving.weave(String(decoding: data, as: UTF8.self), group).utf8)
      guard let target = manifest.target(of: file), kept.contains(target.name) else {
        throw MutantError("\(file) belongs to none of the targets that '\(list.name)' builds: add its tests")
      }
      let texts = contents.filter { $0.key.hasPrefix("\(target.path)/") && $0.key.hasSuffix(".swift") }
      let file = Weaving.switchFile(for: texts.values.map { String(decoding: $0, as: UTF8.self) })
      contents["\(target.path)/MutantSwitch.swift"] = Data(file.utf8)
    }
    contents["Package.swift"]? += Data(Self.restriction(to: kept).utf8)
    try Self.write(contents, to: folder)
  }

  /// The program with the tests.
  var testProgram: String { "\(root)/.build/debug/MainspringPackageTests.xctest" }

  func build() throws {
    let log = "\(root)/build.log"
    let status = try Child.run(
      ["swift", "build", "--build-tests", "--package-path", root], output: log)
    if status != 0 {
      let lines = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      let errors = lines.split(separator: "\n").filter { $0.contains("error:") }.prefix(20)
      throw MutantError("the woven package does not build; see \(log)\n\(errors.joined(separator: "\n"))")
    }
  }

  /// Added to the manifest's end.
  private static func restriction(to kept: Set<String>) -> String {
    """

    let kept: Set<String> = [\(kept.sorted().map { "\"\($0)\"" }.joined(separator: ", "))]
    package.targets.removeAll { !kept.contains($0.name) }
    package.products.removeAll { product in
      switch product {
      case let library as Product.Library: !kept.isSuperset(of: library.targets)
      case let program as Product.Executable: !kept.isSuperset(of: program.targets)
      default: true
      }
    }

    """
  }

  /// The files of the working tree, without those that git ignores.
  private static func listFiles(_ source: String) throws -> [String] {
    let list = try Child.output(
      of: ["git", "-C", source, "ls-files", "--cached", "--others", "--exclude-standard"])
    return list.split(separator: "\n").map(String.init)
  }

  private static func write(_ contents: [String: Data], to folder: String) throws {
    for (file, data) in contents {
      let path = "\(folder)/\(file)"
      if let old = try? Data(contentsOf: URL(fileURLWithPath: path)), old == data { continue }
      try files.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try data.write(to: URL(fileURLWithPath: path))
    }
    // Files that the package no longer has.
    for top in ["Sources", "Tests"] {
      for case let file as String in files.enumerator(atPath: "\(folder)/\(top)") ?? .init() {
        let path = "\(folder)/\(top)/\(file)"
        var isFolder: ObjCBool = false
        guard files.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else { continue }
        if contents["\(top)/\(file)"] == nil { try files.removeItem(atPath: path) }
      }
    }
  }
}

/// What the package's manifest says of its targets.
struct Manifest {
  struct Target {
    var name: String
    var path: String
    var dependencies: [String]
  }

  let targets: [Target]

  init(ofPackage root: String) throws {
    let text = try Child.output(of: [
      "swift", "package", "--package-path", root, "describe", "--type", "json",
    ])
    struct Description: Decodable {
      struct Target: Decodable {
        var name: String
        var path: String
        var targetDependencies: [String]?
      }
      var targets: [Target]
    }
    // Messages of the build system may stand before it.
    guard let start = text.firstIndex(of: "{") else { throw MutantError("swift package describe: \(text)") }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    targets = try decoder.decode(Description.self, from: Data(text[start...].utf8)).targets.map {
      Target(name: $0.name, path: $0.path, dependencies: $0.targetDependencies ?? [])
    }
  }

  /// The targets and all that they depend on.
  func closure(of names: [String]) throws -> Set<String> {
    var closure: Set<String> = []
    var open = names
    while let name = open.popLast() {
      guard let target = targets.first(where: { $0.name == name }) else {
        throw MutantError("the package has no target '\(name)'")
      }
      if closure.insert(name).inserted { open += target.dependencies }
    }
    return closure
  }

  func target(of file: String) -> Target? {
    targets.first { file.hasPrefix($0.path + "/") }
  }
}
