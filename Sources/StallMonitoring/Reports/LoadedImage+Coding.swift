extension LoadedImage {
  func write(to writer: inout RecordWriter) {
    writer.number(UInt64(start))
    writer.number(UInt64(end - start))
    writer.number(UInt64(bias))
    writer.text(path, limit: 1024)
    writer.raw(buildID)
  }

  init(from reader: inout RecordReader) throws(RecordReader.Malformed) {
    let start = UInt(try reader.number())
    let (end, isTooFar) = start.addingReportingOverflow(UInt(try reader.number()))
    guard !isTooFar else { throw .init(reason: "an image goes beyond the end") }
    let bias = UInt(try reader.number())
    self.init(path: try reader.text(), start: start, end: end, bias: bias, buildID: Array(try reader.raw()))
  }
}
