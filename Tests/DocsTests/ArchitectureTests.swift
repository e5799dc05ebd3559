import Foundation
import TestHarness
import Testing

/// Docs/architecture.md: its arrows are the imports, its files are there, and the parts of the core know nothing of loops.
@Suite(.hangLimit) struct ArchitectureTests {
  private static let document = "Docs/architecture.md"

  /// The files below a folder.
  private func files(in folder: String) throws -> [String] {
    let found = try #require(FileManager.default.enumerator(atPath: folder))
    return found.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.map { "\(folder)/\($0)" }
      .sorted()
  }

  @Test func theArrowsOfTheModulesAreTheirImports() throws {
    let rows = try Documents.lines(of: Self.document).prefix { $0 != "## The core" }.filter {
      $0.hasPrefix("| `") && $0.split(separator: "|").count == 2
    }
    var arrows: [String: Set<String>] = [:]
    for row in rows {
      let names = row.split(separator: "`").enumerated().filter { $0.offset % 2 == 1 }.map {
        String($0.element)
      }
      arrows[names[0]] = Set(names.dropFirst())
    }
    let folders = Set(try FileManager.default.contentsOfDirectory(atPath: "Sources"))
    #expect(folders.subtracting(arrows.keys) == ["FoundationPreload", "FoundationShim", "Examples"])
    #expect(Set(arrows.keys).isSubset(of: folders))
    for (module, wanted) in arrows {
      var found: Set<String> = []
      for file in try files(in: "Sources/\(module)") {
        for line in try Documents.lines(of: file) where line.contains("import ") {
          let name = line.firstMatch(of: /^(?:@\w+ )*(?:\w+ )?import (?:(?:class|struct|enum|func) )?(\w+)/)
          if let name { found.insert(String(name.1)) }
        }
      }
      #expect(found.intersection(arrows.keys) == wanted, "\(module)")
    }
  }

  /// Programs that have nothing of the project, and examples, which are written as users write, import it themselves.
  @Test func theCLibraryIsImportedInOnePlace() throws {
    let own = try files(in: "Sources") + files(in: "Tests")
    let others = [
      "Sources/LinuxSystem/", "Sources/Examples/", "Tests/Programs/Foundation", "Tests/Programs/CFOracle/",
      "Tests/Mutants/Kit/", "Tests/DocsTests/PageExampleTests.swift",
    ]
    let importing = try own.filter { file in
      guard !others.contains(where: file.hasPrefix) else { return false }
      return try Documents.lines(of: file).contains { line in
        ["Glibc", "Musl", "CLinux"].contains { line.hasSuffix("import \($0)") }
      }
    }
    #expect(importing.isEmpty)
  }

  /// Reading `errno` and starting threads: what needs care each time is written once.
  @Test func errorNumbersAndThreadsAreHandledInOnePlace() throws {
    // Examples are written as users write, and LoopWorkloads is compiled into the package of the comparison, too.
    let others = ["Sources/LinuxSystem/", "Sources/Examples/", "Sources/LoopWorkloads/"]
    var uses: [String] = []
    for file in try files(in: "Sources") where !others.contains(where: file.hasPrefix) {
      for line in try Documents.lines(of: file, containing: ["errno", "strerror", "pthread_create"]) {
        let code = line.components(separatedBy: "//")[0].replacing("(errno says more)", with: "")
        if code.contains(/\berrno\b|\bstrerror\(|\bpthread_create\(/) { uses.append("\(file): \(line)") }
      }
    }
    #expect(uses == [])
  }

  /// Making sockets, and their addresses and options.
  @Test func socketsAreMadeInOnePlace() throws {
    let calls = [
      "socket", "socketpair", "bind", "accept4", "getsockopt", "setsockopt", "getsockname", "getpeername",
      "sendto", "sendmsg", "recv", "recvfrom", "recvmsg", "shutdown", "linux_accept4", "linux_peer_of",
      "linux_send_descriptors", "linux_receive_descriptors",
    ]
    let use = try Regex(
      #"(?:^|[^.\w]|LinuxSystem\.)(?:\#(calls.joined(separator: "|")))\(|\bsockaddr_(?:in6?|un)\b"#)
    var uses: [String] = []
    for file in try files(in: "Sources") where !file.hasPrefix("Sources/LinuxSystem/") {
      for line in try Documents.lines(of: file, containing: calls.map { $0 + "(" } + ["sockaddr_"]) {
        // Methods and cases may have the same names, as Wayland's request to bind a global.
        let code = line.components(separatedBy: "//")[0].replacing(
          /\b(?:func|case) \w+|bind\(name,/, with: "")
        if code.contains(use) { uses.append("\(file): \(line)") }
      }
    }
    #expect(uses == [])
  }

  /// `Socket` repeats its calls: a loop around one of them would repeat an interrupted call in two places.
  @Test func callsOfSocketsAreRepeatedInOnePlace() throws {
    let repeating = /(?:\buninterrupted|\bchecked\([^{}()]*\))\s*\{[^{}]*\bSocket\(/
    for file in try files(in: "Sources") {
      let text = try Documents.lines(of: file).joined(separator: "\n")
      #expect(!text.contains(repeating), "\(file)")
    }
  }

  @Test func noFileHasMoreThan350Lines() throws {
    var read = 0
    for folder in ["Sources", "Tests", "Benchmarks/Sources"] {
      let found = try #require(FileManager.default.enumerator(atPath: folder))
      for case let file as String in found where [".swift", ".h", ".c"].contains(where: file.hasSuffix) {
        let count = try Documents.lines(of: "\(folder)/\(file)").count - 1
        #expect(count <= 350, "\(folder)/\(file): \(count)")
        read += 1
      }
    }
    #expect(read > 1000)
  }

  @Test func theWalksAreShortAndTheirFilesExist() throws {
    let lines = try Documents.lines(of: Self.document)
    let start = try #require(lines.firstIndex(of: "## Three walks"))
    var walks: [[String]] = []
    for line in lines[start...] {
      if line.hasPrefix("**") { walks.append([]) }
      guard line.first?.isNumber == true else { continue }
      let file = line.split(separator: "`")[1]
      #expect(FileManager.default.fileExists(atPath: "Sources/RunLoopCore/\(file)"), "\(file)")
      walks[walks.count - 1].append(String(file))
    }
    #expect(walks.count == 3)
    for walk in walks { #expect(!walk.isEmpty && Set(walk).count <= 6) }
  }

  @Test(arguments: ["Blocks", "Items", "Modes", "Timers", "Waiting", "Ports", "Locks", "Clock", "Model"])
  func noPartNamesTheLoop(folder: String) throws {
    for file in try files(in: "Sources/RunLoopCore/\(folder)") {
      for line in try Documents.lines(of: file) {
        let code = line.components(separatedBy: "//")[0]
        if code.hasPrefix("extension RunLoop {") { continue }
        // `RunLoop.Timer` is another type: the loop is the name space of most.
        let names = code.ranges(of: /\bRunLoop\b(?!\.[A-Z])/)
        #expect(names.isEmpty, "\(file): \(line)")
      }
    }
  }

  @Test func theLoopHasFewProperties() throws {
    let lines = try Documents.lines(of: "Sources/RunLoopCore/Loop/RunLoop.swift")
    let stored = lines.filter {
      $0.firstMatch(
        of: /^  (@exclusivity\(unchecked\) )?((package|private\(set\)|private) )*(let|var) \w+[^{]*$/) != nil
    }
    #expect((15...25).contains(stored.count), "\(stored.count)")
  }

  /// Types that name each other can be understood, and tested, together only.
  @Test func fewTypesNameEachOther() throws {
    let modules = try FileManager.default.contentsOfDirectory(atPath: "Sources").filter { $0 != "Examples" }
    var read = 0
    for module in modules {
      let files = try files(in: "Sources/\(module)")
      read += files.count
      // A file is of the type that its name begins with.
      let circle = try NameArrows(files) { file in
        let name = file.split(separator: "/").last ?? ""
        return String(name.dropLast(6).prefix { $0 != "+" })
      }.largestCircle
      #expect(circle.count <= (module == "ResponderKit" ? 20 : 8), "\(module): \(circle.sorted())")
      if module == "RunLoopCore" { #expect(circle.count > 4, "known circles are found") }
    }
    #expect(read > 500)
  }

  /// The folders of a row name what is declared in each other, and in rows below.
  @Test func theFoldersOfTheResponderLayerAreLayers() throws {
    let lines = try Documents.lines(of: Self.document)
    let start = try #require(lines.firstIndex(of: "## The responder layer"))
    let rows = lines[start...].drop { !$0.hasPrefix("| `") }.prefix { $0.hasPrefix("| `") }.map { row in
      row.split(separator: "|")[0].split(separator: "`").map(String.init).filter { $0.contains(/\w/) }
    }
    let module = "Sources/ResponderKit/"
    let arrows = try NameArrows(try files(in: String(module.dropLast()))) { file in
      let path = file.dropFirst(module.count)
      return rows.joined().filter { path.hasPrefix("\($0)/") }.max { $0.count < $1.count } ?? String(path)
    }
    #expect(arrows.targets.keys.sorted() == rows.joined().sorted(), "each folder has its place in the table")
    #expect(arrows.targets["Controls"]?.isSuperset(of: ["Base", "Drawing"]) == true)
    for (place, row) in rows.enumerated() {
      for folder in row {
        let above = arrows.targets[folder, default: []].intersection(rows[..<place].joined())
        #expect(above.isEmpty, "\(folder) names what is declared in \(above.sorted())")
      }
    }
    // Pictures and texts know no views, and belong to no circle.
    #expect(rows.suffix(3) == [["Drawing"], ["Text"], ["Base/Geometry", "Base/Objects"]])
  }

  @Test func theFoldersOfTheStallMonitorAreLayers() throws {
    let lines = try Documents.lines(of: Self.document)
    let start = try #require(lines.firstIndex(of: "## The stall monitor"))
    let rows = lines[start...].drop { !$0.hasPrefix("| `") }.prefix { $0.hasPrefix("| `") }
    let layers = rows.map { String($0.split(separator: "`")[1]) }
    let arrows = try NameArrows(try files(in: "Sources/StallMonitoring")) { file in
      String(file.split(separator: "/")[2])
    }
    #expect(arrows.targets.keys.sorted() == layers.sorted())
    for (place, layer) in layers.enumerated() {
      let above = arrows.targets[layer, default: []].intersection(layers[..<place])
      #expect(above.isEmpty, "\(layer) names what is declared in \(above.sorted())")
    }
  }
}
