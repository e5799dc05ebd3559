/// What holds for all sections of a compositional layout.
open class UICollectionViewCompositionalLayoutConfiguration: NSObject {
  /// Which way the collection scrolls.
  open var scrollDirection = UICollectionView.ScrollDirection.vertical
  /// The distance between sections.
  open var interSectionSpacing = 0.0

  /// It scrolls up and down.
  public override init() { super.init() }
}
