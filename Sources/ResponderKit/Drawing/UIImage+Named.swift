import RunLoopCore

extension UIImage {
  /// The file of this name in the first of the `resourceDirectories` that has one; nil when none has. Of `photo`, `photo@2x` and
  /// `photo@3x`, the one for the screen's pixels per point comes first, then the larger ones. `.png` may be left out; a JPEG file has its `.jpg` or
  /// `.jpeg`, in small or capital letters.
  ///
  /// The pixels are kept, and shared by all pictures of the name, until the directories are set.
  public convenience init?(named name: String) {
    let scale = Self.screenScale
    guard !name.isEmpty, let found = NamedImages.image(name, scale > 2 ? 3 : scale > 1 ? 2 : 1) else {
      return nil
    }
    self.init(found, renderingMode: .automatic, flips: false)
  }

  /// Where `init(named:)` looks, in this order: at first in `Resources` beside the program's file, then beside that. Setting it
  /// forgets all pictures that were found.
  public static var resourceDirectories: [String] {
    get { ResourceFolders.current.paths }
    set { ResourceFolders.set(newValue) }
  }
}

extension String {
  /// The dot and the letters at the end of a file's name, as they are there, if they are these, small or capital.
  fileprivate func ending(_ letters: String) -> String? {
    let own = suffix(letters.count + 1)
    return own.lowercased() == "." + letters ? String(own) : nil
  }
}

/// The pictures that were found by name.
private enum NamedImages {
  private struct Shelf {
    /// Where they were found.
    var folders: ResourceFolders.Setting?
    /// By name, and the screen's pixels per point.
    var images: [String: UIImage] = [:]
  }

  private static let shelf = Guarded(Shelf())

  static func image(_ name: String, _ scale: Int) -> UIImage? {
    let key = "\(scale) \(name)"
    let folders = ResourceFolders.current
    let kept = shelf.withLock { shelf in
      if shelf.folders != folders { shelf = Shelf(folders: folders) }
      return shelf.images[key]
    }
    if let kept { return kept }
    let ending = ["png", "jpg", "jpeg"].lazy.compactMap { name.ending($0) }.first
    let base = String(name.dropLast(ending?.count ?? 0))
    // Larger ones are better than smaller ones: they lose nothing.
    let scales = Array(scale...3) + (1..<scale).reversed()
    for directory in folders.paths {
      for scale in scales {
        let file = "\(directory)/\(base)\(scale > 1 ? "@\(scale)x" : "")\(ending ?? ".png")"
        guard let image = UIImage(contentsOfFile: file) else { continue }
        shelf.withLock { if $0.folders == folders { $0.images[key] = image } }
        return image
      }
    }
    return nil
  }
}
