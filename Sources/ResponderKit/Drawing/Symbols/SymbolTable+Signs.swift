extension SymbolTable {
  /// Signs, arrows, frames, and what players have.
  static let signs = """
    plus cq|l M12 4V20M4 12H20
    minus cq|l M4 12H20
    multiply cq|l M5.5 5.5L18.5 18.5M18.5 5.5L5.5 18.5
    divide cq|l M4 12H20 a O12 5.4 0.7O12 18.6 0.7
    equal cq|l M4 8.4H20M4 15.6H20
    xmark cq|l M5 5L19 19M19 5L5 19
    checkmark cq|l M4 13.2L9.6 19L20 5.4
    chevron.left:14 cq|l M10.4 4.2L3.6 12L10.4 19.8
    chevron.right:14 cq|=chevron.left h
    chevron.backward:14 cq|=chevron.left
    chevron.forward:14 cq|=chevron.left h
    chevron.up cq|l M4.2 15.4L12 8.6L19.8 15.4
    chevron.down cq|=chevron.up v
    chevron.up.chevron.down:14|l M3 8.6L7 4.4L11 8.6M3 15.4L7 19.6L11 15.4
    arrow.left cq|l M20.6 12H3.8M10.6 5L3.6 12L10.6 19
    arrow.right cq|=arrow.left h
    arrow.backward cq|=arrow.left
    arrow.forward cq|=arrow.left h
    arrow.up cq|=arrow.left r
    arrow.down cq|l M12 3.4V20.2M5 13.4L12 20.4L19 13.4
    arrow.up.right cq|l M5.4 18.6L18.4 5.6M8 5.4H18.6V16
    arrow.down.left cq|l M18.6 5.4L5.6 18.4M16 18.6H5.4V8
    arrow.left.arrow.right|l M20.4 7.4H4M8 3.2L3.8 7.4L8 11.6M3.6 16.6H20M16 12.4L20.2 16.6L16 20.8
    arrow.up.arrow.down|l M7.4 20.4V4M3.2 8L7.4 3.8L11.6 8M16.6 3.6V20M12.4 16L16.6 20.2L20.8 16
    arrow.clockwise c|l U12 12.8 8.2 10 319M18.4 2.4V7.5H13.3
    arrow.counterclockwise c|=arrow.clockwise h
    arrow.triangle.2.circlepath c|l U12 12 8.6 195 325M19.6 3V7.3H15.2U12 12 8.6 15 145M4.4 21V16.7H8.8
    arrow.uturn.left c|l M4 9H14.6C18.2 9 20.4 11.2 20.4 14.4C20.4 17.6 18.2 19.8 14.6 19.8H9.6M8.8 4.2L4 9L8.8 13.8
    arrow.uturn.right c|=arrow.uturn.left h
    arrow.uturn.backward c|=arrow.uturn.left
    arrow.uturn.forward c|=arrow.uturn.left h
    ellipsis c|a O5 12 0.8O12 12 0.8O19 12 0.8
    info:12 cq|a O6 4.8 0.7 l M3.6 10.2H6.4V19.6M3.2 19.8H9.4
    questionmark:16 cq|l M3.2 8.4C3.2 5.4 5.2 3.4 8 3.4C10.8 3.4 12.8 5.4 12.8 8C12.8 11.6 8 11.6 8 15 a O8 19.8 0.5
    exclamationmark:10 cqt|l M5 3.6V14.2 a O5 19.6 0.6
    number cq|l M9.6 3.4L7.4 20.6M16.6 3.4L14.4 20.6M4.4 8.6H20.4M3.6 15.4H19.6
    dollarsign:16 cq|l M13 7.2C12.6 5.4 10.8 4.4 8.2 4.4C5.4 4.4 3.4 5.8 3.4 8C3.4 10.4 5.4 11.2 8.2 11.9C11 12.6 13.2 13.4 13.2 16C13.2 18.2 11 19.6 8.2 19.6C5.2 19.6 3.2 18.4 2.8 16.4M8.2 2V22
    power c|l U12 13 8 -52 232M12 2.8V11.6
    circle fs|b O12 12 10
    square fs|b R3 3 18 18 3.6
    triangle f|b M10.4 3.9Q12 1.4 13.6 3.9L22 18.2Q23 20.8 20.4 20.8H3.6Q1 20.8 2 18.2Z
    diamond f|b M10.6 2.9Q12 1.6 13.4 2.9L21.1 10.6Q22.4 12 21.1 13.4L13.4 21.1Q12 22.4 10.6 21.1L2.9 13.4Q1.6 12 2.9 10.6Z
    hexagon f|b M10.8 2.6Q12 2 13.2 2.6L19.8 6.4Q20.9 7.1 20.9 8.4V15.6Q20.9 16.9 19.8 17.6L13.2 21.4Q12 22 10.8 21.4L4.2 17.6Q3.1 16.9 3.1 15.6V8.4Q3.1 7.1 4.2 6.4Z
    rectangle:28 fs|b R2.4 4 23.2 16 2.8
    capsule:28 f|b R2.4 5.6 23.2 12.8 6.4
    oval:28 f|b E14 12 11.6 8
    nosign|l O12 12 9.6M5.4 5.4L18.6 18.6
    play fcs|b M6.4 4.3Q6.4 2.6 8 3.5L20.2 10.7Q22 12 20.2 13.3L8 20.5Q6.4 21.4 6.4 19.7Z
    pause fc|b R5.6 3.6 4 16.8 1.3R14.4 3.6 4 16.8 1.3
    stop fc|b R4.4 4.4 15.2 15.2 2.4
    record.circle f|%b O12 12 10 %c O12 12 4.4
    forward:28 fc|b M3 6.2Q3 4.8 4.3 5.5L12.8 11.1Q13.8 12 12.8 12.9L4.3 18.5Q3 19.2 3 17.8ZM15 6.2Q15 4.8 16.3 5.5L24.8 11.1Q25.8 12 24.8 12.9L16.3 18.5Q15 19.2 15 17.8Z
    backward:28 fc|=forward h
    forward.end:20 f|b M3 5.1Q3 3.6 4.4 4.4L15 11.1Q16.2 12 15 12.9L4.4 19.6Q3 20.4 3 18.9Z l M17.6 4.4V19.6
    backward.end:20 f|=forward.end h
    repeat:26 c|l M5.4 11V9.4Q5.4 6.6 8.2 6.6H21.2M17.6 2.8L21.4 6.6L17.6 10.4M20.6 13V14.6Q20.6 17.4 17.8 17.4H4.8M8.4 21.2L4.6 17.4L8.4 13.6
    shuffle:26 c|l M3 17H5.6C9.6 17 15.4 7 19.4 7H22.6M19.4 3.4L23 7L19.4 10.6M3 7H5.6C7 7 8.4 8.2 9.8 9.8M15.2 14.2C16.6 15.8 18 17 19.4 17H22.6M19.4 13.4L23 17L19.4 20.6
    line.3.horizontal c|l M3.4 6H20.6M3.4 12H20.6M3.4 18H20.6
    line.3.horizontal.decrease c|l M3 6.4H21M6.4 12H17.6M9.8 17.6H14.2
    slider.horizontal.3|l M3 5.6H21M3 12H21M3 18.4H21 g O8 5.6 1.2O16 12 1.2O8 18.4 1.2 l O8 5.6 2O16 12 2O8 18.4 2
    list.bullet:26 c|l M9.4 5.6H23M9.4 12H23M9.4 18.4H23 a O4 5.6 0.6O4 12 0.6O4 18.4 0.6
    list.number:26|l M9.8 5.6H23M9.8 12H23M9.8 18.4H23M3 3.8L4.6 3V8.2M2.8 15.8C3.4 14.6 5.8 14.8 5.6 16.6C5.4 18 3 19.4 2.8 20.8H6
    text.alignleft|l M3.4 5H20.6M3.4 9.6H14.6M3.4 14.2H20.6M3.4 18.8H14.6
    text.aligncenter|l M3.4 5H20.6M6.4 9.6H17.6M3.4 14.2H20.6M6.4 18.8H17.6
    textformat:26|l M2.6 18.8L8 5.2L13.4 18.8M4.6 14.2H11.4O18.8 15 3.6M22.4 11V18.8
    square.grid.2x2 f|b R3.2 3.2 7 7 1.8R13.8 3.2 7 7 1.8R3.2 13.8 7 7 1.8R13.8 13.8 7 7 1.8
    square.grid.3x3 f|b R2.8 2.8 4 4 1R10 2.8 4 4 1R17.2 2.8 4 4 1R2.8 10 4 4 1R10 10 4 4 1R17.2 10 4 4 1R2.8 17.2 4 4 1R10 17.2 4 4 1R17.2 17.2 4 4 1
    sidebar.left:28|l R2.4 4 23.2 16 2.8M10 4V20M5.2 7.6H7.4M5.2 10.6H7.4
    square.and.arrow.up f|o M8.4 8.8H6.6Q4.4 8.8 4.4 11V18.8Q4.4 21 6.6 21H17.4Q19.6 21 19.6 18.8V11Q19.6 8.8 17.4 8.8H15.6 i R4.4 8.8 15.2 12.2 2.2 g M12 15.2V2.8 l M12 15.2V2.8M8 6.4L12 2.4L16 6.4
    square.and.arrow.down f|o M8.4 8.8H6.6Q4.4 8.8 4.4 11V18.8Q4.4 21 6.6 21H17.4Q19.6 21 19.6 18.8V11Q19.6 8.8 17.4 8.8H15.6 i R4.4 8.8 15.2 12.2 2.2 g M12 15.4V2.4M8 11.6L12 15.6L16 11.6 l M12 15.4V2.4M8 11.6L12 15.6L16 11.6
    square.and.pencil|l M11.4 4.4H6.2Q3.2 4.4 3.2 7.4V17.8Q3.2 20.8 6.2 20.8H16.6Q19.6 20.8 19.6 17.8V12.6 l M9 15L9.6 11.8L18.4 3Q19.4 2 20.4 3L21 3.6Q22 4.6 21 5.6L12.2 14.4Z
    magnifyingglass c|l O10 10 7M15.2 15.2L21.2 21.2
    plus.magnifyingglass|l O10 10 7M15.2 15.2L21.2 21.2M10 6.8V13.2M6.8 10H13.2
    minus.magnifyingglass|l O10 10 7M15.2 15.2L21.2 21.2M6.8 10H13.2
    """
}
