import TestHarness
import Testing

/// Tests that look at real threads at work: one after the other, or they would starve each other.
@Suite(.hangLimit, .serialized) enum RealThreads {}
