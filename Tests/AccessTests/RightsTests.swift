import ArrangeModel
import Testing

@testable import Access

@Suite("Rights")
struct RightsTests {
  private func rights(_ grants: [(String, may: PermissionSet, never: PermissionSet)]) throws -> Rights {
    let role = Role(
      name: "r",
      grants: try grants.map { Grant(on: try NamePattern($0.0), may: $0.may, never: $0.never) }
    )
    return Rights([role], for: try Principal("ann"))
  }

  private func permissions(_ name: String, _ grants: (String, may: PermissionSet, never: PermissionSet)...)
    throws
    -> PermissionSet
  { try rights(grants).permissions(on: try Identifier(name)) }

  @Test("are the union of grants without denied permissions, in any order")
  func neverWins() throws {
    let may = ("board/**", may: Permission.ofNames, never: [] as PermissionSet)
    let never = ("board/pay*", may: [] as PermissionSet, never: Permission.ofNames)
    #expect(try permissions("board/x", may, never) == Permission.ofNames)
    #expect(try permissions("board/payroll", may, never) == [])
    #expect(try permissions("board/payroll", never, may) == [])
    #expect(try permissions("x", may, never) == [])
    #expect(try permissions("b", ("b", may: .read, never: []), ("*", may: .watch, never: .read)) == .watch)
  }

  @Test("to write include rights to move, unless that is denied")
  func writing() throws {
    #expect(try permissions("b", ("b", may: .write, never: [])) == [.write, .move])
    #expect(try permissions("b", ("b", may: .write, never: .move)) == .write)
    #expect(try permissions("b", ("b", may: .write, never: .write)) == [])
    #expect(try permissions("b", ("b", may: .move, never: [])) == .move)
  }

  @Test("about the server apply to no name")
  func administrators() throws {
    #expect(try permissions("b", ("**", may: [.admin, .read], never: [])) == .read)
    #expect(try rights([("**", may: .admin, never: [])]).isAdministrator)
    #expect(try !rights([("**", may: Permission.ofNames, never: [])]).isAdministrator)
    #expect(try !rights([("**", may: .admin, never: []), ("**", may: [], never: .admin)]).isAdministrator)
    #expect(Rights([.admin], for: .anonymous).isAdministrator)
    #expect(!Rights([], for: .anonymous).isAdministrator)
  }

  @Test("are explained by the grant that decides")
  func explained() throws {
    let policy = try AccessFile.policy(
      reading: Array(
        """
        roles:
          app:
            - { on: "board/**", may: [read, write] }
            - { on: "board/payroll", never: [all] }
        principals:
          backend: { roles: [app] }
        """.utf8
      )
    )
    let rights = policy.rights(of: try Principal("backend"))
    func line(_ permission: Permission, _ name: String) throws -> (Bool, Int?) {
      let decision = rights.decision(permission, on: try Identifier(name))
      return (decision.isAllowed, decision.grant?.line)
    }
    #expect(try line(.read, "board/a") == (true, 3))
    #expect(try line(.move, "board/a") == (true, 3))
    #expect(try line(.read, "board/payroll") == (false, 4))
    #expect(try line(.delete, "board/a") == (false, nil))
    for permission in Permission.allCases where !permission.isOfServer {
      for name in ["board/a", "board/payroll", "x"] {
        let name = try Identifier(name)
        let isAllowed = rights.decision(permission, on: name).isAllowed
        #expect(isAllowed == rights.permissions(on: name).contains(PermissionSet(permission)))
      }
    }
  }

  @Test("to list names have prefixes, none of which contains another")
  func prefixes() throws {
    let rights = try rights([
      ("board/**", may: .create, never: []), ("board/a*", may: .create, never: []),
      ("x", may: .create, never: []),
      ("*y", may: .read, never: []),
    ])
    #expect(rights.prefixes(of: .create) == ["x", "board/"])
    #expect(rights.prefixes(of: .read) == [""])
  }
}
