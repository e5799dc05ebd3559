import Foundation
import MutantKit

/// A copy of the package that has all mutants of a list in it, and only the targets that the list needs.
struct WovenPackage {
  let root: String
  private let targets: [String]

  private static let files = FileManager.default

  /// Writes the copy, or brings it up to date: files that are as before are left alone, so a second build is short.
  ///
  /// - Parameters:
  ///   - source: the package's root.
  ///   - folder: where the copy is kept.
  init(of list: MutantList, mutants: [NumberedMutant], source: String, folder: String) throws {
    root = folder
    targets = list.targets
    let paths = try TargetPaths(ofPackage: source, targets: targets)

    var contents: [String: Data] = [:]
    for file in try Self.listFiles(source) {
      contents[file] = try? Data(contentsOf: URL(fileURLWithPath: "\(source)/\(file)"))
    }
    for (file, group) in Dictionary(grouping: mutants, by: \.mutant.file) {
      guard let data = contents[file] else { throw MutantError("there is no file \(file)") }
      contents[file] = Data(try Weaving.weave(String(decoding: data, as: UTF8.self), group).utf8)
      guard let folder = paths.folder(of: file) else {
        throw MutantError("\(file) belongs to none of the targets that '\(list.name)' builds: add its tests")
      }
      contents["\(folder)/MutantSwitch.swift"] = Data(Weaving.switchFile.utf8)
    }
    try Self.write(contents, to: folder)
  }

  /// The program with the tests.
  var testProgram: String { "\(root)/.build/debug/MainspringPackageTests.xctest" }

  /// Read by the package's manifest.
  static func environment(for targets: [String]) -> [String: String] {
    ["MAINSPRING_TARGETS": targets.joined(separator: " ")]
  }

  func build(withTests: Bool = true) throws {
    let log = "\(root)/build.log"
    let status = try Child.run(
      ["swift", "build", "--package-path", root] + (withTests ? ["--build-tests"] : []),
      environment: Self.environment(for: targets), output: log)
    if status != 0 {
      let lines = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      let errors = lines.split(separator: "\n").filter { $0.contains("error:") }.prefix(20)
      throw MutantError("the woven package does not build; see \(log)\n\(errors.joined(separator: "\n"))")
    }
  }

  /// The working tree's files, except ignored ones.
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

/// Where the targets have their files.
struct TargetPaths {
  private let paths: [String: String]

  init(ofPackage root: String, targets: [String]) throws {
    let text = try Child.output(
      of: ["swift", "package", "--package-path", root, "describe", "--type", "json"],
      environment: WovenPackage.environment(for: targets))
    struct Description: Decodable {
      struct Target: Decodable {
        var name: String
        var path: String
      }
      var targets: [Target]
    }
    // Messages of the build system may stand before it.
    guard let start = text.firstIndex(of: "{") else { throw MutantError("swift package describe: \(text)") }
    let targets = try JSONDecoder().decode(Description.self, from: Data(text[start...].utf8)).targets
    paths = Dictionary(uniqueKeysWithValues: targets.map { ($0.name, $0.path) })
  }

  /// The folder of the target to which a file belongs.
  func folder(of file: String) -> String? {
    paths.values.first { file.hasPrefix($0 + "/") }
  }
}
