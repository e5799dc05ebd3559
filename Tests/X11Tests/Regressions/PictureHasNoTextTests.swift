import ResponderKit
import TestHarness
import TestSupport
import Testing

/// A picture as SVG had the letters' lines and no text, though its document says so.
@Suite(.hangLimit) struct PictureHasNoTextTests {
  @Test func wordsAreTextOverTheirLines() {
    onFreshThread {
      let application = UIApplication(screen: Size(300, 100), scale: 1)
      defer { application.terminate() }
      let window = UIWindow()
      window.addSubview(UILabel("Fish & <Chips>", frame: Rect(10, 10, 200, 30)))
      window.makeKeyAndVisible()
      let svg = window.pictureSVG()
      #expect(svg.contains("fill-opacity=\"0\">Fish &amp; &lt;Chips&gt;</text>"))
      #expect(svg.contains("<path"))
    }
  }
}
