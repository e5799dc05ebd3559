/// Reads picture files of the formats that are known, by their first bytes.
enum ImageReader {
  static func read(_ bytes: [UInt8]) throws(ImageError) -> Bitmap {
    JPEGReader.isJPEG(bytes) ? try JPEGReader.read(bytes) : try PNGReader.read(bytes)
  }
}
