import ResponderKit
import TestHarness
import Testing

/// Dumps and pictures.
@Suite(.hangLimit) struct DebuggingTests {
  @Test func aDumpShowsTheTreeWithWhatIsUnusual() {
    onStage { stage in
      let (white, views) = articleTree()
      stage.show(white)
      stage.wait(1)
      views[1].isMultipleTouchEnabled = true
      views[2].isHidden = true
      views[3].alpha = 0.5
      views[3].tag = 7
      views[4].isUserInteractionEnabled = false
      stage.down(200, 240)
      #expect(
        stage.application.dump() == """
          UIApplication active, 1 windows, 1 touches
            UIWindow 'window' (0 0; 390 844) key
              UIView 'white' (0 0; 390 844)
                UIView 'gray' (50 100; 260 200) multi-touch
                  UIView 'red' (0 0; 120 100) hidden
                  UIView 'blue' (80 60; 100 100) tag 7 alpha 0.5 touches 1
                UIView 'yellow' (50 360; 200 200) no-interaction
          """)
    }
  }

  @Test func aPictureHasTheViewsTheTouchAndItsPath() {
    onStage { stage in
      let (white, views) = articleTree()
      stage.show(white)
      white.backgroundColor = .white
      views[3].backgroundColor = .blue
      views[4].isHidden = true
      views[2].label = "a<b>\"&"
      stage.down(150, 180)
      let svg = stage.window.snapshotSVG()
      #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 390 844\""))
      #expect(svg.hasSuffix("</svg>\n"))
      // Window, white, gray and blue are on the way; red is not.
      #expect(svg.split(separator: "\n").count { $0.contains("stroke=\"#ff2d55\"") } == 4)
      #expect(svg.contains("<circle cx=\"150\" cy=\"180\""))
      #expect(svg.contains("fill=\"#0000ff\""))
      #expect(svg.contains("<title>a&lt;b&gt;&quot;&amp;</title>"))
      #expect(!svg.contains("<title>yellow"))
      #expect(
        svg.split(separator: "\n").count { $0.hasPrefix("<g") && !$0.hasSuffix("</g>") }
          == svg.split(separator: "\n").count { $0 == "</g>" })
    }
  }
}
