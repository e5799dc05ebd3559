import Foundation
import MutantKit
import Synchronization

@main
enum Mutants {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if arguments.contains("--help") || arguments.contains("-h") { return print(Options.usage) }
    do {
      exit(try run(try Options(arguments)))
    } catch {
      FileHandle.standardError.write(Data("mutants: \(error)\n".utf8))
      exit(2)
    }
  }

  private static let standardFolder = "Tests/Mutants/Lists"

  private static func run(_ options: Options) throws -> Int32 {
    var lists = try readLists(options.lists)
    if options.onlyChecks { return try check(lists) }
    if options.isForToday { lists = choice(for: Int(Date().timeIntervalSince1970) / 86_400, from: lists) }
    if !options.only.isEmpty {
      let missing = options.only.subtracting(lists.flatMap(\.mutants).map(\.name))
      guard missing.isEmpty else {
        throw MutantError("no mutant is named \(missing.sorted().joined(separator: ", "))")
      }
    }
    var table = Table()
    for list in lists {
      let chosen = list.numbered.filter { options.only.isEmpty || options.only.contains($0.mutant.name) }
      if chosen.isEmpty { continue }
      table.begin(list)
      let package = try woven(list)
      try package.build()
      try checkBaseline(package, chosen, options)
      try tryAll(package, chosen, options, &table)
    }
    table.end()
    return table.status
  }

  /// Builds the product with the mutants of all lists.
  private static func check(_ lists: [MutantList]) throws -> Int32 {
    guard var all = lists.first else { return 0 }
    all.name = "all"
    all.targets = Set(lists.flatMap(\.targets)).sorted()
    all.mutants = lists.flatMap(\.mutants)
    let package = try woven(all)
    try package.build(withTests: false)
    print("\(all.mutants.count) mutants of \(lists.count) lists build")
    return 0
  }

  private static func woven(_ list: MutantList) throws -> WovenPackage {
    let root = FileManager.default.currentDirectoryPath
    return try WovenPackage(
      of: list, mutants: list.numbered, source: root, folder: "\(root)/.build/mutants/\(list.name)")
  }

  private static func readLists(_ paths: [String]) throws -> [MutantList] {
    let all =
      try paths.isEmpty
      ? FileManager.default.contentsOfDirectory(atPath: standardFolder).filter { $0.hasSuffix(".mutants") }
        .sorted().map { "\(standardFolder)/\($0)" }
      : paths
    return try all.map { path in
      let name = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
      return try MutantList(name: name, text: try String(contentsOfFile: path, encoding: .utf8))
    }
  }

  /// Ten mutants of one list. Over the days all lists have their turn, and all mutants of a list.
  static func choice(for day: Int, from lists: [MutantList]) -> [MutantList] {
    guard !lists.isEmpty else { return [] }
    var list = lists[day % lists.count]
    let candidates = list.mutants.filter { $0.equivalence == nil }
    guard !candidates.isEmpty else { return [] }
    let first = day / lists.count * 10
    list.mutants = (0..<min(10, candidates.count)).map { candidates[(first + $0) % candidates.count] }
    return [list]
  }

  /// The tests must pass while no mutant is on, or their failures say nothing.
  private static func checkBaseline(
    _ package: WovenPackage, _ chosen: [NumberedMutant], _ options: Options
  ) throws {
    let filters = Set(chosen.map(\.mutant.filter)).sorted().joined(separator: "|")
    let trial = try Trial(of: package, number: 0, filter: filters, limit: options.limit * 5)
    guard trial.verdict == .survived else {
      throw MutantError("the tests fail without any mutant: \(trial.verdict)")
    }
  }

  private static func tryAll(
    _ package: WovenPackage, _ chosen: [NumberedMutant], _ options: Options, _ table: inout Table
  ) throws {
    let next = Atomic<Int>(0)
    let results = Mutex<(rows: [(NumberedMutant, Trial)], error: (any Error)?)>(([], nil))
    DispatchQueue.concurrentPerform(iterations: min(options.jobs, chosen.count)) { _ in
      while true {
        let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < chosen.count else { return }
        do {
          let mutant = chosen[index]
          let trial = try Trial(
            of: package, number: mutant.number, filter: mutant.mutant.filter, limit: options.limit)
          results.withLock { $0.rows.append((mutant, trial)) }
          print(Table.row(mutant.mutant, trial))
          fflush(nil)
        } catch {
          results.withLock { $0.error = error }
        }
      }
    }
    let (rows, error) = results.withLock { $0 }
    if let error { throw error }
    for (mutant, trial) in rows { table.add(mutant.mutant, trial) }
  }
}
