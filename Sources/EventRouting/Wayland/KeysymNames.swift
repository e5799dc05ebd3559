/// The names of keysyms, as keymaps of XKB have them.
enum KeysymNames {
  /// The keysym of a name, of a code point (`U20AC`), or of a number (`0x100263a`); 0 for none.
  static func keysym(_ name: Substring) -> UInt32 {
    if let known = table[name] { return known }
    if name.hasPrefix("0x") { return UInt32(name.dropFirst(2), radix: 16) ?? 0 }
    guard name.hasPrefix("U"), (5...7).contains(name.utf8.count),
      let point = UInt32(name.dropFirst(), radix: 16), point <= 0x10FFFF
    else { return 0 }
    // Latin-1 has the same numbers in both.
    return (0x20...0x7E).contains(point) || (0xA0...0xFF).contains(point) ? point : 0x0100_0000 + point
  }

  private static let table: [Substring: UInt32] = {
    var table: [Substring: UInt32] = [:]
    table.reserveCapacity(1400)
    var next: UInt32 = 0
    for word in words.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if word.last == ":" {
        next = UInt32(word.dropLast(), radix: 16) ?? 0
      } else {
        table[word] = next
        next += 1
      }
    }
    return table
  }()

  /// Runs of names: the keysym of the first, in hexadecimal digits, and the names of that one and those after it. What has no
  /// number in the text tables of this module has that of its code point.
  private static let words = """
    20: space exclam quotedbl numbersign dollar percent ampersand apostrophe parenleft parenright asterisk
    plus comma minus period slash 0 1 2 3 4 5 6 7 8 9 colon semicolon less equal greater question at A B C
    D E F G H I J K L M N O P Q R S T U V W X Y Z bracketleft backslash bracketright asciicircum
    underscore grave a b c d e f g h i j k l m n o p q r s t u v w x y z braceleft bar braceright
    asciitilde A0: nobreakspace exclamdown cent sterling currency yen brokenbar section diaeresis
    copyright ordfeminine guillemotleft notsign hyphen registered macron degree plusminus twosuperior
    threesuperior acute mu paragraph periodcentered cedilla onesuperior masculine guillemotright
    onequarter onehalf threequarters questiondown Agrave Aacute Acircumflex Atilde Adiaeresis Aring AE
    Ccedilla Egrave Eacute Ecircumflex Ediaeresis Igrave Iacute Icircumflex Idiaeresis ETH Ntilde Ograve
    Oacute Ocircumflex Otilde Odiaeresis multiply Oslash Ugrave Uacute Ucircumflex Udiaeresis Yacute THORN
    ssharp agrave aacute acircumflex atilde adiaeresis aring ae ccedilla egrave eacute ecircumflex
    ediaeresis igrave iacute icircumflex idiaeresis eth ntilde ograve oacute ocircumflex otilde odiaeresis
    division oslash ugrave uacute ucircumflex udiaeresis yacute thorn ydiaeresis 1A1: Aogonek breve
    Lstroke 1A5: Lcaron Sacute 1A9: Scaron Scedilla Tcaron Zacute 1AE: Zcaron Zabovedot 1B1: aogonek
    ogonek lstroke 1B5: lcaron sacute caron 1B9: scaron scedilla tcaron zacute doubleacute zcaron
    zabovedot Racute 1C3: Abreve 1C5: Lacute Cacute 1C8: Ccaron 1CA: Eogonek 1CC: Ecaron 1CF: Dcaron
    Dstroke Nacute Ncaron 1D5: Odoubleacute 1D8: Rcaron Uring 1DB: Udoubleacute 1DE: Tcedilla 1E0: racute
    1E3: abreve 1E5: lacute cacute 1E8: ccaron 1EA: eogonek 1EC: ecaron 1EF: dcaron dstroke nacute ncaron
    1F5: odoubleacute 1F8: rcaron uring 1FB: udoubleacute 1FE: tcedilla abovedot 6A1: Serbian_dje
    Macedonia_gje Cyrillic_io Ukrainian_ie Macedonia_dse Ukrainian_i Ukrainian_yi Cyrillic_je Cyrillic_lje
    Cyrillic_nje Serbian_tshe Macedonia_kje Ukrainian_ghe_with_upturn Byelorussian_shortu Cyrillic_dzhe
    numerosign Serbian_DJE Macedonia_GJE Cyrillic_IO Ukrainian_IE Macedonia_DSE Ukrainian_I Ukrainian_YI
    Cyrillic_JE Cyrillic_LJE Cyrillic_NJE Serbian_TSHE Macedonia_KJE Ukrainian_GHE_WITH_UPTURN
    Byelorussian_SHORTU Cyrillic_DZHE Cyrillic_yu Cyrillic_a Cyrillic_be Cyrillic_tse Cyrillic_de
    Cyrillic_ie Cyrillic_ef Cyrillic_ghe Cyrillic_ha Cyrillic_i Cyrillic_shorti Cyrillic_ka Cyrillic_el
    Cyrillic_em Cyrillic_en Cyrillic_o Cyrillic_pe Cyrillic_ya Cyrillic_er Cyrillic_es Cyrillic_te
    Cyrillic_u Cyrillic_zhe Cyrillic_ve Cyrillic_softsign Cyrillic_yeru Cyrillic_ze Cyrillic_sha
    Cyrillic_e Cyrillic_shcha Cyrillic_che Cyrillic_hardsign Cyrillic_YU Cyrillic_A Cyrillic_BE
    Cyrillic_TSE Cyrillic_DE Cyrillic_IE Cyrillic_EF Cyrillic_GHE Cyrillic_HA Cyrillic_I Cyrillic_SHORTI
    Cyrillic_KA Cyrillic_EL Cyrillic_EM Cyrillic_EN Cyrillic_O Cyrillic_PE Cyrillic_YA Cyrillic_ER
    Cyrillic_ES Cyrillic_TE Cyrillic_U Cyrillic_ZHE Cyrillic_VE Cyrillic_SOFTSIGN Cyrillic_YERU
    Cyrillic_ZE Cyrillic_SHA Cyrillic_E Cyrillic_SHCHA Cyrillic_CHE Cyrillic_HARDSIGN 7A1:
    Greek_ALPHAaccent Greek_EPSILONaccent Greek_ETAaccent Greek_IOTAaccent Greek_IOTAdieresis 7A7:
    Greek_OMICRONaccent Greek_UPSILONaccent Greek_UPSILONdieresis 7AB: Greek_OMEGAaccent 7AE:
    Greek_accentdieresis Greek_horizbar 7B1: Greek_alphaaccent Greek_epsilonaccent Greek_etaaccent
    Greek_iotaaccent Greek_iotadieresis Greek_iotaaccentdieresis Greek_omicronaccent Greek_upsilonaccent
    Greek_upsilondieresis Greek_upsilonaccentdieresis Greek_omegaaccent 7C1: Greek_ALPHA Greek_BETA
    Greek_GAMMA Greek_DELTA Greek_EPSILON Greek_ZETA Greek_ETA Greek_THETA Greek_IOTA Greek_KAPPA
    Greek_LAMDA Greek_MU Greek_NU Greek_XI Greek_OMICRON Greek_PI Greek_RHO Greek_SIGMA 7D4: Greek_TAU
    Greek_UPSILON Greek_PHI Greek_CHI Greek_PSI Greek_OMEGA 7E1: Greek_alpha Greek_beta Greek_gamma
    Greek_delta Greek_epsilon Greek_zeta Greek_eta Greek_theta Greek_iota Greek_kappa Greek_lamda Greek_mu
    Greek_nu Greek_xi Greek_omicron Greek_pi Greek_rho Greek_sigma Greek_finalsmallsigma Greek_tau
    Greek_upsilon Greek_phi Greek_chi Greek_psi Greek_omega 20AC: EuroSign FE01: ISO_Lock ISO_Level2_Latch
    ISO_Level3_Shift ISO_Level3_Latch ISO_Level3_Lock ISO_Group_Latch ISO_Group_Lock ISO_Next_Group
    ISO_Next_Group_Lock ISO_Prev_Group ISO_Prev_Group_Lock ISO_First_Group ISO_First_Group_Lock
    ISO_Last_Group ISO_Last_Group_Lock FE11: ISO_Level5_Shift ISO_Level5_Latch ISO_Level5_Lock FE20:
    ISO_Left_Tab ISO_Move_Line_Up ISO_Move_Line_Down ISO_Partial_Line_Up ISO_Partial_Line_Down
    ISO_Partial_Space_Left ISO_Partial_Space_Right ISO_Set_Margin_Left ISO_Set_Margin_Right
    ISO_Release_Margin_Left ISO_Release_Margin_Right ISO_Release_Both_Margins ISO_Fast_Cursor_Left
    ISO_Fast_Cursor_Right ISO_Fast_Cursor_Up ISO_Fast_Cursor_Down ISO_Continuous_Underline
    ISO_Discontinuous_Underline ISO_Emphasize ISO_Center_Object ISO_Enter FE50: dead_grave dead_acute
    dead_circumflex dead_tilde dead_macron dead_breve dead_abovedot dead_diaeresis dead_abovering
    dead_doubleacute dead_caron dead_cedilla dead_ogonek dead_iota dead_voiced_sound dead_semivoiced_sound
    dead_belowdot dead_hook dead_horn dead_stroke dead_abovecomma dead_abovereversedcomma dead_doublegrave
    dead_belowring dead_belowmacron dead_belowcircumflex dead_belowtilde dead_belowbreve
    dead_belowdiaeresis dead_invertedbreve dead_belowcomma dead_currency AccessX_Enable
    AccessX_Feedback_Enable RepeatKeys_Enable SlowKeys_Enable BounceKeys_Enable StickyKeys_Enable
    MouseKeys_Enable MouseKeys_Accel_Enable Overlay1_Enable Overlay2_Enable AudibleBell_Enable FE80:
    dead_a dead_A dead_e dead_E dead_i dead_I dead_o dead_O dead_u dead_U dead_small_schwa
    dead_capital_schwa dead_greek FE90: dead_lowline dead_aboveverticalline dead_belowverticalline
    dead_longsolidusoverlay FEA0: ch Ch CH c_h C_h C_H FED0: First_Virtual_Screen Prev_Virtual_Screen
    Next_Virtual_Screen FED4: Last_Virtual_Screen Terminate_Server FEE0: Pointer_Left Pointer_Right
    Pointer_Up Pointer_Down Pointer_UpLeft Pointer_UpRight Pointer_DownLeft Pointer_DownRight
    Pointer_Button_Dflt Pointer_Button1 Pointer_Button2 Pointer_Button3 Pointer_Button4 Pointer_Button5
    Pointer_DblClick_Dflt Pointer_DblClick1 Pointer_DblClick2 Pointer_DblClick3 Pointer_DblClick4
    Pointer_DblClick5 Pointer_Drag_Dflt Pointer_Drag1 Pointer_Drag2 Pointer_Drag3 Pointer_Drag4
    Pointer_EnableKeys Pointer_Accelerate Pointer_DfltBtnNext Pointer_DfltBtnPrev Pointer_Drag5 FF08:
    BackSpace Tab Linefeed Clear FF0D: Return FF13: Pause Scroll_Lock Sys_Req FF1B: Escape FF20: Multi_key
    Kanji Muhenkan Henkan_Mode Romaji Hiragana Katakana Hiragana_Katakana Zenkaku Hankaku Zenkaku_Hankaku
    Touroku Massyo Kana_Lock Kana_Shift Eisu_Shift Eisu_toggle Hangul FF34: Hangul_Hanja FF37: Codeinput
    FF3C: SingleCandidate MultipleCandidate PreviousCandidate FF50: Home Left Up Right Down Prior Next End
    Begin FF60: Select Print Execute Insert FF65: Undo Redo Menu Find Cancel Help Break FF7E: Mode_switch
    Num_Lock KP_Space FF89: KP_Tab FF8D: KP_Enter FF91: KP_F1 KP_F2 KP_F3 KP_F4 KP_Home KP_Left KP_Up
    KP_Right KP_Down KP_Prior KP_Next KP_End KP_Begin KP_Insert KP_Delete FFAA: KP_Multiply KP_Add
    KP_Separator KP_Subtract KP_Decimal KP_Divide KP_0 KP_1 KP_2 KP_3 KP_4 KP_5 KP_6 KP_7 KP_8 KP_9 FFBD:
    KP_Equal F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 F13 F14 F15 F16 F17 F18 F19 F20 F21 F22 F23 F24 F25
    F26 F27 F28 F29 F30 F31 F32 F33 F34 F35 Shift_L Shift_R Control_L Control_R Caps_Lock Shift_Lock
    Meta_L Meta_R Alt_L Alt_R Super_L Super_R Hyper_L Hyper_R FFFF: Delete 100220: containsas squareroot
    dintegral FFFFFF: VoidSymbol 100002E: decimalpoint 100003C: leftcaret 100003E: rightcaret 100005F:
    underbar 10000AF: overbar 1000100: Amacron amacron 1000108: Ccircumflex ccircumflex Cabovedot
    cabovedot 1000112: Emacron emacron 1000116: Eabovedot eabovedot 100011C: Gcircumflex gcircumflex
    Gbreve gbreve Gabovedot gabovedot Gcedilla gcedilla Hcircumflex hcircumflex Hstroke hstroke Itilde
    itilde Imacron imacron Ibreve ibreve Iogonek iogonek Iabovedot idotless 1000134: Jcircumflex
    jcircumflex Kcedilla kcedilla kra 100013B: Lcedilla lcedilla 1000145: Ncedilla ncedilla 100014A: ENG
    eng Omacron omacron 1000152: OE oe 1000156: Rcedilla rcedilla 100015C: Scircumflex scircumflex
    1000166: Tslash tslash Utilde utilde Umacron umacron Ubreve ubreve 1000172: Uogonek uogonek
    Wcircumflex wcircumflex Ycircumflex ycircumflex Ydiaeresis 100018F: SCHWA 1000192: function 100019F:
    Obarred Ohorn ohorn 10001AF: Uhorn uhorn 10001B5: Zstroke zstroke EZH 10001D1: Ocaron ocaron 10001E6:
    Gcaron gcaron 1000259: schwa 1000275: obarred 1000292: ezh 1000300: combining_grave combining_acute
    1000303: combining_tilde 1000309: combining_hook 1000323: combining_belowdot 1000492: Cyrillic_GHE_bar
    Cyrillic_ghe_bar 1000496: Cyrillic_ZHE_descender Cyrillic_zhe_descender 100049A: Cyrillic_KA_descender
    Cyrillic_ka_descender Cyrillic_KA_vertstroke Cyrillic_ka_vertstroke 10004A2: Cyrillic_EN_descender
    Cyrillic_en_descender 10004AE: Cyrillic_U_straight Cyrillic_u_straight Cyrillic_U_straight_bar
    Cyrillic_u_straight_bar Cyrillic_HA_descender Cyrillic_ha_descender 10004B6: Cyrillic_CHE_descender
    Cyrillic_che_descender Cyrillic_CHE_vertstroke Cyrillic_che_vertstroke Cyrillic_SHHA Cyrillic_shha
    10004D8: Cyrillic_SCHWA Cyrillic_schwa 10004E2: Cyrillic_I_macron Cyrillic_i_macron 10004E8:
    Cyrillic_O_bar Cyrillic_o_bar 10004EE: Cyrillic_U_macron Cyrillic_u_macron 1000531: Armenian_AYB
    Armenian_BEN Armenian_GIM Armenian_DA Armenian_YECH Armenian_ZA Armenian_E Armenian_AT Armenian_TO
    Armenian_ZHE Armenian_INI Armenian_LYUN Armenian_KHE Armenian_TSA Armenian_KEN Armenian_HO
    Armenian_DZA Armenian_GHAT Armenian_TCHE Armenian_MEN Armenian_HI Armenian_NU Armenian_SHA Armenian_VO
    Armenian_CHA Armenian_PE Armenian_JE Armenian_RA Armenian_SE Armenian_VEV Armenian_TYUN Armenian_RE
    Armenian_TSO Armenian_VYUN Armenian_PYUR Armenian_KE Armenian_O Armenian_FE 100055A:
    Armenian_apostrophe Armenian_accent Armenian_exclam Armenian_separation_mark Armenian_question
    1000561: Armenian_ayb Armenian_ben Armenian_gim Armenian_da Armenian_yech Armenian_za Armenian_e
    Armenian_at Armenian_to Armenian_zhe Armenian_ini Armenian_lyun Armenian_khe Armenian_tsa Armenian_ken
    Armenian_ho Armenian_dza Armenian_ghat Armenian_tche Armenian_men Armenian_hi Armenian_nu Armenian_sha
    Armenian_vo Armenian_cha Armenian_pe Armenian_je Armenian_ra Armenian_se Armenian_vev Armenian_tyun
    Armenian_re Armenian_tso Armenian_vyun Armenian_pyur Armenian_ke Armenian_o Armenian_fe
    Armenian_ligature_ew 1000589: Armenian_full_stop Armenian_hyphen 10006CC: Farsi_yeh 10006F0: Farsi_0
    Farsi_1 Farsi_2 Farsi_3 Farsi_4 Farsi_5 Farsi_6 Farsi_7 Farsi_8 Farsi_9 10010D0: Georgian_an
    Georgian_ban Georgian_gan Georgian_don Georgian_en Georgian_vin Georgian_zen Georgian_tan Georgian_in
    Georgian_kan Georgian_las Georgian_man Georgian_nar Georgian_on Georgian_par Georgian_zhar
    Georgian_rae Georgian_san Georgian_tar Georgian_un Georgian_phar Georgian_khar Georgian_ghan
    Georgian_qar Georgian_shin Georgian_chin Georgian_can Georgian_jil Georgian_cil Georgian_char
    Georgian_xan Georgian_jhan Georgian_hae Georgian_he Georgian_hie Georgian_we Georgian_har Georgian_hoe
    Georgian_fi 1001E02: Babovedot babovedot 1001E0A: Dabovedot dabovedot 1001E1E: Fabovedot fabovedot
    1001E36: Lbelowdot lbelowdot 1001E40: Mabovedot mabovedot 1001E56: Pabovedot pabovedot 1001E60:
    Sabovedot sabovedot 1001E6A: Tabovedot tabovedot 1001E80: Wgrave wgrave Wacute wacute Wdiaeresis
    wdiaeresis 1001E8A: Xabovedot xabovedot 1001EA0: Abelowdot abelowdot Ahook ahook Acircumflexacute
    acircumflexacute Acircumflexgrave acircumflexgrave Acircumflexhook acircumflexhook Acircumflextilde
    acircumflextilde Acircumflexbelowdot acircumflexbelowdot Abreveacute abreveacute Abrevegrave
    abrevegrave Abrevehook abrevehook Abrevetilde abrevetilde Abrevebelowdot abrevebelowdot Ebelowdot
    ebelowdot Ehook ehook Etilde etilde Ecircumflexacute ecircumflexacute Ecircumflexgrave
    ecircumflexgrave Ecircumflexhook ecircumflexhook Ecircumflextilde ecircumflextilde Ecircumflexbelowdot
    ecircumflexbelowdot Ihook ihook Ibelowdot ibelowdot Obelowdot obelowdot Ohook ohook Ocircumflexacute
    ocircumflexacute Ocircumflexgrave ocircumflexgrave Ocircumflexhook ocircumflexhook Ocircumflextilde
    ocircumflextilde Ocircumflexbelowdot ocircumflexbelowdot Ohornacute ohornacute Ohorngrave ohorngrave
    Ohornhook ohornhook Ohorntilde ohorntilde Ohornbelowdot ohornbelowdot Ubelowdot ubelowdot Uhook uhook
    Uhornacute uhornacute Uhorngrave uhorngrave Uhornhook uhornhook Uhorntilde uhorntilde Uhornbelowdot
    uhornbelowdot Ygrave ygrave Ybelowdot ybelowdot Yhook yhook Ytilde ytilde 1002002: enspace emspace
    em3space em4space 1002007: digitspace punctspace thinspace hairspace 1002012: figdash endash emdash
    1002018: leftsinglequotemark rightsinglequotemark singlelowquotemark 100201C: leftdoublequotemark
    rightdoublequotemark doublelowquotemark 1002020: dagger doubledagger enfilledcircbullet 1002025:
    doubbaselinedot ellipsis 1002030: permille 1002032: minutes seconds 1002038: caret 100203E: overline
    1002070: zerosuperior 1002074: foursuperior fivesuperior sixsuperior sevensuperior eightsuperior
    ninesuperior 1002080: zerosubscript onesubscript twosubscript threesubscript foursubscript
    fivesubscript sixsubscript sevensubscript eightsubscript ninesubscript 10020A0: EcuSign ColonSign
    CruzeiroSign FFrancSign LiraSign MillSign NairaSign PesetaSign RupeeSign Korean_Won NewSheqelSign
    DongSign 1002105: careof 1002117: phonographcopyright 100211E: prescription 1002122: trademark
    1002153: onethird twothirds onefifth twofifths threefifths fourfifths onesixth fivesixths oneeighth
    threeeighths fiveeighths seveneighths 1002190: leftarrow uparrow rightarrow downarrow 10021D2: implies
    10021D4: ifonlyif 1002202: partialderivative 1002205: emptyset 1002207: nabla elementof notelementof
    1002218: jot 100221A: radical 100221D: variation infinity 1002227: logicaland logicalor intersection
    union integral 1002234: therefore because 100223C: approximate 1002243: similarequal 1002247:
    notapproxeq approxeq 1002260: notequal identical notidentical stricteq lessthanequal greaterthanequal
    1002282: includedin includes 10022A2: righttack lefttack downtack uptack 1002308: upstile 100230A:
    downstile 1002315: telephonerecorder 1002320: topintegral botintegral 1002329: leftanglebracket
    rightanglebracket 1002395: quad 100239B: topleftparens 100239D: botleftparens toprightparens 10023A0:
    botrightparens topleftsqbracket 10023A3: botleftsqbracket toprightsqbracket 10023A6: botrightsqbracket
    10023A8: leftmiddlecurlybrace 10023AC: rightmiddlecurlybrace 10023B7: leftradical 10023BA:
    horizlinescan1 horizlinescan3 horizlinescan7 horizlinescan9 1002409: ht lf vt ff cr 1002423:
    signifblank nl 1002500: horizconnector 1002502: vertconnector 100250C: topleftradical 1002510:
    uprightcorner 1002514: lowleftcorner 1002518: lowrightcorner 100251C: leftt 1002524: rightt 100252C:
    topt 1002534: bott 100253C: crossinglines 1002592: checkerboard 10025AA: enfilledsqbullet
    enopensquarebullet filledrectbullet openrectbullet emfilledrect emopenrectangle 10025B2:
    filledtribulletup opentribulletup 10025B6: filledrighttribullet rightopentriangle 10025BC:
    filledtribulletdown opentribulletdown 10025C0: filledlefttribullet leftopentriangle 10025C6:
    soliddiamond 10025CB: emopencircle 10025CF: emfilledcircle 10025E6: enopencircbullet 1002606: openstar
    100260E: telephone 1002613: signaturemark 100261C: leftpointer 100261E: rightpointer 1002640:
    femalesymbol 1002642: malesymbol 1002663: club 1002665: heart diamond 100266D: musicalflat 100266F:
    musicalsharp 1002713: checkmark 1002717: ballotcross 100271D: latincross 1002720: maltesecross
    100309B: voicedsound 10030FC: prolongedsound 27: quoteright 60: quoteleft D0: Eth D8: Ooblique DE:
    Thorn F8: ooblique 6A4: Ukranian_je 6A6: Ukranian_i 6A7: Ukranian_yi 6A8: Serbian_je 6A9: Serbian_lje
    6AA: Serbian_nje 6AF: Serbian_dze 6B4: Ukranian_JE 6B6: Ukranian_I 6B7: Ukranian_YI 6B8: Serbian_JE
    6B9: Serbian_LJE 6BA: Serbian_NJE 6BF: Serbian_DZE 7A5: Greek_IOTAdiaeresis 7CB: Greek_LAMBDA 7EB:
    Greek_lambda FE53: dead_perispomeni FE64: dead_psili FE65: dead_dasia FF23: Henkan FF37: Kanji_Bangou
    FF3D: Zen_Koho FF3E: Mae_Koho FF55: Page_Up FF56: Page_Down FF7E: script_switch FF7E: ISO_Group_Shift
    FF7E: Greek_switch FF7E: Hebrew_switch FF9A: KP_Page_Up FF9B: KP_Page_Down FFC8: L1 FFC9: L2 FFCA: L3
    FFCB: L4 FFCC: L5 FFCD: L6 FFCE: L7 FFCF: L8 FFD0: L9 FFD1: L10 FFD2: R1 FFD3: R2 FFD4: R3 FFD5: R4
    FFD6: R5 FFD7: R6 FFD8: R7 FFD9: R8 FFDA: R9 FFDB: R10 FFDC: R11 FFDD: R12 FFDE: R13 FFDF: R14 FFE0:
    R15 100221: cuberoot 100221: fourthroot 100222: tintegral 100055B: Armenian_shesht 100055C:
    Armenian_amanak 100055D: Armenian_but 100055E: Armenian_paruyk 1000589: Armenian_verjaket 100058A:
    Armenian_yentamna 10020A9: WonSign 1002202: partdifferential 1002227: upcaret 1002228: downcaret
    1002229: upshoe 100222A: downshoe 1002282: leftshoe 1002283: rightshoe 1002500: horizlinescan5
    1002502: vertbar 100250C: upleftcorner 10025CB: circle
    """
}
