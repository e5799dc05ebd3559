import TestHarness
import Testing

@testable import ResponderKit

/// Descriptions of fonts, and the names of installed ones.
@Suite(.hangLimit) struct FontDescriptorTests {
  @Test func aFontIsMadeBoldAndItalicByItsDescriptor() throws {
    let body = UIFont.preferredFont(forTextStyle: .body)
    let both = try #require(body.fontDescriptor.withSymbolicTraits([.traitBold, .traitItalic]))
    let font = UIFont(descriptor: both, size: 0)
    #expect(font.weight == .bold && font.isItalic && font.pointSize == 17)
    #expect(both.symbolicTraits == [.traitBold, .traitItalic])
    // The traits are in place of the font's own.
    let italic = try #require(both.withSymbolicTraits(.traitItalic))
    #expect(UIFont(descriptor: italic, size: 30).weight == .regular)
    let headline = UIFont.preferredFont(forTextStyle: .headline).fontDescriptor
    #expect(headline.symbolicTraits == .traitBold)
    #expect(headline.withSymbolicTraits(.traitBold)?.font == UIFont(size: 17, weight: .semibold))
  }

  @Test func aDescriptorHasASizeOrTakesTheFonts() {
    let descriptor = UIFontDescriptor(fontAttributes: [.traits: [UIFontDescriptor.TraitKey.weight: 0.4]])
    #expect(descriptor.pointSize == 0 && UIFont(descriptor: descriptor, size: 0).pointSize == 17)
    #expect(UIFont(descriptor: descriptor.withSize(30), size: 0) == UIFont(size: 30, weight: .bold))
    #expect(UIFont(descriptor: descriptor.withSize(30), size: 12).pointSize == 12)
    let style = UIFontDescriptor.preferredFontDescriptor(withTextStyle: .title1)
    #expect(style.pointSize == 28 && style.object(forKey: .size) as? Double == 28)
    #expect(style == UIFontDescriptor.preferredFontDescriptor(withTextStyle: .title1))
    #expect(style != style.withSize(20))
  }

  @Test func attributesAreAdded() {
    let base = UIFont(size: 20, weight: .light).fontDescriptor
    let added = base.addingAttributes([
      .size: 25,
      .traits: [UIFontDescriptor.TraitKey.symbolic: UIFontDescriptor.SymbolicTraits.traitBold.rawValue],
      .featureSettings: ["x"],
    ])
    #expect(added.pointSize == 25 && added.symbolicTraits == .traitBold)
    #expect(added.fontAttributes[.featureSettings] != nil && base.fontAttributes[.featureSettings] == nil)
    #expect(base.addingAttributes().pointSize == 20)
  }

  @Test func designsAreThoseThatTheSystemHas() throws {
    let base = UIFont(size: 20).fontDescriptor
    #expect(base.withDesign(.rounded) == nil && base.withDesign(.default)?.font == UIFont(size: 20))
    let hasSerif = UIFont.familyNames.contains {
      ["DejaVu Serif", "Noto Serif", "Liberation Serif"].contains($0)
    }
    if hasSerif {
      let serif = try #require(base.withDesign(.serif))
      #expect(UIFont(descriptor: serif, size: 0).fontName.contains("Serif"))
    }
  }

  @Test func fontsOfAFamilyAreFoundByTheirNames() throws {
    guard UIFont.familyNames.contains("DejaVu Sans") else { return }
    let names = UIFont.fontNames(forFamilyName: "DejaVu Sans")
    #expect(names.contains("DejaVuSans") && names == names.sorted() && Set(names).count == names.count)
    #expect(UIFont.fontNames(forFamilyName: "No family has this name").isEmpty)
    #expect(UIFont.familyNames == UIFont.familyNames.sorted())
    let plain = try #require(UIFont(name: "DejaVuSans", size: 20))
    #expect(plain.familyName == "DejaVu Sans" && plain.fontName == "DejaVuSans" && plain.weight == .regular)
    #expect(UIFont(name: "DejaVuSans-NoSuchFace", size: 20) == nil)
    guard names.contains("DejaVuSans-Bold") else { return }
    let bold = try #require(UIFont(name: "DejaVuSans-Bold", size: 20))
    #expect(bold.weight == .bold && bold.fontName == "DejaVuSans-Bold")
    #expect(bold.fontDescriptor.object(forKey: .face) as? String == "Bold")
    #expect(plain.fontDescriptor.withFace("Bold").postscriptName == "DejaVuSans-Bold")
    #expect(plain.fontDescriptor.withFace("No face").postscriptName == "DejaVuSans")
    #expect(UIFontDescriptor(name: "DejaVuSans-Bold", size: 9).pointSize == 9)
  }

  @Test func whatTheFamilyHasNotIsNil() {
    guard UIFont.familyNames.contains("DejaVu Math TeX Gyre") else { return }
    let font = UIFont(name: "DejaVu Math TeX Gyre", size: 20)?.fontDescriptor
    #expect(
      font != nil && font?.withSymbolicTraits(.traitItalic) == nil && font?.withSymbolicTraits([]) != nil)
  }
}
