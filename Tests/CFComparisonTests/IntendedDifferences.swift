import ScenarioModel

/// Behaviour of CFRunLoop from which Mainspring differs on purpose. `Docs/differences.md` has the details.
struct IntendedDifference: Sendable {
  /// As scenarios declare it: `quirk-NAME`.
  let name: String
  /// The rule that says what CFRunLoop does.
  let rule: String
  let reason: String
  /// Handwritten scenarios that show it. What Mainspring does in them is in `NAME.ours.trace`.
  let scenarios: [String]
  let fix: Fixes
  /// `runloop trace` shows it only with `--arm-all-ports`.
  var needsArmedPorts = false

  /// The test that holds both loops against the scenarios.
  static let test = "CFComparison.IntendedDifferences/showInTheirScenarios"

  static let all = [
    IntendedDifference(
      name: "stale-timer", rule: "W-13",
      reason: "A removed timer must not wake the loop.",
      scenarios: [
        "118_stale_timer_wake", "234_stale_timer_of_another_mode", "235_stale_timer_invalidated",
        "260_stale_timer_moved_before_its_turn",
      ], fix: .staleTimer),
    IntendedDifference(
      name: "shared-timeout", rule: "W-9",
      reason: "A run's deadline is its own: it wakes no other run, and no other run can use it up.",
      scenarios: [
        "048_outer_timeout_wakes_inner", "121_lost_timeout", "236_lost_timeout_in_before_timers",
        "237_lost_timeout_in_a_block",
      ], fix: .sharedTimeout),
    IntendedDifference(
      name: "lost-stop-wake", rule: "W-10",
      reason: "A run with a pending stop request must not go to sleep.",
      scenarios: ["122_lost_stop_wake", "123_stop_before_inner_in_block"], fix: .lostStopWake),
    IntendedDifference(
      name: "stale-wake", rule: "W-6",
      reason: "A wake-up that came too late for its run is of no use to a later one.",
      scenarios: ["045_stale_wake_after_entry_stop", "239_stale_wake_behind_a_timer"], fix: .staleWake),
    IntendedDifference(
      name: "last-source", rule: "Z-7",
      reason: "A pass in which any source was performed has handled a source.",
      scenarios: [
        "062_source_snapshot", "063_last_source_decides_handled", "240_last_source_in_an_inner_run",
      ],
      fix: .lastSource),
    IntendedDifference(
      name: "common-literal", rule: "M-3",
      reason: "The common modes are a set of modes; a mode of that name would never run.",
      scenarios: ["054_perform_common_makes_mode", "233_common_block_makes_no_mode", "170_stress_mix"],
      fix: .commonLiteral),
    IntendedDifference(
      name: "other-mode-port", rule: "W-12",
      reason: "A timer's date holds in all its modes, also one that was set in its callout.",
      scenarios: ["229_other_mode_port_date_in_callout", "230_other_mode_port_inner_run"],
      fix: .otherModePort, needsArmedPorts: true),
    IntendedDifference(
      name: "zombie-common", rule: "Z-11",
      reason: "An invalid item is nowhere, and so it is no common item.",
      scenarios: ["231_zombie_common", "232_zombie_common_of_another_loop"], fix: .zombieCommon),
  ]
}
