import Foundation
import TestHarness
import Testing

@testable import ResponderKit

/// The fonts of the system, and what fontTools says of them.
enum RealFonts {
  private static let all: [String] =
    (FileManager.default.enumerator(atPath: "/usr/share/fonts")?.compactMap { $0 as? String } ?? [])
    .sorted().map { "/usr/share/fonts/\($0)" }

  /// At most four files, over all the families.
  static func paths(_ ending: String) -> [String] {
    let found = all.filter { $0.hasSuffix("." + ending) }
    let step = max(found.count / 4, 1)
    return found.indices.filter { $0 % step == 0 }.prefix(4).map { found[$0] }
  }

  static func hasAny(_ ending: String) -> Bool { hasFontTools && !paths(ending).isEmpty }

  /// Why fonts of a kind are not compared.
  static func reason(_ ending: String) -> Comment {
    hasFontTools
      ? "there is no .\(ending) font in /usr/share/fonts"
      : "/usr/bin/python3 has no fontTools: see python3-fonttools"
  }

  private static let hasFontTools = python(["-c", "import fontTools"]) != nil

  /// The output's lines; nil when the program fails.
  static func python(_ arguments: [String]) -> [Substring]? {
    guard let outcome = try? ChildProgram.run("/usr/bin/python3", arguments), outcome.status == 0 else {
      return nil
    }
    return outcome.output.split(separator: "\n")
  }

  static func bytes(_ path: String) -> [UInt8]? {
    (try? Data(contentsOf: URL(fileURLWithPath: path))).map { [UInt8]($0) }
  }

  static func face(_ path: String) -> FontFace? {
    guard let bytes = bytes(path) else { return nil }
    return FontDirectory.starts(FontBytes(bytes: bytes)).first.flatMap { FontFace(bytes, at: $0) }
  }

  /// The least and the greatest coordinates.
  static func box(_ outline: Outline) -> [Double] {
    let (xs, ys) = (outline.points.map(\.x), outline.points.map(\.y))
    return [xs.min() ?? 0, ys.min() ?? 0, xs.max() ?? 0, ys.max() ?? 0]
  }

  /// What polygons go around, signed.
  static func area(_ outline: Outline) -> Double {
    var sum = 0.0
    for (index, start) in outline.starts.enumerated() {
      let end = index + 1 < outline.starts.count ? outline.starts[index + 1] : outline.points.count
      for at in start..<end {
        let (one, next) = (outline.points[at], outline.points[at + 1 < end ? at + 1 : start])
        sum += one.x * next.y - next.x * one.y
      }
    }
    return sum / 2
  }

  /// Prints of each n-th glyph its number, box, area and advance; of pairs of letters the two glyphs and their distance, by the rules
  /// of OpenType: each lookup of the feature `kern` adds what its first subtable with the pair says; else the table `kern`.
  static let script = """
    import sys
    from fontTools.ttLib import TTFont
    from fontTools.pens.boundsPen import BoundsPen
    from fontTools.pens.areaPen import AreaPen
    font = TTFont(sys.argv[1], fontNumber=0)
    order = font.getGlyphOrder()
    # Shapes as they are in the table, and moved as a whole to their side bearing: fontTools moves each part of a composed one.
    class Shape:
        def __init__(self, name): self.name = name
        def draw(self, pen): font['glyf'][self.name].draw(pen, font['glyf'])
    class Shapes:
        def __getitem__(self, name): return Shape(name)
    glyphs = Shapes() if 'glyf' in font else font.getGlyphSet()
    def shift(name):
        return font['hmtx'][name][1] - font['glyf'][name].xMin if 'glyf' in font and hasattr(font['glyf'][name], 'xMin') else 0
    step = max(len(order) // int(sys.argv[2]), 1)
    for number in range(0, len(order), step):
        box, area = BoundsPen(glyphs, ignoreSinglePoints=True), AreaPen(glyphs)
        glyphs[order[number]].draw(box)
        glyphs[order[number]].draw(area)
        left, low, right, high = box.bounds or (0, 0, 0, 0)
        moved = shift(order[number]) if box.bounds else 0
        print('g', number, left + moved, low, right + moved, high, area.value, font['hmtx'][order[number]][0], moved)
    lookups, pairs = [], []
    if 'GPOS' in font and font['GPOS'].table.FeatureList:
        table = font['GPOS'].table
        wanted = {l for r in table.FeatureList.FeatureRecord if r.FeatureTag == 'kern' for l in r.Feature.LookupListIndex}
        for index in sorted(wanted):
            lookup = table.LookupList.Lookup[index]
            subtables = [s.ExtSubTable if s.LookupType == 9 else s for s in lookup.SubTable]
            lookups.append([s for s in subtables if s.LookupType == 2])
    old = [t for t in font['kern'].kernTables if hasattr(t, 'kernTable')] if 'kern' in font else []
    def said(s, left, right):
        if left not in s.Coverage.glyphs: return None
        if s.Format == 1:
            for record in s.PairSet[s.Coverage.glyphs.index(left)].PairValueRecord:
                if record.SecondGlyph == right: return record.Value1
            return None
        row, column = s.ClassDef1.classDefs.get(left, 0), s.ClassDef2.classDefs.get(right, 0)
        return s.Class1Record[row].Class2Record[column].Value1
    def distance(left, right):
        if not any(lookups): return sum(t.kernTable.get((left, right), 0) for t in old)
        total = 0
        for subtables in lookups:
            for s in subtables:
                if left not in s.Coverage.glyphs: continue
                value = said(s, left, right)
                if value is None and s.Format == 1: continue
                total += getattr(value, 'XAdvance', 0) or 0
                break
        return total
    letters = [font.getBestCmap().get(ord(c)) for c in 'AFLPTVWXYafgorvwyÄÖéз.,-']
    for left in letters:
        for right in letters:
            if left and right: print('k', font.getGlyphID(left), font.getGlyphID(right), distance(left, right))
    """
}
