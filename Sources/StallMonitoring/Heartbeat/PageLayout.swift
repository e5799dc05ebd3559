/// The layout of the shared page. Pages of other versions of the library differ in `version`; the
/// places of the tables are stored in the page itself.
///
/// A page is a file `mainspring.<uid>.<pid>` in /dev/shm, for its owner only. All numbers are the machine's own.
package enum PageLayout {
  /// "MSPRBEAT"
  package static let magic: UInt64 = 0x5441_4542_5250_534D
  package static let version: UInt32 = 1
  package static let folder = "/dev/shm"
  package static let headerSize = 4_096

  /// Offsets in the header.
  package enum Header {
    package static let magic = 0
    package static let version = 8
    package static let process = 12
    /// Field 22 of /proc/<pid>/stat: distinguishes the process from a later one with the same number.
    package static let startTicks = 16
    /// When the page was made, by the wall clock and by CLOCK_MONOTONIC.
    package static let madeSeconds = 24
    package static let madeTime = 32
    /// When the monitor last looked, by CLOCK_MONOTONIC, and its threshold.
    package static let lookedTime = 40
    package static let threshold = 48
    package static let nameCount = 56
    package static let modeCount = 60
    /// Offset, size and number of the entries of each table.
    package static let lines = 64
    package static let loops = 76
    package static let names = 88
    package static let modes = 100
    package static let executable = 128
    package static let executableSize = 1_024
  }

  package struct Table: Equatable, Sendable {
    package var offset: Int
    package var size: Int
    package var count: Int
    package var end: Int { offset + size * count }
  }

  package static let lines = Table(offset: headerSize, size: 192, count: 64)
  package static let loops = Table(offset: lines.end, size: 128, count: 64)
  package static let modes = Table(offset: loops.end, size: 64, count: 512)
  package static let names = Table(offset: modes.end, size: 256, count: 8_192)
  package static let size = names.end

  /// In an entry of `loops`.
  package enum Loop {
    /// 0: the line is free. 1: a loop's. 2: a `Heartbeat`'s.
    package static let kind = 0
    package static let thread = 4
    package static let isMain = 8
    package static let label = 16
    package static let labelSize = 112
  }

  /// In an entry of `names`: the label, then the place.
  package static let labelSize = 96
  package static let siteSize = 160

  package static func fileName(user: UInt32, process: Int32) -> String { "mainspring.\(user).\(process)" }

  /// The page of threads that report their work themselves, by `rl_heartbeat_open` of runloop_heartbeat.h: of the same layout,
  /// with shorter tables. Another version of it has another name.
  package static func toldFileName(user: UInt32, process: Int32) -> String {
    fileName(user: user, process: process) + ".beats"
  }
}
