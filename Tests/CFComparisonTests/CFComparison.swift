import TestHarness
import Testing

/// Scenarios on Mainspring and on the real CFRunLoop, which run as other programs. One suite at a time: on a
/// small machine more programs would only be in each other's way.
@Suite(.hangLimit, .serialized) enum CFComparison {}
