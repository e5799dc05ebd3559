extension Blending {
  /// What the parts of a premultiplied word are multiplied with.
  struct Factor {
    /// From 0 to 255.
    private let red, green, blue, alpha: UInt32

    init(_ color: CGColor) {
      func byte(_ value: Double) -> UInt32 {
        value.isFinite ? UInt32((min(max(value, 0), 1) * 255).rounded()) : 0
      }
      alpha = byte(color.alpha)
      (red, green, blue) = (
        byte(color.red * color.alpha), byte(color.green * color.alpha), byte(color.blue * color.alpha)
      )
    }

    @inline(__always)
    func applied(to pixel: UInt32) -> UInt32 {
      if pixel == 0 { return 0 }
      @inline(__always) func part(_ shift: UInt32, _ factor: UInt32) -> UInt32 {
        (((pixel >> shift & 255) * factor + 127) / 255) << shift
      }
      return part(24, alpha) | part(16, red) | part(8, green) | part(0, blue)
    }
  }
}
