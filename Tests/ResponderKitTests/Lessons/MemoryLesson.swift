import UIKit

// One line differs from UIKit: the recognizer's closure in place of a selector.

/// A memory game whose cards turn over.
final class MemoryGameViewController: UIViewController {
  final class CardView: UIView {
    let symbol: String
    private let front = UIImageView()
    private let back = UIView()
    private(set) var isFaceUp = false
    var onTap: (() -> Void)?

    init(symbol: String) {
      self.symbol = symbol
      super.init(frame: .zero)
      layer.cornerRadius = 12
      clipsToBounds = true
      back.backgroundColor = UIColor(patternImage: Self.pattern())
      front.backgroundColor = .white
      front.image = UIImage(systemName: symbol)
      front.contentMode = .scaleAspectFit
      front.tintColor = .systemIndigo
      front.isHidden = true
      addSubview(back)
      addSubview(front)
      layer.borderWidth = 2
      layer.borderColor = UIColor.darkGray.cgColor
      let tap = UITapGestureRecognizer()
      tap.addAction { [weak self] _ in self?.onTap?() }
      addGestureRecognizer(tap)
    }
    required init?(coder: NSCoder) { fatalError() }

    static func pattern() -> UIImage {
      UIGraphicsImageRenderer(size: CGSize(width: 12, height: 12)).image { context in
        UIColor.systemBlue.setFill()
        context.fill(CGRect(x: 0, y: 0, width: 12, height: 12))
        UIColor.white.withAlphaComponent(0.5).setStroke()
        let path = UIBezierPath()
        path.move(to: CGPoint(x: 0, y: 0)); path.addLine(to: CGPoint(x: 12, y: 12))
        path.move(to: CGPoint(x: 12, y: 0)); path.addLine(to: CGPoint(x: 0, y: 12))
        path.stroke()
      }
    }

    override func layoutSubviews() {
      super.layoutSubviews()
      front.frame = bounds
      back.frame = bounds
    }

    func flip(completion: ((Bool) -> Void)? = nil) {
      isFaceUp.toggle()
      let (from, to) = isFaceUp ? (back, front as UIView) : (front as UIView, back)
      UIView.transition(
        from: from, to: to, duration: 0.5,
        options: [isFaceUp ? .transitionFlipFromLeft : .transitionFlipFromRight, .showHideTransitionViews],
        completion: completion)
    }
  }

  var cards: [CardView] = []
  var open: [CardView] = []
  let label = UILabel()
  var moves = 0 { didSet { label.text = "Moves: \(moves)" } }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = UIColor(red: 0.1, green: 0.45, blue: 0.25, alpha: 1)
    label.textColor = .white
    label.font = .preferredFont(forTextStyle: .title2)
    label.frame = CGRect(x: 20, y: 60, width: 300, height: 30)
    view.addSubview(label)
    moves = 0
    let symbols = ["star.fill", "heart.fill", "moon.fill", "sun.max.fill", "bolt.fill", "leaf.fill"]
    for (index, symbol) in (symbols + symbols.reversed()).enumerated() {
      let card = CardView(symbol: symbol)
      card.frame = CGRect(x: 20 + (index % 3) * 120, y: 110 + (index / 3) * 170, width: 110, height: 155)
      card.onTap = { [weak self, weak card] in if let card { self?.turn(card) } }
      view.addSubview(card)
      cards.append(card)
    }
  }

  func turn(_ card: CardView) {
    guard !card.isFaceUp, open.count < 2 else { return }
    card.flip()
    open.append(card)
    guard open.count == 2 else { return }
    moves += 1
    let pair = open
    Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { [weak self] _ in
      if pair[0].symbol != pair[1].symbol { pair.forEach { $0.flip() } }
      self?.open = []
    }
  }
}
