import Testing

/// One test after the other: some count the process's descriptors and memory, and all want its processors.
@Suite(.serialized)
enum Stress {}
