/// The version of the programs.
package enum ArrangeVersion {
  package static let current = "0.8.0"
}
