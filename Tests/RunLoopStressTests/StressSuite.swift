import TestHarness
import Testing

/// One test after the other: some count the process's descriptors and memory, and all want its processors.
@Suite(
  .hangLimit(seconds: 300, and: "MAINSPRING_STRESS_OPERATIONS", perSecond: 5_000), .serialized)
enum Stress {}
