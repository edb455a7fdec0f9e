package import ArrangeModel
import CoreFoundation
import Engine
import Foundation
package import Logging
package import Ordering

/// Checks of options that don't need a running server.
extension ServerOptions {
  /// Checks everything that the options name, and what is to be created: the default strategy, the
  /// certificate and its key, the access file, the location of the audit log, and the collections, views and sinks.
  /// Nothing is created or changed.
  ///
  /// Checks that depend on the data are left out, such as whether a name is already used for something else.
  ///
  /// - Parameters:
  ///   - logger: receives warnings about what is not an error, such as a certificate that expires soon.
  /// - Returns: the errors that a start would fail with, each in one sentence that names the setting.
  package func problems(
    strategies: StrategyCatalog,
    collections: [CreateCollectionRequest],
    views: [DefineViewRequest],
    sinks: [CreateSinkRequest] = [],
    logger: Logger
  ) async -> [String] {
    var problems: [String] = []
    do { _ = try strategies.choose(defaultStrategy) } catch { problems.append("default-strategy: \(error)") }
    if let tls {
      do throws(TLSError) { _ = try await TLSIdentity(tls, logger: logger) } catch {
        problems.append("\(error)")
      }
    }
    // What is wrong with the server's own certificate is said above.
    var others = self
    others.tls = nil
    do throws(TLSError) { _ = try await NodeTLS(others) } catch { problems.append("\(error)") }
    do throws(AccessError) { _ = try await AccessControl(accessFile, logger: logger) } catch {
      problems.append("\(error)")
    }
    if let auditFile, let problem = AuditLog.problem(of: auditFile) { problems.append(problem) }
    var names = Set<Identifier>()
    for request in collections {
      if !names.insert(request.name).inserted {
        problems.append("collections: \"\(request.name)\" appears twice; remove one")
      }
      guard let strategy = request.strategy else { continue }
      do { _ = try strategies.choose(strategy) } catch {
        problems.append("collections: \"\(request.name)\": \(error)")
      }
    }
    for request in views {
      do throws(ArrangeError) { try request.view.named().validate() } catch {
        problems.append("views: \"\(request.name)\": \(error.message)")
      }
      if names.contains(request.name) {
        problems.append("views: \"\(request.name)\" is the name of a collection; give it another name")
      }
    }
    for request in sinks {
      do throws(ArrangeError) { try request.settings.check() } catch {
        problems.append("sinks: \"\(request.name)\": \(error.message)")
      }
    }
    return problems
  }
}

extension AuditLog {
  /// Why a file can't be appended to or created; nil if it can.
  static func problem(of path: String) -> String? {
    var status = stat()
    let exists = lstat(path, &status) == 0
    guard !exists || status.st_mode & S_IFMT == S_IFREG else {
      return "audit-log: can't write \(path): it is not a file"
    }
    let parent = (path as NSString).deletingLastPathComponent
    let place = exists ? path : parent.isEmpty ? "." : parent
    guard access(place, exists ? W_OK : W_OK | X_OK) == 0 else {
      return "audit-log: can't write \(path): \(systemText(errno))"
    }
    return nil
  }
}
