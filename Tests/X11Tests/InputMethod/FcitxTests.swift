import DesktopWindows
import Foundation
import ResponderKit
import RunLoopCore
import TestHarness
import TestSupport
import Testing

import class RunLoopCore.RunLoop

/// Chinese by fcitx5's pinyin, over a real X server, with keys by xdotool.
@Suite(.hangLimit, .serialized, .enabled(if: Programs.fcitx))
struct FcitxTests {
  /// fcitx5 on the server, with pinyin switched on from the start, which the program shows.
  private static func fcitx(_ server: XServer) throws -> ChildProgram {
    let folder = server.folder.path
    try FileManager.default.createDirectory(
      atPath: "\(folder)/config/fcitx5/conf", withIntermediateDirectories: true)
    let item = { (number: Int, name: String) in "[Groups/0/Items/\(number)]\nName=\(name)\nLayout=\n" }
    let group = "[Groups/0]\nName=Default\nDefault Layout=us\nDefaultIM=pinyin\n"
    let files = [
      "profile": group + item(0, "keyboard-us") + item(1, "pinyin") + "[GroupOrder]\n0=Default\n",
      "config": "[Behavior]\nActiveByDefault=True\n", "conf/xim.conf": "UseOnTheSpot=True\n",
    ]
    for (name, text) in files {
      try text.write(toFile: "\(folder)/config/fcitx5/\(name)", atomically: false, encoding: .utf8)
    }
    let environment = [
      "HOME": folder, "XDG_CONFIG_HOME": "\(folder)/config", "XDG_DATA_HOME": "\(folder)/data",
      "XMODIFIERS": "",
    ]
    return try .limited(
      "fcitx5", ["--disable", "all", "--enable", "xcb,xim,pinyin,punctuation,keyboard"],
      environment: environment.merging(server.environment) { $1 })
  }

  @Test func pinyinIsComposedChosenAndGivenUp() throws {
    try onFreshThread {
      let server = try XServer()
      let field = UITextField(frame: Rect(20, 40, 300, 30))
      field.autocapitalizationType = .none
      try XvfbTests.withWindow(on: server, fill: { $0.addSubview(field) }) { application, host, _ in
        field.becomeFirstResponder()
        // Before there is an input method.
        try XvfbTests.xdotool("key a", server, application)
        #expect(application.run { field.text == "a" })
        field.text = ""
        let fcitx = try Self.fcitx(server)
        defer { fcitx.end() }
        // It comes while the program runs: keys are letters until then.
        var marked = ""
        for _ in 0..<60 where marked.isEmpty {
          try XvfbTests.xdotool("key n", server, application)
          application.run(seconds: 1) { field.markedTextRange != nil }
          marked = field.markedTextRange.flatMap { field.text(in: $0) } ?? ""
        }
        #expect(marked == "n", "\(fcitx.errors)")
        try XvfbTests.xdotool("key i", server, application)
        #expect(application.run { field.text?.hasSuffix("ni") == true })
        try XvfbTests.xdotool("key space", server, application)
        #expect(application.run { field.text?.hasSuffix("你") == true && field.markedTextRange == nil })
        // Keys that are no part of a word are the field's.
        try XvfbTests.xdotool("key BackSpace", server, application)
        #expect(application.run { field.text?.contains("你") == false })
        field.text = ""
        try XvfbTests.xdotool("key h key a key o", server, application)
        #expect(application.run { field.text == "hao" && field.markedTextRange == 0..<3 })
        try XvfbTests.xdotool("key Escape", server, application)
        #expect(application.run { field.text == "" && field.markedTextRange == nil })
        #expect(host.x11?.display.problems.isEmpty == true)
        // Its end is noticed, and keys are letters again.
        fcitx.end()
        try XvfbTests.xdotool("key b", server, application)
        #expect(application.run { field.text == "b" })
      }
    }
  }
}
