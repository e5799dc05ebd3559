extension SceneItem.Tint {
  /// A filter that changes colors so.
  func svg(_ name: String) -> String {
    func row(_ own: Int, _ factor: Double, _ fixed: Double) -> String {
      let parts = (0..<4).map { $0 == own ? factor.short : "0" }
      return (parts + [fixed.short]).joined(separator: " ")
    }
    let rows =
      switch self {
      case .multiplied(let color):
        [row(0, color.red, 0), row(1, color.green, 0), row(2, color.blue, 0), row(3, color.alpha, 0)]
      case .vibrant(let color):
        [row(0, 0, color.red), row(1, 0, color.green), row(2, 0, color.blue), row(3, color.alpha, 0)]
      }
    return """
      <filter id="\(name)" x="-100%" y="-100%" width="300%" height="300%" color-interpolation-filters="sRGB">\
      <feColorMatrix values="\(rows.joined(separator: " "))"/></filter>

      """
  }
}
