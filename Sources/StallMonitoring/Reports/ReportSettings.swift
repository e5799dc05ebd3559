import LinuxSystem

/// The place of reports, and their limits.
public struct ReportSettings: Sendable, Equatable {
  /// The folder; nil for `ReportFolder.standard`.
  public var folder: String?
  /// The most bytes of a report; stacks that do not fit are thinned out.
  public var recordSize = 16 << 10
  /// The number of reports that one process keeps, the newest.
  public var recordCount = 60
  /// The limit on the files of one program, by its path. The files of running processes are never removed;
  /// files without a record are removed first.
  public var maximumFiles = 20
  /// The limit on the bytes of the files of one program, kept in the same way.
  public var maximumBytes = 64 << 20
  /// Limit of the folder, all programs together.
  public var maximumFolderBytes = 512 << 20
  /// Older files are removed, except unread ones of killed processes.
  public var maximumAge = Duration.seconds(10 * 86_400)
  /// The records of a killed process stay until they have been read, and for at least this time, as far as the limits allow.
  public var leastAgeOfKilled = Duration.seconds(30 * 86_400)
  /// The program's version for reports; empty for none.
  public var programVersion = ""

  /// The defaults of the properties. Values are checked when a monitor is made.
  public init() {}

  func check() throws(StallMonitorError) {
    func check<Value: Comparable>(_ name: String, _ value: Value, _ allowed: ClosedRange<Value>)
      throws(StallMonitorError)
    {
      guard allowed.contains(value) else {
        throw .badSetting(
          name: name, value: "\(value)", allowed: "from \(allowed.lowerBound) to \(allowed.upperBound)")
      }
    }
    try check("recordSize", recordSize, ReportLayout.slotSizes)
    try check("recordCount", recordCount, ReportLayout.slotCounts)
    guard recordSize % 8 == 0 else {
      throw .badSetting(name: "recordSize", value: "\(recordSize)", allowed: "a multiple of 8")
    }
    // A larger file would not be read.
    guard recordSize * recordCount <= ReportLayout.mostSlotBytes else {
      throw .badSetting(
        name: "recordSize × recordCount", value: "\(recordSize) × \(recordCount)",
        allowed: "at most \(ReportLayout.mostSlotBytes) bytes")
    }
    try check("maximumFiles", maximumFiles, 1...1_000_000)
    try check("maximumBytes", maximumBytes, 0...(1 << 50))
    try check("maximumFolderBytes", maximumFolderBytes, 0...(1 << 50))
    try check("maximumAge", maximumAge, .seconds(60)...Duration.seconds(36_500 * 86_400))
    try check("leastAgeOfKilled", leastAgeOfKilled, .zero...Duration.seconds(36_500 * 86_400))
    // The path would be cut off at a NUL, and another folder made.
    if let folder, folder.isEmpty || folder.utf8.contains(0) {
      throw .badSetting(
        name: "folder", value: "'\(folder)'", allowed: "a path, or nil for the standard folder")
    }
  }
}
