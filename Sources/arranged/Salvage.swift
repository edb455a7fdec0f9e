import ArgumentParser
import ArrangeModel
import ArrangeServer
import Backups
import Engine
import Foundation
import Journals

/// Makes a data directory of what can be read of a damaged one.
struct Salvage: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "salvage",
    _superCommandName: "arranged",
    abstract: "Makes a new data directory of what can be read of one that a server refuses.",
    discussion: """
      For a directory whose journal.log is gone, or whose files are damaged, and where no backup is newer. Everything that \
      can be read goes to a new directory, with a new history: who followed a list gets it anew. Each thing that is missing \
      is a line. Of a list whose newest commits can't be read, the version before them is kept; a list whose checkpoint \
      can't be read, and whose history is not complete, is lost.

      The old directory is not changed, and its server has to be stopped. The new one needs room for both meanwhile, beside \
      it. 'arranged verify' checks it.

      EXAMPLES
        arranged salvage --data /var/lib/arrange --to /var/lib/arrange-new

      EXIT STATUS
        0   the new directory is there; lines say what is missing in it
        69  a server uses the data directory
        74  nothing can be read, or the new directory can't be made
      """
  )

  @Option(help: ArgumentHelp("The damaged data directory.", valueName: "directory"), completion: .directory)
  var data: String

  @Option(
    help: ArgumentHelp("The data directory to make, which must not be there yet.", valueName: "directory"),
    completion: .directory
  )
  var to: String

  /// The suffix of the directory for copies of the damaged files.
  private static let copies = ".salvaging"

  func run() async throws {
    try await ServerFailure.reporting {
      let target = JournalDirectory.withoutSlashes(to)
      guard !JournalDirectory.exists(target) else {
        throw JournalError(.conflict, "\(target) already exists; choose another path, or remove it")
      }
      let salvage = try JournalSalvage(data, work: target + Salvage.copies)
      defer { salvage.close() }
      var missing = salvage.missing
      var (lists, views) = (0, 0)
      try LoggedJournal.make(target) { journal in
        for record in try salvage.source.collections().sorted(by: { $0.name < $1.name }) {
          do {
            let collection = try SalvagedCollection(record, salvage.source)
            missing += collection.missing.map { "\(record.name): \($0)" }
            try collection.append(to: journal)
            if collection.isView { views += 1 } else { lists += 1 }
          } catch let error as ArrangeError {
            missing.append("\(record.name), as a whole: \(error.message)")
          }
        }
      }
      for text in missing { LineWriter.output.write("missing: \(text)".printableLine) }
      LineWriter.output.write(
        "\(lists) collection\(lists == 1 ? "" : "s") and \(views) view\(views == 1 ? "" : "s") are in \(target); "
          + (missing.isEmpty ? "nothing is missing" : "what is missing is above")
      )
    }
  }
}
