/// A picture in a layer. Equal to itself only.
struct LayerPicture: Hashable {
  let image: UIImage

  static func == (left: LayerPicture, right: LayerPicture) -> Bool { left.image === right.image }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(image)) }
}
