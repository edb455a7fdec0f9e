package import ArrangeModel
import InputText

/// Parses access files. See `Documentation/security.md` for their content.
package enum AccessFile {
  /// The maximum size of a file, in bytes.
  package static let maximumBytes = 4 * 1024 * 1024
  private static let maximumRoles = 10_000
  private static let maximumPrincipals = 100_000
  /// The maximum number of grants of one role, and of roles, tokens and other entries of one principal.
  private static let maximumEntries = 10_000
  private static let largestLimit = 1_000_000_000

  /// Reads the content of a file.
  package static func policy(reading bytes: [UInt8]) throws(AccessFileError) -> AccessPolicy {
    guard bytes.count <= maximumBytes else {
      throw AccessFileError("the file has more than \(maximumBytes) bytes")
    }
    guard !TextEncoding.isUTF16(bytes) else {
      throw AccessFileError("the file is UTF-16; save it as UTF-8")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw AccessFileError("the file is not UTF-8")
    }
    do throws(YAMLError) {
      guard let root = try YAMLNode.root(of: text, allowingAliases: false) else {
        throw YAMLError("the file is empty, so nobody could do anything; declare roles and principals")
      }
      return try AccessFileReader(root).policy
    } catch { throw AccessFileError(error.message, line: error.line, column: error.column) }
  }

  /// Reads a time of the file: a day, which begins at midnight UTC, or a time of RFC 3339.
  package static func time(_ text: String) -> Timestamp? {
    Timestamp(text: text) ?? Timestamp(text: "\(text)T00:00:00Z")
  }

  /// Reads the file and applies its limits.
  private struct AccessFileReader {
    private(set) var policy = AccessPolicy()
    /// The first occurrence of each digest, certificate and user: each belongs to one principal.
    private var owners: [String: Principal] = [:]

    init(_ root: YAMLNode) throws(YAMLError) {
      let known = ["roles", "principals", "anonymous", "jwt", "limits", "sinks"]
      let file = try root.record(known)
      if let node = file["roles"] {
        for (name, key, value) in try node.map("roles", atMost: maximumRoles) {
          policy.roles[name] = try role(name, key, value)
        }
      }
      if let node = file["limits"] { policy.limits = try limits(node) }
      if let node = file["principals"] {
        for (name, key, value) in try node.map("principals", atMost: maximumPrincipals) {
          let principal = try principal(name, key)
          policy.principals[principal] = try entry(value, of: principal)
        }
      }
      if let node = file["anonymous"] { policy.anonymous = try anonymous(node) }
      if let node = file["jwt"] { policy.jwt = try jwt(node) }
      if let node = file["sinks"] { policy.sinkKeys = try sinkKeys(node) }
    }

    private func sinkKeys(_ node: YAMLNode) throws(YAMLError) -> [NamePattern] {
      let record = try node.record(["keys"])
      guard let keys = record["keys"] else {
        throw node.error("`sinks` needs `keys`, a list of patterns of places of keys")
      }
      var patterns: [NamePattern] = []
      for node in try keys.list("patterns of places of keys", 0...maximumEntries) {
        do throws(ArrangeError) { patterns.append(try NamePattern(try patternText(node))) } catch {
          throw node.error(error.message)
        }
        guard let text = patterns.last?.text, text.hasPrefix("file:/") || text.hasPrefix("env:") else {
          throw node.error("the place of a key is file:/PATH or env:NAME")
        }
      }
      return patterns
    }

    private func principal(_ name: String, _ key: YAMLNode) throws(YAMLError) -> Principal {
      do throws(ArrangeError) {
        let principal = try Principal(name)
        guard principal != .anonymous else {
          throw ArrangeError(
            .invalidArgument,
            "declare the roles of callers without credentials under `anonymous`, beside `principals`"
          )
        }
        return principal
      } catch { throw key.error(error.message) }
    }

    // MARK: Roles

    private func role(
      _ name: String,
      _ key: YAMLNode,
      _ value: YAMLNode
    ) throws(YAMLError) -> Role {
      guard !name.isEmpty, name.utf8.count <= Principal.maximumLength, !Identifier.hasControlCharacter(name)
      else {
        throw key.error(
          "the name of a role has 1 to \(Principal.maximumLength) bytes, and no control characters"
        )
      }
      guard name != Role.admin.name else {
        throw key.error(
          "the role \"admin\" is there already, and may do everything; give this one another name"
        )
      }
      var grants: [Grant] = []
      for node in try value.list("grants", 0...maximumEntries) { grants.append(try grant(node)) }
      return Role(name: name, grants: grants)
    }

    private func grant(_ node: YAMLNode) throws(YAMLError) -> Grant {
      let record = try node.record(["on", "may", "never"])
      guard let on = record["on"] else { throw node.error("a grant needs `on`, the names that it is about") }
      let pattern: NamePattern
      do throws(ArrangeError) { pattern = try NamePattern(try patternText(on)) } catch {
        throw on.error(error.message)
      }
      var grant = Grant(on: pattern, line: node.line)
      if let may = record["may"] { grant.may = try permissions(may, pattern) }
      if let never = record["never"] { grant.never = try permissions(never, pattern) }
      guard record["may"] != nil || record["never"] != nil else {
        throw node.error("a grant needs `may` or `never`, a list of what may be done")
      }
      return grant
    }

    private func patternText(_ node: YAMLNode) throws(ArrangeError) -> String {
      do throws(YAMLError) { return try node.text("a pattern of names") } catch {
        throw ArrangeError(.invalidArgument, error.message)
      }
    }

    private func permissions(
      _ node: YAMLNode,
      _ pattern: NamePattern
    ) throws(YAMLError) -> PermissionSet {
      var permissions: PermissionSet = []
      for node in try node.list("permissions", 0...maximumEntries) {
        let word = try node.text("a permission")
        if word == "all" {
          permissions.formUnion(Permission.ofNames)
          continue
        }
        guard let permission = Permission(rawValue: word) else {
          let words = (Permission.allCases.map(\.rawValue) + ["all"]).joined(separator: ", ")
          throw node.error("\"\(word)\" is not one of the permissions \(words)")
        }
        guard !permission.isOfServer || pattern.text == "**" else {
          throw node.error("\(word) is about the server as a whole: grant it `on: \"**\"`")
        }
        permissions.formUnion(PermissionSet(permission))
      }
      return permissions
    }

    // MARK: Principals

    private mutating func entry(
      _ node: YAMLNode,
      of principal: Principal
    ) throws(YAMLError) -> AccessPolicy.Entry {
      let known = ["roles", "tokens", "certificates", "uids", "limits"]
      let record = try node.record(known)
      var entry = AccessPolicy.Entry()
      if let node = record["roles"] { entry.roles = try roles(node) }
      if let node = record["limits"] { entry.limits = try limits(node) }
      for node in try record["tokens"]?.list("tokens", 0...maximumEntries) ?? [] {
        let token = try token(node)
        try own("token \(token.digest.hexadecimal.prefix(8))…", token.digest.hexadecimal, principal, node)
        entry.tokens.append(token)
      }
      for node in try record["certificates"]?.list("names of certificates", 0...maximumEntries) ?? [] {
        let text = try node.text("a name in a certificate")
        guard CertificateName.isPossible(text) else {
          throw node.error(
            "\"\(text)\" is not a subject such as \"CN=ops,O=Example\", and no DNS:NAME, URI:TEXT or EMAIL:ADDRESS"
          )
        }
        try own("certificate \"\(text)\"", "certificate:\(text)", principal, node)
        entry.certificates.append(CertificateName(text))
      }
      for node in try record["uids"]?.list("user ids", 0...maximumEntries) ?? [] {
        let user = UInt32(try number(node, 0...Int(UInt32.max) - 1))
        try own("user id \(user)", "user:\(user)", principal, node)
        entry.users.append(user)
      }
      return entry
    }

    /// Records which principal a credential belongs to.
    private mutating func own(
      _ what: String,
      _ key: String,
      _ principal: Principal,
      _ node: YAMLNode
    ) throws(YAMLError) {
      if let other = owners.updateValue(principal, forKey: key) {
        throw node.error("the \(what) is that of \"\(other)\" already: it can say who one principal is")
      }
    }

    private func roles(_ node: YAMLNode) throws(YAMLError) -> [String] {
      var names: [String] = []
      for node in try node.list("roles", 0...maximumEntries) {
        let name = try node.text("the name of a role")
        guard policy.role(name) != nil else {
          throw node.error("there is no role \"\(name)\"; declare it under `roles`")
        }
        names.append(name)
      }
      return names
    }

    private func token(_ node: YAMLNode) throws(YAMLError) -> AccessPolicy.Token {
      let record = try node.record(["sha256", "expires"])
      guard let digest = record["sha256"] else {
        throw node.error("a token needs sha256; `arrange token new` prints the whole line")
      }
      let text = try digest.text("64 hexadecimal digits")
      guard let value = TokenDigest(hexadecimal: text) else {
        throw digest.error(
          text.hasPrefix(AccessToken.prefix)
            ? "this is the token itself, which is a secret: put its SHA-256 here, and make another token"
            : "sha256 has 64 hexadecimal digits"
        )
      }
      return AccessPolicy.Token(digest: value, expires: try record["expires"].map(time))
    }

    private func time(_ node: YAMLNode) throws(YAMLError) -> Timestamp {
      let text = try node.text("a time")
      guard let time = AccessFile.time(text) else {
        throw node.error("\"\(text)\" is not a time such as 2027-01-31 or 2027-01-31T12:00:00Z")
      }
      return time
    }

    private func anonymous(_ node: YAMLNode) throws(YAMLError) -> AccessPolicy.Entry {
      var entry = AccessPolicy.Entry()
      if node.isList {
        entry.roles = try roles(node)
        return entry
      }
      let record = try node.record(["roles", "limits"])
      if let node = record["roles"] { entry.roles = try roles(node) }
      if let node = record["limits"] { entry.limits = try limits(node) }
      return entry
    }

    private func number(_ node: YAMLNode, _ range: ClosedRange<Int>) throws(YAMLError) -> Int {
      let text = try node.text("a whole number")
      guard let number = Int(text) else { throw node.error("\"\(text)\" is not a whole number") }
      guard range.contains(number) else {
        throw node.error(
          "\(number) is outside of what is allowed, \(range.lowerBound) to \(range.upperBound)"
        )
      }
      return number
    }

    private func limits(_ node: YAMLNode) throws(YAMLError) -> AccessLimits {
      let known = [
        "connections", "calls-per-second", "bytes-per-second", "subscriptions", "collections", "items",
        "view-rows",
      ]
      let record = try node.record(known)
      func number(_ name: String, from least: Int) throws(YAMLError) -> Int? {
        guard let node = record[name] else { return nil }
        return try self.number(node, least...largestLimit)
      }
      var limits = AccessLimits()
      limits.connections = try number("connections", from: 0)
      limits.callsPerSecond = try number("calls-per-second", from: 1)
      limits.bytesPerSecond = try number("bytes-per-second", from: 1_024)
      limits.subscriptions = try number("subscriptions", from: 0)
      limits.collections = try number("collections", from: 0)
      limits.items = try number("items", from: 0)
      limits.viewRows = try number("view-rows", from: 0)
      return limits
    }

    private func jwt(_ node: YAMLNode) throws(YAMLError) -> AccessPolicy.JWTSettings {
      let known = ["keys", "issuer", "audience", "principal", "roles"]
      let record = try node.record(known)
      func text(_ name: String) throws(YAMLError) -> String? {
        guard let node = record[name] else { return nil }
        let text = try node.text("a text")
        guard !text.isEmpty else { throw node.error("\(name) must not be empty") }
        return text
      }
      guard let keys = try text("keys"), let issuer = try text("issuer"), let audience = try text("audience")
      else { throw node.error("jwt needs keys (a file), issuer and audience") }
      var settings = AccessPolicy.JWTSettings(keys: keys, issuer: issuer, audience: audience)
      settings.principal = try text("principal") ?? settings.principal
      settings.roles = try text("roles")
      return settings
    }
  }
}

extension CertificateName {
  /// The supported kinds of alternative names.
  package static let kinds = ["DNS:", "URI:", "EMAIL:"]

  fileprivate static func isPossible(_ text: String) -> Bool {
    if let kind = kinds.first(where: { text.hasPrefix($0) }) { return text.utf8.count > kind.utf8.count }
    return text.contains("=") && !text.hasPrefix("/")
  }
}
