import TestHarness
import Testing

@testable import runloop

/// The words after `runloop router` that are right, and what they mean.
@Suite(.hangLimit) struct RouterWordTests {
  private static func refusal(_ words: String...) -> String? {
    do throws(WrongCall) {
      _ = try RouterArguments(words)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func wordsMeanWhatTheHelpSays() throws {
    #expect(try RouterArguments(["--socket", "door"]).address.path == "./door")
    #expect(try RouterArguments(["--socket=/run/door"]).address.path == "/run/door")
    let several = try RouterArguments([
      "--allow", "1000", "--allow=1001", "--device", "a", "--device", "b", "--recording", "r", "--fast", "-h",
      "--stay", "--clients", "64", "--describe", "d", "--grab", "--verbose", "list", "-",
    ])
    #expect(several.allowed == [1000, 1001] && several.devices == ["a", "b"] && several.recording == "r")
    #expect(several.isFast && several.stays && several.grabs && several.isVerbose && several.wantsHelp)
    #expect(several.clients == 64 && several.description == "d" && several.words == ["list", "-"])
    let none = try RouterArguments([])
    #expect(none.allowed.isEmpty && !none.isFast && !none.stays && !none.grabs && !none.isVerbose)
    #expect(none.chosenScreen == nil && none.screen.width == 390 && none.screen.height == 844)
  }

  @Test func aScreenIsAWindowOrADeviceOrTheFirstThatIsThere() throws {
    #expect(try RouterArguments(["--show", "window"]).show == .window)
    #expect(try RouterArguments(["--show", "screen"]).show == .kernelScreen(nil))
    #expect(try RouterArguments(["--show", "/dev/dri/card1"]).show == .kernelScreen("/dev/dri/card1"))
    #expect(Self.refusal("--show", "card1")?.hasPrefix("--show wants 'window', 'screen'") == true)
    let scaled = try RouterArguments(["--show=window", "--scale", "0.5", "--screen", "1x100000"])
    #expect(scaled.scale == 0.5 && scaled.screen.width == 1 && scaled.screen.height == 100_000)
    for scale in ["0.49", "8.01", "nan", "two"] {
      #expect(Self.refusal("--show=window", "--scale", scale)?.hasSuffix("not '\(scale)'") == true)
    }
    #expect(try RouterArguments(["--show=screen", "--terminal", "/dev/tty1"]).terminal == "/dev/tty1")
  }

  @Test func whatNeedsAScreenIsRefusedWithoutOne() {
    for scale in ["0.5", "2"] {
      #expect(Self.refusal("--scale", scale)?.hasPrefix("--scale is for what --show shows") == true)
    }
    for show in [[], ["--show", "window"]] {
      do throws(WrongCall) {
        _ = try RouterArguments(show + ["--terminal", "/dev/tty1"])
        Issue.record("it was taken")
      } catch {
        #expect(error.description == "--terminal goes with --show screen or a screen's device")
      }
    }
    #expect(Self.refusal("--scale", "1") == nil)
  }

  /// Was wrong: they were taken, and had no effect.
  @Test func whatIsForARecordingOrADeviceIsRefusedWithoutOne() {
    #expect(Self.refusal("--clients", "1")?.hasPrefix("--clients is when to play a recording") == true)
    #expect(
      Self.refusal("--clients", "1", "--recording", "r") == nil && Self.refusal("--clients", "0") == nil)
    #expect(Self.refusal("--describe", "d")?.hasPrefix("--describe is for a FIFO or a recording") == true)
    #expect(Self.refusal("--describe", "d", "--device", "a") == nil)
  }

  /// Was wrong: what is no number was left out.
  @Test(arguments: ["390x844xwide", "x390x844", "390xx844", "390x844x", "390x844x1", "390", "0x1", "nanx1"])
  func aScreenIsTwoNumbersAndNothingElse(_ size: String) {
    #expect(Self.refusal("--screen", size)?.hasSuffix("not '\(size)'") == true)
  }
}
