import Testing

/// Tests that look at real threads at work: one after the other, or they would starve each other.
@Suite(.serialized) enum RealThreads {}
