import LinuxSystem

/// Selects the files of a folder to remove: the least valuable first, the oldest of these first.
///
/// A start without a stall leaves a file, too, and programs share the folder: neither may cost the only record of a stall. So
/// limits apply to each program by itself, and files without a record are removed before files with one. The records of a
/// killed process stay until they have been read, and some days at least; when these alone exceed a limit, the first of them
/// stays, which shows how a series of crashes began.
struct ReportPruning {
  enum Worth: Int, Comparable {
    /// Closed, without a record.
    case nothing
    /// Not closed, or damaged, without a record.
    case endOnly
    case records
    /// Records of a run that was not closed.
    case evidence

    static func < (left: Worth, right: Worth) -> Bool { left.rawValue < right.rawValue }
  }

  struct File: Equatable {
    var path: String
    var program: String
    /// Seconds of the wall clock.
    var changed: Int64
    var size: Int
    var worth: Worth
  }

  let settings: ReportSettings
  let now: Int64

  /// - Parameter files: of ended processes only.
  func excess(of files: [File]) -> [File] {
    var removed: [File] = []
    var kept: [File] = []
    for file in files {
      if file.worth < .evidence, isOlder(file.changed, than: settings.maximumAge) {
        removed.append(file)
      } else {
        kept.append(file)
      }
    }
    var left: [File] = []
    for (_, group) in Dictionary(grouping: kept, by: \.program).sorted(by: { $0.key < $1.key }) {
      left += reduce(group, count: settings.maximumFiles, bytes: settings.maximumBytes, into: &removed)
    }
    _ = reduce(left, count: .max, bytes: settings.maximumFolderBytes, into: &removed)
    return removed
  }

  private func isOlder(_ time: Int64, than age: Duration) -> Bool {
    let (least, isTooEarly) = now.subtractingReportingOverflow(age.components.seconds)
    return !isTooEarly && time < least
  }

  private func reduce(_ files: [File], count: Int, bytes: Int, into removed: inout [File]) -> [File] {
    var files = files.sorted { ($0.worth, $0.changed, $0.path) < ($1.worth, $1.changed, $1.path) }
    var size = files.reduce(0) { sum, file in
      let (total, isTooLarge) = sum.addingReportingOverflow(file.size)
      return isTooLarge ? .max : total
    }
    while !files.isEmpty, files.count > count || size > bytes {
      let isSeries = files[0].worth == .evidence && files.count > 2
      let file = files.remove(at: isSeries ? 1 : 0)
      size -= min(file.size, size)
      removed.append(file)
    }
    return files
  }

  // MARK: The value of a file

  /// Nil for a file that must stay: its process lives, or may live.
  func file(_ file: borrowing ForeignFile) -> File? {
    var result = File(path: file.path, program: "", changed: file.changed, size: file.size, worth: .endOnly)
    guard let head = try? ReportHead(file) else { return result }
    if head.ending == .running || head.ending == .unknown { return nil }
    result.program = head.executable
    let isKept = head.readTime == 0 || !isOlder(file.changed, than: settings.leastAgeOfKilled)
    switch (head.ending, Self.hasRecords(file, head)) {
    case (.closed, false): result.worth = .nothing
    case (_, false): result.worth = .endOnly
    case (.ended, true): result.worth = isKept ? .evidence : .records
    default: result.worth = .records
    }
    return result
  }

  private static func hasRecords(_ file: borrowing ForeignFile, _ head: ReportHead) -> Bool {
    for slot in 0..<head.slotCount {
      guard let word = file.bytes(at: UInt64(head.slotArea + slot * head.slotSize), count: 8) else {
        return false
      }
      if word.contains(where: { $0 != 0 }) { return true }
    }
    return false
  }
}
