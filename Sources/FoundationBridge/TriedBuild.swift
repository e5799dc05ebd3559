/// Builds of libFoundation with which the engine was tried, by the linker's mark. Others may work: the functions that it serves
/// are the same in Swift 6.2 to 6.4.
package enum TriedBuild {
  package static let names = [
    "bbe2057ad9a7c4b7122ec47d2500ff98e0395cef": "Swift 6.3.1, x86-64"
  ]
}
