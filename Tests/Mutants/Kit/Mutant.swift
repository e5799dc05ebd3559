/// A plausible mistake in one line of the product, which the tests must notice.
package struct Mutant: Sendable, Equatable {
  /// What the old text is, and so how the new text can stand beside it in one build.
  package enum Kind: String, Sendable {
    case expression, statement
  }

  package var name: String
  /// What the mutated program does wrong, in a sentence.
  package var mistake: String
  /// The source file, from the package's root.
  package var file: String
  /// Text in front of the old text, where that alone is not unique in the file.
  package var anchor: String?
  /// A regular expression for the names of the tests that should notice.
  package var filter: String
  package var kind: Kind
  package var old: [String]
  package var new: [String]
  /// Why no test can notice it, if none can.
  package var equivalence: String?
}

/// A file of mutants that are woven into one build.
package struct MutantList: Sendable {
  package var name: String
  /// The targets that are built for the list, with all that they depend on.
  package var targets: [String]
  package var mutants: [Mutant]
}

/// What is wrong with a list.
package struct MutantError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
