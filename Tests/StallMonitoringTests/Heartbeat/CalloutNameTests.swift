import LinuxSystem
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// The numbers of places, labels and modes.
@Suite(.hangLimit) struct CalloutNameTests {
  private func name(_ number: UInt32) -> CalloutNames.Name? { CalloutNames.names(from: Int(number)).first }

  @Test func aPlaceWithALabelHasOneNumber() {
    let numbers = (0..<3).map { _ in CalloutNames.number(foreign: "a label", file: #fileID, line: 7) }
    #expect(Set(numbers).count == 1 && numbers[0] != 0)
    #expect(name(numbers[0])?.label == "a label")
    #expect(name(numbers[0])?.site == "StallMonitoringTests/CalloutNameTests.swift:7")
  }

  @Test func otherPlacesAndOtherLabelsHaveOtherNumbers() {
    let here = CalloutNames.number(foreign: "", file: #fileID, line: 8)
    let below = CalloutNames.number(foreign: "", file: #fileID, line: 9)
    let labelled = CalloutNames.number(foreign: "label", file: #fileID, line: 8)
    let elsewhere = CalloutNames.number(foreign: "", file: "Other/File.swift", line: 8)
    #expect(Set([here, below, labelled, elsewhere]).count == 4)
    #expect(name(here)?.site.hasSuffix(":8") == true && name(below)?.site.hasSuffix(":9") == true)
    #expect(name(labelled)?.label == "label" && name(here)?.label == "")
    #expect(name(elsewhere)?.site == "Other/File.swift:8")
  }

  /// A place without a label is found in a small table, in which several places have one entry.
  @Test func placesOfOneEntryKeepTheirNumbers() {
    let lines: [UInt] = [20, 20 + 64, 20 + 128]
    func numbers(_ file: StaticString) -> [UInt32] {
      lines.map { CalloutNames.number(foreign: "", file: file, line: $0) }
    }
    let (here, elsewhere) = (numbers(#fileID), numbers("Other/File.swift"))
    #expect(Set(here + elsewhere).count == 6)
    for _ in 0..<2 { #expect(numbers(#fileID) == here && numbers("Other/File.swift") == elsewhere) }
    #expect(here.compactMap { name($0)?.site.split(separator: ":").last } == ["20", "84", "148"])
    // The second time from that table.
    #expect(lines.map { CalloutNames.number(foreign: "", file: #fileID, line: $0) } == here)
    #expect(
      [20, 20].map { CalloutNames.number(foreign: "", file: #fileID, line: $0) } == [here[0], here[0]])
  }

  @Test func beyondTheLastThereIsNone() {
    _ = CalloutNames.number(foreign: "", file: #fileID, line: 10)
    #expect(CalloutNames.names(from: 0).first?.label == "" && CalloutNames.names(from: 0).first?.site == "")
    #expect(CalloutNames.names(from: 1 << 40).isEmpty)
    #expect(CalloutNames.modes(from: 1 << 40).isEmpty)
    #expect(CalloutNames.modes(from: 0).first == "" && CalloutNames.modes(from: 1).first == "default")
  }

  /// In whichever loop and how often soever: else a program with many threads would use the numbers up.
  @Test func aModeHasOneNumberInAllLoops() {
    let name = "mode of \(#fileID)"
    for _ in 0..<3 {
      onFreshThread {
        RunLoop.current.perform(inModes: [RunLoop.Mode(rawValue: name)]) {}
        RunLoop.current.perform(inModes: [RunLoop.Mode(rawValue: name), "other mode of callout names"]) {}
      }
    }
    #expect(CalloutNames.modes(from: 0).count { $0 == name } == 1)
    #expect(CalloutNames.modes(from: 0).count { $0 == "default" } == 1)
  }

  /// Fills the table for the rest of the process: in one of its own.
  @Test func aLabelThatIsUsedAgainDoesNotCountAgain() async {
    await #expect(processExitsWith: .success) {
      for _ in 0..<10_000 { _ = CalloutNames.number(foreign: "again", file: #fileID, line: 1) }
      let fresh = CalloutNames.number(foreign: "fresh", file: #fileID, line: 1)
      #expect(CalloutNames.names(from: Int(fresh)).first?.label == "fresh")
      // Without labels there is no limit but the program's places.
      for line in 0..<5_000 { _ = CalloutNames.number(foreign: "", file: #fileID, line: UInt(line)) }
      let late = CalloutNames.number(foreign: "late", file: #fileID, line: 1)
      #expect(CalloutNames.names(from: Int(late)).first?.label == "late")
    }
  }

  @Test func aLabelBeyondTheLimitGoesByItsPlace() async {
    await #expect(processExitsWith: .success) {
      var numbers: [UInt32] = []
      for index in 0..<5_000 {
        numbers.append(CalloutNames.number(foreign: "\(index)", file: #fileID, line: 1))
      }
      let labels = numbers.map { CalloutNames.names(from: Int($0)).first?.label }
      let count = labels.firstIndex(of: "") ?? 0
      #expect(count == 4_096)
      #expect(labels[..<count].elementsEqual((0..<count).map(String.init)))
      #expect(Set(numbers[count...]).count == 1)
      // Those that came before keep theirs.
      #expect(CalloutNames.number(foreign: "17", file: #fileID, line: 1) == numbers[17])
    }
  }
}
