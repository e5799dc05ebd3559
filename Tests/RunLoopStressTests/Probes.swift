import Dispatch
import LinuxSystem
import Synchronization
import TestHarness
import TestSupport

/// Counts how many of its tokens are alive.
final class Census: Sendable {
  private let alive = Atomic<Int>(0)

  var count: Int { alive.load(ordering: .sequentiallyConsistent) }

  /// Something for a closure to hold.
  func token() -> Token { Token(self) }

  final class Token: Sendable {
    private let census: Census

    fileprivate init(_ census: Census) {
      self.census = census
      census.alive.wrappingAdd(1, ordering: .sequentiallyConsistent)
    }

    deinit {
      census.alive.wrappingSubtract(1, ordering: .sequentiallyConsistent)
    }

    /// Keeps the token in the closure that calls this.
    func touch() {}
  }
}

/// Calls back when it goes.
final class LastWill: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  deinit {
    body()
  }

  func touch() {}
}

enum Process {
  /// Dispatch, on which the tests run, opens its three descriptors when it first needs them: that is now.
  private static let dispatchIsWarm: Bool = {
    let gate = Gate()
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(1)) { gate.open() }
    return gate.wait()
  }()

  /// The open descriptors of the kinds that loops have, in order. Others come and go with the thread sanitizer.
  static var loopDescriptors: [String] {
    _ = dispatchIsWarm
    guard let directory = opendir("/proc/self/fd") else { return [] }
    defer { closedir(directory) }
    var files: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let number = Int32(name), number != dirfd(directory) else { continue }
      var target = [CChar](repeating: 0, count: 4_096)
      let length = readlink("/proc/self/fd/\(name)", &target, target.count - 1)
      let bytes = target.prefix(max(length, 0)).map { UInt8(bitPattern: $0) }
      let file = String(decoding: bytes, as: UTF8.self)
      if file.hasPrefix("anon_inode:") { files.append("\(number) \(file)") }
    }
    return files.sorted()
  }

  /// Bytes that malloc has in use, by `malloc_info(3)`; nil when not known.
  static var memoryInUse: Int? {
    typealias MallocInfo = @convention(c) (CInt, UnsafeMutablePointer<FILE>) -> CInt
    guard let symbol = dlsym(nil, "malloc_info") else { return nil }
    var text: UnsafeMutablePointer<CChar>?
    var length = 0
    guard let stream = open_memstream(&text, &length) else { return nil }
    let failure = unsafeBitCast(symbol, to: MallocInfo.self)(0, stream)
    fclose(stream)
    defer { free(text) }
    guard failure == 0, let text else { return nil }
    // The last line of each kind is about all arenas together.
    let lines = String(cString: text).split(separator: "\n")
    func last(_ start: String) -> Int? {
      guard let line = lines.last(where: { $0.hasPrefix(start) }) else { return nil }
      let words = line.split(separator: "\"")
      return words.count > 1 ? Int(words[words.count - 2]) : nil
    }
    guard let system = last("<system type=\"current\""), let mapped = last("<total type=\"mmap\""),
      let fast = last("<total type=\"fast\""), let rest = last("<total type=\"rest\"")
    else { return nil }
    return system + mapped - fast - rest
  }

  static func number(_ variable: String) -> UInt64? {
    getenv(variable).flatMap { UInt64(String(cString: $0)) }
  }
}

extension SplitMix {
  /// A side of a die with this number of sides.
  mutating func roll(_ sides: Int) -> Int { Int(truncatingIfNeeded: ((next() >> 32) &* UInt64(sides)) >> 32) }
}
