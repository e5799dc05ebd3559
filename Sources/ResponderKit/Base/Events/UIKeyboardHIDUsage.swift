/// A key, by its place on the keyboard: a usage of HID's keyboard page. The names are those of a US keyboard's keys.
public struct UIKeyboardHIDUsage: RawRepresentable, Hashable, Sendable, ExpressibleByIntegerLiteral {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }
  public init(integerLiteral value: Int) { rawValue = value }
}

extension UIKeyboardHIDUsage {
  /// The key A.
  public static let keyboardA: UIKeyboardHIDUsage = 0x04
  /// The key B.
  public static let keyboardB: UIKeyboardHIDUsage = 0x05
  /// The key C.
  public static let keyboardC: UIKeyboardHIDUsage = 0x06
  /// The key D.
  public static let keyboardD: UIKeyboardHIDUsage = 0x07
  /// The key E.
  public static let keyboardE: UIKeyboardHIDUsage = 0x08
  /// The key F.
  public static let keyboardF: UIKeyboardHIDUsage = 0x09
  /// The key G.
  public static let keyboardG: UIKeyboardHIDUsage = 0x0A
  /// The key H.
  public static let keyboardH: UIKeyboardHIDUsage = 0x0B
  /// The key I.
  public static let keyboardI: UIKeyboardHIDUsage = 0x0C
  /// The key J.
  public static let keyboardJ: UIKeyboardHIDUsage = 0x0D
  /// The key K.
  public static let keyboardK: UIKeyboardHIDUsage = 0x0E
  /// The key L.
  public static let keyboardL: UIKeyboardHIDUsage = 0x0F
  /// The key M.
  public static let keyboardM: UIKeyboardHIDUsage = 0x10
  /// The key N.
  public static let keyboardN: UIKeyboardHIDUsage = 0x11
  /// The key O.
  public static let keyboardO: UIKeyboardHIDUsage = 0x12
  /// The key P.
  public static let keyboardP: UIKeyboardHIDUsage = 0x13
  /// The key Q.
  public static let keyboardQ: UIKeyboardHIDUsage = 0x14
  /// The key R.
  public static let keyboardR: UIKeyboardHIDUsage = 0x15
  /// The key S.
  public static let keyboardS: UIKeyboardHIDUsage = 0x16
  /// The key T.
  public static let keyboardT: UIKeyboardHIDUsage = 0x17
  /// The key U.
  public static let keyboardU: UIKeyboardHIDUsage = 0x18
  /// The key V.
  public static let keyboardV: UIKeyboardHIDUsage = 0x19
  /// The key W.
  public static let keyboardW: UIKeyboardHIDUsage = 0x1A
  /// The key X.
  public static let keyboardX: UIKeyboardHIDUsage = 0x1B
  /// The key Y.
  public static let keyboardY: UIKeyboardHIDUsage = 0x1C
  /// The key Z.
  public static let keyboardZ: UIKeyboardHIDUsage = 0x1D
  /// The key 1.
  public static let keyboard1: UIKeyboardHIDUsage = 0x1E
  /// The key 2.
  public static let keyboard2: UIKeyboardHIDUsage = 0x1F
  /// The key 3.
  public static let keyboard3: UIKeyboardHIDUsage = 0x20
  /// The key 4.
  public static let keyboard4: UIKeyboardHIDUsage = 0x21
  /// The key 5.
  public static let keyboard5: UIKeyboardHIDUsage = 0x22
  /// The key 6.
  public static let keyboard6: UIKeyboardHIDUsage = 0x23
  /// The key 7.
  public static let keyboard7: UIKeyboardHIDUsage = 0x24
  /// The key 8.
  public static let keyboard8: UIKeyboardHIDUsage = 0x25
  /// The key 9.
  public static let keyboard9: UIKeyboardHIDUsage = 0x26
  /// The key 0.
  public static let keyboard0: UIKeyboardHIDUsage = 0x27
  /// Return.
  public static let keyboardReturnOrEnter: UIKeyboardHIDUsage = 0x28
  /// Escape.
  public static let keyboardEscape: UIKeyboardHIDUsage = 0x29
  /// Backspace.
  public static let keyboardDeleteOrBackspace: UIKeyboardHIDUsage = 0x2A
  /// Tab.
  public static let keyboardTab: UIKeyboardHIDUsage = 0x2B
  /// The space bar.
  public static let keyboardSpacebar: UIKeyboardHIDUsage = 0x2C
  /// The key - of a US keyboard.
  public static let keyboardHyphen: UIKeyboardHIDUsage = 0x2D
  /// The key = of a US keyboard.
  public static let keyboardEqualSign: UIKeyboardHIDUsage = 0x2E
  /// The key [ of a US keyboard.
  public static let keyboardOpenBracket: UIKeyboardHIDUsage = 0x2F
  /// The key ] of a US keyboard.
  public static let keyboardCloseBracket: UIKeyboardHIDUsage = 0x30
  /// The key \ of a US keyboard.
  public static let keyboardBackslash: UIKeyboardHIDUsage = 0x31
  /// The key # of other keyboards.
  public static let keyboardNonUSPound: UIKeyboardHIDUsage = 0x32
  /// The key ; of a US keyboard.
  public static let keyboardSemicolon: UIKeyboardHIDUsage = 0x33
  /// The key ' of a US keyboard.
  public static let keyboardQuote: UIKeyboardHIDUsage = 0x34
  /// The key ` of a US keyboard.
  public static let keyboardGraveAccentAndTilde: UIKeyboardHIDUsage = 0x35
  /// The key , of a US keyboard.
  public static let keyboardComma: UIKeyboardHIDUsage = 0x36
  /// The key . of a US keyboard.
  public static let keyboardPeriod: UIKeyboardHIDUsage = 0x37
  /// The key / of a US keyboard.
  public static let keyboardSlash: UIKeyboardHIDUsage = 0x38
  /// Caps Lock.
  public static let keyboardCapsLock: UIKeyboardHIDUsage = 0x39
  /// The function key 1.
  public static let keyboardF1: UIKeyboardHIDUsage = 0x3A
  /// The function key 2.
  public static let keyboardF2: UIKeyboardHIDUsage = 0x3B
  /// The function key 3.
  public static let keyboardF3: UIKeyboardHIDUsage = 0x3C
  /// The function key 4.
  public static let keyboardF4: UIKeyboardHIDUsage = 0x3D
  /// The function key 5.
  public static let keyboardF5: UIKeyboardHIDUsage = 0x3E
  /// The function key 6.
  public static let keyboardF6: UIKeyboardHIDUsage = 0x3F
  /// The function key 7.
  public static let keyboardF7: UIKeyboardHIDUsage = 0x40
  /// The function key 8.
  public static let keyboardF8: UIKeyboardHIDUsage = 0x41
  /// The function key 9.
  public static let keyboardF9: UIKeyboardHIDUsage = 0x42
  /// The function key 10.
  public static let keyboardF10: UIKeyboardHIDUsage = 0x43
  /// The function key 11.
  public static let keyboardF11: UIKeyboardHIDUsage = 0x44
  /// The function key 12.
  public static let keyboardF12: UIKeyboardHIDUsage = 0x45
  /// Print Screen.
  public static let keyboardPrintScreen: UIKeyboardHIDUsage = 0x46
  /// Scroll Lock.
  public static let keyboardScrollLock: UIKeyboardHIDUsage = 0x47
  /// Pause.
  public static let keyboardPause: UIKeyboardHIDUsage = 0x48
  /// Insert.
  public static let keyboardInsert: UIKeyboardHIDUsage = 0x49
  /// Home.
  public static let keyboardHome: UIKeyboardHIDUsage = 0x4A
  /// Page Up.
  public static let keyboardPageUp: UIKeyboardHIDUsage = 0x4B
  /// Delete.
  public static let keyboardDeleteForward: UIKeyboardHIDUsage = 0x4C
  /// End.
  public static let keyboardEnd: UIKeyboardHIDUsage = 0x4D
  /// Page Down.
  public static let keyboardPageDown: UIKeyboardHIDUsage = 0x4E
  /// The right arrow key.
  public static let keyboardRightArrow: UIKeyboardHIDUsage = 0x4F
  /// The left arrow key.
  public static let keyboardLeftArrow: UIKeyboardHIDUsage = 0x50
  /// The down arrow key.
  public static let keyboardDownArrow: UIKeyboardHIDUsage = 0x51
  /// The up arrow key.
  public static let keyboardUpArrow: UIKeyboardHIDUsage = 0x52
  /// Num Lock.
  public static let keypadNumLock: UIKeyboardHIDUsage = 0x53
  /// The key / of the keypad.
  public static let keypadSlash: UIKeyboardHIDUsage = 0x54
  /// The key * of the keypad.
  public static let keypadAsterisk: UIKeyboardHIDUsage = 0x55
  /// The key - of the keypad.
  public static let keypadHyphen: UIKeyboardHIDUsage = 0x56
  /// The key + of the keypad.
  public static let keypadPlus: UIKeyboardHIDUsage = 0x57
  /// Enter of the keypad.
  public static let keypadEnter: UIKeyboardHIDUsage = 0x58
  /// The key 1 of the keypad.
  public static let keypad1: UIKeyboardHIDUsage = 0x59
  /// The key 2 of the keypad.
  public static let keypad2: UIKeyboardHIDUsage = 0x5A
  /// The key 3 of the keypad.
  public static let keypad3: UIKeyboardHIDUsage = 0x5B
  /// The key 4 of the keypad.
  public static let keypad4: UIKeyboardHIDUsage = 0x5C
  /// The key 5 of the keypad.
  public static let keypad5: UIKeyboardHIDUsage = 0x5D
  /// The key 6 of the keypad.
  public static let keypad6: UIKeyboardHIDUsage = 0x5E
  /// The key 7 of the keypad.
  public static let keypad7: UIKeyboardHIDUsage = 0x5F
  /// The key 8 of the keypad.
  public static let keypad8: UIKeyboardHIDUsage = 0x60
  /// The key 9 of the keypad.
  public static let keypad9: UIKeyboardHIDUsage = 0x61
  /// The key 0 of the keypad.
  public static let keypad0: UIKeyboardHIDUsage = 0x62
  /// The key . of the keypad.
  public static let keypadPeriod: UIKeyboardHIDUsage = 0x63
  /// The key beside the left Shift of other keyboards.
  public static let keyboardNonUSBackslash: UIKeyboardHIDUsage = 0x64
  /// The menu key.
  public static let keyboardApplication: UIKeyboardHIDUsage = 0x65
  /// The key = of the keypad.
  public static let keypadEqualSign: UIKeyboardHIDUsage = 0x67
  /// The left Control.
  public static let keyboardLeftControl: UIKeyboardHIDUsage = 0xE0
  /// The left Shift.
  public static let keyboardLeftShift: UIKeyboardHIDUsage = 0xE1
  /// The left Alt.
  public static let keyboardLeftAlt: UIKeyboardHIDUsage = 0xE2
  /// The left Command, or Super.
  public static let keyboardLeftGUI: UIKeyboardHIDUsage = 0xE3
  /// The right Control.
  public static let keyboardRightControl: UIKeyboardHIDUsage = 0xE4
  /// The right Shift.
  public static let keyboardRightShift: UIKeyboardHIDUsage = 0xE5
  /// The right Alt.
  public static let keyboardRightAlt: UIKeyboardHIDUsage = 0xE6
  /// The right Command, or Super.
  public static let keyboardRightGUI: UIKeyboardHIDUsage = 0xE7
}
