import TestHarness
import TestSupport
import Testing

@testable import ResponderKit

/// Objects that are dragged, as what a drop wants them.
@Suite(.hangLimit) struct ItemProviderTests {
  private final class Card: NSObject, NSItemProviderWriting, NSItemProviderReading {
    static var writableTypeIdentifiersForItemProvider: [String] { ["own.card"] }
    static var readableTypeIdentifiersForItemProvider: [String] { ["own.card"] }
  }

  @Test func anObjectIsGotAsWhatItIsOrAsText() {
    onStage { stage in
      var lines: [String] = []
      let text = NSItemProvider(object: "a text")
      let attributed = NSItemProvider(object: NSAttributedString(string: "colors"))
      let address = NSItemProvider(object: LinkAddress(string: "https://a.org")!)
      for provider in [text, attributed, address] {
        provider.loadObject(ofClass: String.self) { text, _ in lines.append(text ?? "-") }
        #expect(
          provider.canLoadObject(ofClass: String.self) && !provider.canLoadObject(ofClass: UIImage.self))
      }
      text.loadObject(ofClass: NSAttributedString.self) { value, _ in
        lines.append((value as? NSAttributedString)?.string ?? "-")
      }
      let color = NSItemProvider(object: UIColor.red)
      color.loadObject(ofClass: UIColor.self) { value, _ in #expect(value as? UIColor == .red) }
      color.loadObject(ofClass: UIImage.self) { value, error in
        #expect(value == nil && error as? NSItemProvider.ErrorCode == .itemUnavailableError)
        lines.append("no picture")
      }
      #expect(lines == [])
      stage.wait(1)
      #expect(lines == ["a text", "colors", "https://a.org", "a text", "no picture"])
    }
  }

  @Test func ownClassesAndSeveralObjectsAreFoundByTheirClass() {
    onStage { stage in
      let card = Card()
      let provider = NSItemProvider(object: card)
      provider.registerObject("the ace", visibility: .all)
      #expect(provider.object(of: Card.self) as? Card === card)
      #expect(provider.object(of: String.self) as? String == "the ace")
      #expect(provider.registeredTypeIdentifiers == ["own.card", "public.utf8-plain-text"])
      #expect(NSItemProvider().registeredTypeIdentifiers == [])
    }
  }

  @Test func kindsOfDataAreSpecialOnesOfOthers() {
    onStage { _ in
      let text = NSItemProvider(object: "a")
      for kind in [
        "public.utf8-plain-text", "public.plain-text", "public.text", "public.data", "public.item",
      ] {
        #expect(text.hasItemConformingToTypeIdentifier(kind), "\(kind)")
      }
      #expect(!text.hasItemConformingToTypeIdentifier("public.image"))
      let picture = NSItemProvider(object: UIImage(Bitmap(width: 1, height: 1), scale: 1))
      #expect(picture.hasItemConformingToTypeIdentifier("public.image"))
      #expect(!picture.hasItemConformingToTypeIdentifier("public.text"))
    }
  }

  private final class Dragged: UIDragDropSession {
    let items: [UIDragItem]
    let (allowsMoveOperation, isRestrictedToDraggingApplication) = (true, false)
    init(_ objects: [any NSItemProviderWriting]) {
      items = objects.map { UIDragItem(itemProvider: NSItemProvider(object: $0)) }
    }
    func location(in view: UIView) -> Point { .zero }
  }

  @Test func aDragHasWhatAnyOfItsItemsIs() {
    onStage { _ in
      let drag = Dragged(["a text", Card()])
      #expect(drag.hasItemsConforming(toTypeIdentifiers: ["public.png", "own.card"]))
      #expect(!drag.hasItemsConforming(toTypeIdentifiers: ["public.png"]))
      #expect(drag.canLoadObjects(ofClass: Card.self) && !drag.canLoadObjects(ofClass: UIImage.self))
      #expect(!Dragged([]).canLoadObjects(ofClass: Card.self))
    }
  }
}
