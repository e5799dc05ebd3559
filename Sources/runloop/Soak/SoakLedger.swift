import LinuxSystem
import Synchronization

/// Counts of begun and completed work of one kind. From any thread.
final class SoakAccount: Sendable {
  /// As "blocks posted", "run".
  let begunName: String
  let endedName: String
  private let begunCount = Atomic<Int>(0)
  private let endedCount = Atomic<Int>(0)

  init(_ begunName: String, _ endedName: String) {
    self.begunName = begunName
    self.endedName = endedName
  }

  func begin(_ count: Int = 1) { begunCount.wrappingAdd(count, ordering: .relaxed) }
  func end(_ count: Int = 1) { endedCount.wrappingAdd(count, ordering: .relaxed) }

  var begun: Int { begunCount.load(ordering: .relaxed) }
  var ended: Int { endedCount.load(ordering: .relaxed) }
  var isBalanced: Bool { begun == ended }
}

/// The process's resources.
struct SoakResources {
  /// The targets of the descriptors, with counts.
  var targets: [String: Int]
  var heap: Int
  var resident: Int

  static var current: SoakResources {
    SoakResources(targets: descriptorTargets, heap: linux_malloc_bytes(), resident: residentBytes)
  }

  var descriptors: Int { targets.values.reduce(0, +) }

  /// Whether the file of a module is open: the monitor reads names from it, and closes it then.
  var readsModules: Bool {
    let program = KernelFile.link("/proc/self/exe")
    return targets.keys.contains { $0 == program || $0.hasSuffix(".so") || $0.contains(".so.") }
  }

  /// The targets of which there are more than there were.
  func more(than earlier: SoakResources) -> [String] {
    targets.filter { $0.value > earlier.targets[$0.key] ?? 0 }.keys.sorted()
  }

  private static var descriptorTargets: [String: Int] {
    var targets: [String: Int] = [:]
    for name in (try? Folder.names(in: "/proc/self/fd")) ?? [] {
      // The folder's own one has been closed.
      guard let target = KernelFile.link("/proc/self/fd/\(name)") else { continue }
      // The number of a socket or pipe differs, and is irrelevant.
      let kind = String(target.prefix { $0 != "[" || target.hasPrefix("anon_inode") })
      targets[kind, default: 0] += 1
    }
    return targets
  }

  private static var residentBytes: Int {
    let fields = (KernelFile.line("/proc/self/statm") ?? "").split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? -1) * sysconf(Int32(_SC_PAGESIZE)) : -1
  }
}

/// The books of a soak: what must balance, and what must not grow.
struct SoakLedger {
  /// Growth of the heap since the first check that is no leak yet: pools, and what the monitor keeps of each library that it meets
  /// in a stack.
  static let heapRoom = 8 << 20
  static let residentRoom = 32 << 20

  let accounts: [SoakAccount]
  private var first: SoakResources?

  init(_ accounts: [SoakAccount]) { self.accounts = accounts }

  /// Takes snapshots until one has settled: no module's file is open, and there are as many descriptors as at the first check, or, before
  /// that, the same ones as in the previous snapshot. Returns the last one when there is no time left.
  ///
  /// - Parameter waiting: waits until the next snapshot; false when there is no time for another one after that.
  func settled(_ snapshot: () -> SoakResources, waiting: () -> Bool) -> SoakResources {
    var (before, now): (SoakResources?, SoakResources) = (nil, snapshot())
    func isSettled() -> Bool {
      let isUsual = first.map { now.descriptors == $0.descriptors } ?? (now.targets == before?.targets)
      return !now.readsModules && isUsual
    }
    var hasTime = true
    while hasTime && !isSettled() {
      hasTime = waiting()
      (before, now) = (now, snapshot())
    }
    return now
  }

  /// The faults; empty when everything balances. The first call sets the resources that later ones are compared with.
  mutating func problems(_ now: SoakResources) -> [String] {
    var problems = accounts.filter { !$0.isBalanced }.map {
      "\($0.begun) \($0.begunName), and \($0.ended) \($0.endedName)"
    }
    guard let first else {
      self.first = now
      return problems
    }
    if now.descriptors != first.descriptors {
      let changes = [("more", now.more(than: first)), ("fewer", first.more(than: now))]
        .filter { !$0.1.isEmpty }.map { "\($0.0) of \($0.1.joined(separator: ", "))" }
      problems.append(
        "\(first.descriptors) descriptors at the first check, and \(now.descriptors) now, with "
          + changes.joined(separator: ", and "))
    }
    if now.heap > first.heap + Self.heapRoom {
      problems.append("\(first.heap >> 10) KiB in the heap at the first check, and \(now.heap >> 10) KiB now")
    }
    if now.resident > first.resident + Self.residentRoom {
      problems.append(
        "\(first.resident >> 20) MiB of resident memory at the first check, and \(now.resident >> 20) MiB now"
      )
    }
    return problems
  }
}
