import Foundation
import LinuxSystem
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// Functions had no names as soon as the program's file was moved, stripped or built anew.
@Suite("Names of a build that no longer exists", .hangLimit)
struct NamesDieWithTheBuildTests {
  private let buildID: [UInt8] = Array(1...20)

  private func note(_ id: [UInt8]) -> [UInt8] {
    func little(_ value: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(value).littleEndian) { Array($0) } }
    return little(4) + little(id.count) + little(3) + Array("GNU\0".utf8) + id
  }

  private func image(_ path: String, _ id: [UInt8]) -> LoadedImage {
    LoadedImage(path: path, start: 0x55_1000, end: 0x55_2000, bias: 0x55_0000, buildID: id)
  }

  private func name(_ path: String, _ id: [UInt8], in folders: [String] = []) -> String {
    let names = SymbolNames(images: [image(path, id)], search: SymbolSearch(folders: folders))
    return names.frame(0x55_1010, isReturnAddress: false).name
  }

  @Test("are found by its build id: beside the program, by a link to it, and in folders that are given")
  func search() throws {
    let folder = try TemporaryFolder()
    let tiny = TinyElf.bytes(note: note(buildID))
    func put(_ path: String, _ bytes: [UInt8]) throws {
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try FileBytes.replace(path, with: bytes)
    }
    let root = folder.path + "/all"
    defer { try? FileManager.default.removeItem(atPath: root) }
    let digits = buildID.hexadecimal
    #expect(digits.hasPrefix("010203") && digits.count == 40)
    #expect(name("/gone/app", buildID) == "app+0x1010")
    for place in [
      "/.build-id/01/\(digits.dropFirst(2)).debug", "/01/\(digits.dropFirst(2)).debug", "/app", "/app.debug",
      "/opt/app", "/some/where/else/of/another/name",
    ] {
      try put(root + place, tiny)
      #expect(name("/opt/app", buildID, in: [root]) == "tiny", "\(place)")
      // Another build's names are not taken, wherever they are.
      #expect(name("/opt/app", [9, 9, 9], in: [root]) == "app+0x1010", "\(place)")
      try FileManager.default.removeItem(atPath: root)
    }
    // Beside the program, which is stripped by now, or gone.
    for place in ["/app.debug", "/.debug/app.debug", "/.debug/app.dbg", "/app.dbg"] {
      try put(root + "/app", TinyElf.stripped(note: note(buildID), link: "app.dbg"))
      try put(root + place, tiny)
      #expect(name(root + "/app", buildID) == "tiny", "\(place)")
      #expect(name(root + "/app (deleted)", buildID) == "tiny", "\(place)")
      try FileManager.default.removeItem(atPath: root)
    }
    // A link that leads out of the folder is none.
    #expect(
      ElfFile(path: try file(TinyElf.stripped(note: note(buildID), link: "../x"), folder))?.debugLink == nil)
    #expect(
      ElfFile(path: try file(TinyElf.stripped(note: note(buildID), link: "x.y"), folder))?.debugLink == "x.y")
  }

  private func file(_ bytes: [UInt8], _ folder: TemporaryFolder) throws -> String {
    let path = folder.path + "/file"
    try FileBytes.replace(path, with: bytes)
    return path
  }

  @Test("are asked of debuginfod's own program, where its variable is set")
  func servers() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    try FileBytes.replace(path + "/served", with: TinyElf.bytes(note: note(buildID)))
    try FileBytes.replace(
      path + "/debuginfod-find",
      with: Array(
        ("#!/bin/sh\n[ \"$1 $2\" = \"debuginfo \(buildID.hexadecimal)\" ] && echo \(path)/served && exit\n"
          + "[ \"$2\" = 0707 ] && echo relative\n").utf8))
    try FileBytes.replace(path + "/relative", with: TinyElf.bytes(note: note([7, 7])))
    chmod(path + "/debuginfod-find", 0o755)
    await #expect(processExitsWith: .success) { [path = path as String] in
      alarm(hangAlarm)
      setenv("PATH", path + ":/usr/bin:/bin", 1)
      func name(_ id: [UInt8], asks: Bool = true) -> String {
        let image = LoadedImage(path: "/gone/app", start: 0x1000, end: 0x2000, bias: 0, buildID: id)
        return SymbolNames(images: [image], search: SymbolSearch(asksServers: asks))
          .frame(0x1010, isReturnAddress: false).name
      }
      unsetenv("DEBUGINFOD_URLS")
      precondition(name(Array(1...20)) == "app+0x1010")
      setenv("DEBUGINFOD_URLS", "http://127.0.0.1:1", 1)
      precondition(name(Array(1...20)) == "tiny")
      precondition(name(Array(1...20), asks: false) == "app+0x1010")
      precondition(name([5, 5]) == "app+0x1010")
      // Was wrong: an answer that is no path was taken when it was asked for once more.
      precondition(chdir(path) == 0)
      let relative = LoadedImage(path: "/gone/app", start: 0x1000, end: 0x2000, bias: 0, buildID: [7, 7])
      let search = SymbolSearch(asksServers: true)
      for _ in 0..<2 { precondition(search.pathWithLines(of: relative) == nil) }
      // One that never answers is not waited for.
      precondition(ChildOutput.firstLine(of: "sleep", ["60"], within: 1) == nil)
      precondition(ChildOutput.firstLine(of: "no-such-program", [], within: 1) == nil)
      precondition(ChildOutput.firstLine(of: "false", [], within: 5) == nil)
      precondition(ChildOutput.firstLine(of: "echo", ["a\nb"], within: 5) == "a")
    }
  }

  /// Was not tested: signals that interrupt the wait for the answer.
  @Test("are asked of it also while signals interrupt the thread that asks")
  func interrupted() async {
    await #expect(processExitsWith: .success) {
      alarm(hangAlarm)
      _ = LinuxSystem.signal(SIGUSR2) { _ in }
      // Threads of libdispatch block signals.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGUSR2)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      let (asks, isOver) = (pthread_self(), Flag())
      let ringer = FreshThread {
        while !isOver.isSet {
          pthread_kill(asks, SIGUSR2)
          usleep(5_000)
        }
      }
      precondition(ChildOutput.text(of: ["sh", "-c", "sleep 0.4; echo a"], within: 60) == "a\n")
      isOver.set()
      _ = ringer.join()
    }
  }

  @Test("are in the record when the stall has ended: no file is needed")
  func recorded() throws {
    let world = LinuxWorld(signal: 0)
    let sample = sleepingStack(in: world)
    var record = StallRecord()
    record.id = 1
    record.samples = [sample]
    record.repeatCounts = [0]
    let (names, images) = world.names(of: record)
    #expect(images.contains { !$0.buildID.isEmpty })
    record.names = names
    // Written, read, and shown where no module's file is.
    let bytes = try #require(RecordCoding.encode(record, moduleCount: 0, limit: 16 << 10))
    let read = try RecordCoding.decode(bytes[...]).record
    #expect(read.names == names)
    let gone = images.map { image in
      var image = image
      image.path = "/gone" + image.path
      return image
    }
    let namer = SymbolNames(images: gone, search: nil)
    namer.learn(read.names)
    let live = SymbolNames().frames(sample.addresses)
    let shown = namer.frames(sample.addresses)
    #expect(shown.contains { $0.name.contains("sleepsInANamedFunction") && $0.offset > 0 })
    // Of a system's library other files may have more names than its own, which the program looks at.
    for (own, other) in zip(live, shown) where !own.rawName.isEmpty && !own.isSystem {
      #expect(!other.rawName.isEmpty)
      #expect(own.offset == other.offset && own.fileAddress == other.fileAddress)
    }
    // Again, from what is known.
    #expect(world.names(of: record).names == names)
  }

  @Test("are in the record as far as there is room: those that were seen most")
  func room() throws {
    let places = (1...50 as ClosedRange<UInt>).map { index in
      (place: index * 0x1000 + 5, start: index * 0x1000, name: "function\(index)", count: Int(index))
    }
    let names = RecordedNames(places, room: 10 * 32)
    #expect(names.functions.map(\.name) == (41...50).map { "function\($0)" })
    #expect(
      names.function(at: 50 * 0x1000 + 5)?.name == "function50" && names.function(at: 50 * 0x1000 + 6) == nil)
    #expect(names.function(at: 40 * 0x1000) == nil && names.function(at: 0) == nil)
    // A stall's record is written, too, when its names are many: half of it is for stacks.
    var dice = SplitMix(1)
    for stacks in [1, 40] {
      var record = StallRecord.sample(stacks: stacks, using: &dice)
      record.names = RecordedNames(places, room: 8_000)
      #expect(record.names.functions.count == 50)
      for limit in [1_000, 2_000, 4_096, 16_384] {
        let bytes = try #require(RecordCoding.encode(record, moduleCount: 1, limit: limit))
        let read = try RecordCoding.decode(bytes[...]).record
        #expect(bytes.count <= limit && !read.samples.isEmpty)
        #expect(limit < 16_384 || read.names == record.names)
        #expect(read.names.functions.allSatisfy { record.names.functions.contains($0) })
      }
    }
    #expect(names.fitting(0).isEmpty && names.fitting(10_000) == names)
    #expect(names.fitting(5 * 32 + 10).functions.allSatisfy { names.functions.contains($0) })
  }

  @Test("of a damaged record are refused, or harmless")
  func damaged() throws {
    func read(_ body: (inout RecordWriter) -> Void) throws -> RecordedNames {
      var writer = RecordWriter()
      body(&writer)
      var reader = RecordReader(writer.bytes)
      return try RecordedNames(from: &reader)
    }
    #expect(throws: RecordReader.Malformed.self) { try read { $0.number(UInt64.max) } }
    #expect(throws: RecordReader.Malformed.self) {
      try read {
        $0.number(2)
        for _ in 0..<2 {
          $0.number(UInt64.max)
          $0.number(1)
          $0.text("f")
        }
      }
    }
    let wide = try read {
      $0.number(1)
      $0.number(5)
      $0.number(UInt64.max)
      $0.text("f")
    }
    #expect(wide.function(at: .max)?.name == "f" && wide.function(at: 4) == nil)
  }

  @Test("and each frame's build and place in its file are in JSON")
  func json() throws {
    let folder = try TemporaryFolder()
    var report = CraftedReport()
    report.add(image("/gone/app", buildID))
    var record = StallRecord()
    record.id = 1
    record.lastSeen = 10
    var stack = StackSample()
    stack.addresses = [0x55_1010, 0x55_1021]
    record.samples = [stack]
    report.add(record)
    let path = folder.path + "/a.stalls"
    try FileBytes.replace(path, with: report.bytes)
    var run = try StallRun(path: path)
    run.moduleCounts = [:]
    let text = StallReport(try #require(run.records.first), of: run).json
    let value = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let frames = try #require(value["pointStack"] as? [[String: Any]])
    #expect(frames.map { $0["offset"] as? String } == ["0x1010", "0x1021"])
    #expect(frames.allSatisfy { $0["buildID"] as? String == buildID.hexadecimal })
  }
}
