/// Why a picture cannot be read.
public enum ImageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file cannot be opened or read: the error of the system.
  case file(path: String, error: String)
  /// It is neither a PNG file nor a JPEG file of a kind that is read.
  case unknownFormat
  /// It is a JPEG file, where only PNG files are read.
  case notPNG
  /// It ends too soon.
  case tooShort
  /// A part of it is not as it must be.
  case damaged(_ part: String)
  /// It has more pixels than can be shown: the limit is 16,384 a side, and 64 million in all.
  case tooLarge(width: Int, height: Int)

  public var description: String {
    switch self {
    case .file(let path, let error): "\(path) cannot be read: \(error)"
    case .unknownFormat: "this is no PNG file, and no baseline or progressive JPEG file; others are not read"
    case .notPNG: "this is a JPEG file, and not a PNG file: read it by UIImage(data:)"
    case .tooShort: "the picture's file ends too soon: get it again"
    case .damaged(let part): "the picture's file is damaged: \(part)"
    case .tooLarge(let width, let height):
      "the picture has \(width) × \(height) pixels; 16,384 a side and 64 million in all can be read"
    }
  }
}
