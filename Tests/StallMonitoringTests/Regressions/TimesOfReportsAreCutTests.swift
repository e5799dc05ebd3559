import Foundation
import TestHarness
import TestSupport
import Testing

@testable import StallMonitoring

/// Times in JSON had whole seconds only, and nothing said where a report came from.
@Suite("Where and when a report is from", .hangLimit)
struct TimesOfReportsAreCutTests {
  private func json(_ change: (inout ReportSettings) -> Void = { _ in }) throws -> [String: Any] {
    let folder = try TemporaryFolder()
    var settings = ReportSettings()
    settings.folder = folder.path
    change(&settings)
    let store = try ReportStore(settings)
    var dice = SplitMix(1)
    var record = StallRecord.sample(id: 1, stacks: 1, using: &dice)
    record.hasEnded = true
    store.stallEnded(record)
    let run = try StallRun(path: store.path)
    let text = StallReport(try #require(run.records.first), of: run).json
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test("Times are nanoseconds, of the wall clock and of the monotonic one")
  func times() throws {
    let time = try #require(try json()["time"] as? [String: Any])
    // The stall of 400 ms began at 1,790,000,000 s and 123 ns.
    #expect(time["started"] as? String == "2026-09-21T14:13:20.000000123Z")
    #expect(time["startedUnix"] as? Int == 1_790_000_000_000_000_123)
    #expect(time["startedMonotonic"] as? Int == 1_000_000_000)
    #expect(time["lastSeen"] as? String == "2026-09-21T14:13:20.400000123Z")
    #expect(time["lastSeenUnix"] as? Int == 1_790_000_000_400_000_123)
    #expect(time["lastSeenMonotonic"] as? Int == 1_400_000_000)
    #expect(WallTime.exact(-1) == "1969-12-31T23:59:59.999999999Z")
    #expect(WallTime.exact(1_500_000_000) == "1970-01-01T00:00:01.500000000Z")
  }

  @Test("The machine, the program's version and build, and the process's start are in it")
  func origin() throws {
    let value = try json { $0.programVersion = "2.4.1 (77)" }
    let host = try #require(value["host"] as? [String: Any])
    #expect(host["name"] as? String == ProcessInfo.processInfo.hostName || host["name"] is String)
    let process = try #require(value["process"] as? [String: Any])
    #expect(process["version"] as? String == "2.4.1 (77)")
    let id = try #require(ElfFile(path: "/proc/self/exe")).buildID
    #expect(process["buildID"] as? String == (id.isEmpty ? nil : id.hexadecimal))
    let started = try #require(process["started"] as? String)
    let begun = try #require(process["begun"] as? String)
    // "2026-11-21T14:33:05.123456789Z": text in the order of time.
    #expect(started.count == 30 && begun.count == 30 && started < begun && begun.hasPrefix("20"))
    #expect(process["begunMonotonic"] is Int)
  }

  @Test("A version that is set for the monitor is in its reports")
  func version() throws {
    let folder = try TemporaryFolder()
    var settings = StallMonitor.Settings()
    settings.programVersion = "7.0"
    settings.signal = 0
    for place in [.folder(folder.path), .limited(limited(folder.path))] as [StallMonitor.Settings.ReportPlace]
    {
      settings.reports = place
      let reports = try #require(try StallMonitor(settings).reports)
      #expect(try StallRun(path: reports.path).origin.version == "7.0")
    }
  }

  private func limited(_ folder: String) -> ReportSettings {
    var settings = ReportSettings()
    settings.folder = folder
    settings.programVersion = "of the folder"
    return settings
  }

  @Test("A container's id is taken from its group, or from the files that its engine mounts")
  func containers() {
    let id = String(repeating: "0123456789abcdef", count: 4)
    let other = String(repeating: "fedcba9876543210", count: 4)
    func find(_ groups: String, _ mounts: String = "") -> String {
      ContainerID.find(groups: groups, mounts: mounts)
    }
    #expect(find("12:cpu:/docker/\(id)\n0::/system.slice") == id)
    #expect(find("0::/kubepods.slice/kubepods-pod7.slice/cri-containerd-\(id).scope") == id)
    #expect(find("0::/user.slice/user-1000.slice/session-2.scope") == "")
    let mounts = """
      612 600 0:55 / / rw - overlay overlay rw,upperdir=/var/lib/docker/overlay2/\(other)/diff
      613 612 8:1 /var/lib/docker/containers/\(id)/hostname /etc/hostname rw - ext4 /dev/sda1 rw
      """
    #expect(find("0::/", mounts) == id)
    #expect(find("0::/", String(mounts.prefix { $0 != "\n" })) == "")
    #expect(find("0::/\(id.uppercased())") == "" && find("0::/\(id)0") == "" && find("", "") == "")
  }
}
