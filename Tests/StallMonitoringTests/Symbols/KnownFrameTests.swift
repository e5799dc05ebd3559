import TestHarness
import Testing

@testable import StallMonitoring

/// Frames that were looked up before.
@Suite(.hangLimit) struct KnownFrameTests {
  private let names = SymbolNames(
    images: [LoadedImage(path: "/opt/app/feed", start: 0x5000, end: 0x9000, bias: 0x5000, buildID: [])],
    search: nil)

  @Test func aCallBehindAKnownPlaceIsAtItsOwnAddress() {
    let leaf = names.frame(0x6010, isReturnAddress: false)
    let call = names.frame(0x6011, isReturnAddress: true)
    #expect(leaf.address == 0x6010 && leaf.fileAddress == 0x1010)
    #expect(call.address == 0x6011 && call.fileAddress == 0x1011)
    #expect(leaf.name == call.name)
  }

  @Test func aFunctionGetsTheNameThatALaterRecordHas() {
    names.learn(RecordedNames())
    #expect(names.frame(0x6010, isReturnAddress: false).rawName == "")
    names.learn(RecordedNames([(place: 0x6010, start: 0x6000, name: "load", count: 1)], room: 100))
    let frame = names.frame(0x6010, isReturnAddress: false)
    #expect(frame.rawName == "load" && frame.offset == 0x10)
  }
}
