import StallMonitoring

/// The function around an address in this process's code; "0x…" where it has no name.
public func functionName(at address: UInt) -> String {
  SymbolNames().frames([address]).last?.name ?? ""
}
