// Generated from Protos by the command generate-protos. Do not edit.
// swift-format-ignore-file

import ArrangeModel
import Changes
import Ordering
import Wire

/// The messages of all calls whose values are those of `ArrangeModel` and `Changes`. Each is written and
/// read again, by each codec and by both side by side.
enum CallMessages {
  static func visit(_ visitor: inout some CallMessageVisitor) {
    visitor.visit("CollectionInfo") { $0.collectionInfo() }
    visitor.visit("DefineViewRequest") { $0.defineViewRequest() }
    visitor.visit("GetViewRequest") { $0.getViewRequest() }
    visitor.visit("ListViewsRequest") { $0.listViewsRequest() }
    visitor.visit("ListViewsResponse") { $0.listViewsResponse() }
    visitor.visit("DeleteViewRequest") { $0.deleteViewRequest() }
    visitor.visit("PlaceRowsRequest") { $0.placeRowsRequest() }
    visitor.visit("PlaceRowsResponse") { $0.placeRowsResponse() }
    visitor.visit("ParseViewRequest") { $0.parseViewRequest() }
    visitor.visit("ParseViewResponse") { $0.parseViewResponse() }
    visitor.visit("ViewInfo") { $0.viewInfo() }
    visitor.visit("FollowersRequest") { $0.followersRequest() }
    visitor.visit("FollowersResponse") { $0.followersResponse() }
    visitor.visit("SubscribeRequest") { $0.subscribeRequest() }
    visitor.visit("SubscribeResponse") { $0.subscribeResponse() }
    visitor.visit("CreateCollectionRequest") { $0.createCollectionRequest() }
    visitor.visit("GetCollectionRequest") { $0.getCollectionRequest() }
    visitor.visit("ListCollectionsRequest") { $0.listCollectionsRequest() }
    visitor.visit("ListCollectionsResponse") { $0.listCollectionsResponse() }
    visitor.visit("UpdateCollectionRequest") { $0.updateCollectionRequest() }
    visitor.visit("DeleteCollectionRequest") { $0.deleteCollectionRequest() }
    visitor.visit("ApplyRequest") { $0.applyRequest() }
    visitor.visit("ApplyResponse") { $0.applyResponse() }
    visitor.visit("TransactRequest") { $0.transactRequest() }
    visitor.visit("TransactResponse") { $0.transactResponse() }
    visitor.visit("UndoRequest") { $0.undoRequest() }
    visitor.visit("UndoResponse") { $0.undoResponse() }
    visitor.visit("FetchRequest") { $0.fetchRequest() }
    visitor.visit("FetchResponse") { $0.fetchResponse() }
    visitor.visit("DiffRequest") { $0.diffRequest() }
    visitor.visit("DiffResponse") { $0.diffResponse() }
    visitor.visit("RestoreRequest") { $0.restoreRequest() }
    visitor.visit("EraseRequest") { $0.eraseRequest() }
    visitor.visit("EraseResponse") { $0.eraseResponse() }
    visitor.visit("RestoreResponse") { $0.restoreResponse() }
    visitor.visit("HistoryRequest") { $0.historyRequest() }
    visitor.visit("HistoryResponse") { $0.historyResponse() }
    visitor.visit("ChangeStrategyRequest") { $0.changeStrategyRequest() }
    visitor.visit("ChangeStrategyResponse") { $0.changeStrategyResponse() }
    visitor.visit("RotateKeysRequest") { $0.rotateKeysRequest() }
    visitor.visit("RotateKeysResponse") { $0.rotateKeysResponse() }
    visitor.visit("ExplainRequest") { $0.explainRequest() }
    visitor.visit("ExplainResponse") { $0.explainResponse() }
    visitor.visit("VerifyKeysRequest") { $0.verifyKeysRequest() }
    visitor.visit("VerifyKeysResponse") { $0.verifyKeysResponse() }
    visitor.visit("GiveRequest") { $0.giveRequest() }
    visitor.visit("FollowRequest") { $0.followRequest() }
    visitor.visit("FollowResponse") { $0.followResponse() }
    visitor.visit("CreateOverlayRequest") { $0.createOverlayRequest() }
    visitor.visit("OverlayInfo") { $0.overlayInfo() }
    visitor.visit("GetOverlayRequest") { $0.getOverlayRequest() }
    visitor.visit("GetOverlayResponse") { $0.getOverlayResponse() }
    visitor.visit("ListOverlaysRequest") { $0.listOverlaysRequest() }
    visitor.visit("ListOverlaysResponse") { $0.listOverlaysResponse() }
    visitor.visit("ResetOverlayRequest") { $0.resetOverlayRequest() }
    visitor.visit("DeleteOverlayRequest") { $0.deleteOverlayRequest() }
    visitor.visit("ServerAccessRequest") { $0.serverAccessRequest() }
    visitor.visit("ServerAccessResponse") { $0.serverAccessResponse() }
    visitor.visit("ServerLogRequest") { $0.serverLogRequest() }
    visitor.visit("ServerLogResponse") { $0.serverLogResponse() }
    visitor.visit("CompareRequest") { $0.compareRequest() }
    visitor.visit("CompareResponse") { $0.compareResponse() }
    visitor.visit("BackupRequest") { $0.backupRequest() }
    visitor.visit("BackupResponse") { $0.backupResponse() }
    visitor.visit("ServerInfoRequest") { $0.serverInfoRequest() }
    visitor.visit("ServerInfoResponse") { $0.serverInfoResponse() }
    visitor.visit("CreateSinkRequest") { $0.createSinkRequest() }
    visitor.visit("SinkInfo") { $0.sinkInfo() }
    visitor.visit("GetSinkRequest") { $0.getSinkRequest() }
    visitor.visit("ListSinksRequest") { $0.listSinksRequest() }
    visitor.visit("ListSinksResponse") { $0.listSinksResponse() }
    visitor.visit("UpdateSinkRequest") { $0.updateSinkRequest() }
    visitor.visit("PauseSinkRequest") { $0.pauseSinkRequest() }
    visitor.visit("ResumeSinkRequest") { $0.resumeSinkRequest() }
    visitor.visit("ReplaySinkRequest") { $0.replaySinkRequest() }
    visitor.visit("TestSinkRequest") { $0.testSinkRequest() }
    visitor.visit("TestSinkResponse") { $0.testSinkResponse() }
    visitor.visit("DeleteSinkRequest") { $0.deleteSinkRequest() }
    visitor.visit("SinkStatusRequest") { $0.sinkStatusRequest() }
    visitor.visit("SinkStatusResponse") { $0.sinkStatusResponse() }
    visitor.visit("ListStrategiesResponse") { $0.listStrategiesResponse() }
    visitor.visit("SetVersionRequest") { $0.setVersionRequest() }
    visitor.visit("NamedVersion") { $0.namedVersion() }
    visitor.visit("ListVersionsRequest") { $0.listVersionsRequest() }
    visitor.visit("ListVersionsResponse") { $0.listVersionsResponse() }
    visitor.visit("DeleteVersionRequest") { $0.deleteVersionRequest() }
    visitor.visit("ListBinRequest") { $0.listBinRequest() }
    visitor.visit("ListBinResponse") { $0.listBinResponse() }
    visitor.visit("PutBackRequest") { $0.putBackRequest() }
    visitor.visit("EmptyBinRequest") { $0.emptyBinRequest() }
    visitor.visit("EmptyBinResponse") { $0.emptyBinResponse() }
  }
}

extension RandomValues {
  mutating func collectionInfo() -> CollectionInfo {
    CollectionInfo(
      name: identifier(),
      strategy: text(upTo: 1_024),
      fields: fields(),
      version: word(),
      epoch: word(),
      createdAt: timestamp(),
      sectionCount: index(),
      itemCount: index(),
      isView: flag(),
      problem: text(upTo: 1_024),
      history: word(),
      storedBytes: total(),
      outline: maybe { $0.outlineSettings() }
    )
  }

  mutating func outlineSettings() -> OutlineSettings {
    OutlineSettings(
      maximumDepth: number(1...OutlineSettings.largestDepth),
      maximumChildren: number(1...OutlineSettings.mostChildren)
    )
  }

  mutating func defineViewRequest() -> DefineViewRequest {
    DefineViewRequest(
      name: identifier(),
      view: view()
    )
  }

  mutating func getViewRequest() -> GetViewRequest {
    GetViewRequest(
      name: identifier()
    )
  }

  mutating func listViewsRequest() -> ListViewsRequest {
    ListViewsRequest(
      pageSize: maybe { $0.number(1...ListViewsRequest.maximumPageSize) },
      pageToken: maybe { $0.token(upTo: PageToken.maximumLength) }
    )
  }

  mutating func listViewsResponse() -> ViewsPage {
    ViewsPage(
      views: list(0...3) { $0.viewInfo() },
      nextPageToken: maybe { $0.token(upTo: PageToken.maximumLength) }
    )
  }

  mutating func viewInfo() -> ViewInfo {
    ViewInfo(
      name: identifier(),
      definition: view(),
      createdAt: timestamp(),
      definer: maybe { $0.principal() }
    )
  }

  mutating func deleteViewRequest() -> DeleteViewRequest {
    DeleteViewRequest(
      name: identifier()
    )
  }

  mutating func placeRowsResponse() -> PlacedRows {
    PlacedRows(
      applied: list(0...3) { $0.placedCommit() },
      effects: list(0...3) { $0.rowEffect() },
      isAmbiguous: flag(),
      overlay: maybe { $0.identifier() }
    )
  }

  mutating func placedCommit() -> PlacedCommit {
    PlacedCommit(
      collection: identifier(allowingEmpty: true),
      version: word(),
      history: word(),
      isRepeated: flag()
    )
  }

  mutating func rowEffect() -> RowEffect {
    RowEffect(
      row: identifier(allowingEmpty: true, maximum: Identifier.maximumRowLength),
      from: maybe { $0.path() },
      to: maybe { $0.path() },
      set: fields(),
      removed: list(0...5) { $0.fieldName() },
      hidden: hiddenBecause(),
      hiddenBetween: index(),
      origin: maybe { $0.rowOrigin() },
      parent: maybe { $0.identifier(allowingEmpty: true) }
    )
  }

  mutating func hiddenBecause() -> HiddenBecause { one(of: [.shown, .filter, .cap, .window]) }

  mutating func rowOrigin() -> RowOrigin {
    RowOrigin(
      collection: identifier(),
      section: identifier(allowingEmpty: true),
      item: maybe { $0.identifier() },
      depth: UInt32(truncatingIfNeeded: word()),
      isContext: flag()
    )
  }

  mutating func parseViewRequest() -> ParseViewRequest {
    ParseViewRequest(
      text: text(upTo: ViewDefinition.maximumTextLength),
      view: maybe { $0.view() },
      locate: text(upTo: 1_024)
    )
  }

  mutating func parseViewResponse() -> ParsedView {
    ParsedView(
      view: maybe { $0.view() },
      text: text(upTo: 2 * ViewDefinition.maximumTextLength),
      error: maybe { $0.viewTextError() },
      located: maybe { $0.viewTextPlace() }
    )
  }

  mutating func viewTextError() -> ViewTextError {
    ViewTextError(
      text(upTo: 2 * ViewDefinition.maximumTextLength),
      place: maybe { $0.viewTextPlace() },
      field: text(upTo: 1_024)
    )
  }

  mutating func viewTextPlace() -> ViewTextPlace {
    ViewTextPlace(
      line: index(),
      column: index()
    )
  }

  mutating func followersRequest() -> FollowersRequest {
    FollowersRequest(
      collection: maybe { $0.identifier() },
      limit: number(1...FollowersRequest.maximumLimit)
    )
  }

  mutating func followersResponse() -> FollowerList {
    FollowerList(
      followers: list(0...3) { $0.follower() },
      counts: list(0...3) { $0.followerCount() }
    )
  }

  mutating func follower() -> Follower {
    Follower(
      collection: maybe { $0.identifier() },
      principal: text(upTo: 1_024),
      client: text(upTo: 1_024),
      address: text(upTo: 1_024),
      since: timestamp(),
      version: word(),
      state: followerState()
    )
  }

  mutating func followerState() -> Follower.State { one(of: [.current, .waitingForCredit, .waitingForRoom]) }

  mutating func followerCount() -> FollowerList.Count {
    FollowerList.Count(
      collection: maybe { $0.identifier() },
      followers: index()
    )
  }

  mutating func createCollectionRequest() -> CreateCollectionRequest {
    CreateCollectionRequest(
      name: identifier(),
      strategy: maybe { $0.text(upTo: CreateCollectionRequest.maximumStrategyLength, from: 1) },
      fields: fields(),
      outline: maybe { $0.outlineSettings() }
    )
  }

  mutating func getCollectionRequest() -> GetCollectionRequest {
    GetCollectionRequest(
      name: identifier()
    )
  }

  mutating func listCollectionsRequest() -> ListCollectionsRequest {
    ListCollectionsRequest(
      pageSize: maybe { $0.number(1...ListCollectionsRequest.maximumPageSize) },
      pageToken: maybe { $0.token(upTo: PageToken.maximumLength) }
    )
  }

  mutating func listCollectionsResponse() -> CollectionsPage {
    CollectionsPage(
      collections: list(0...3) { $0.collectionInfo() },
      nextPageToken: maybe { $0.token(upTo: PageToken.maximumLength) }
    )
  }

  mutating func updateCollectionRequest() -> UpdateCollectionRequest {
    UpdateCollectionRequest(
      name: identifier(),
      set: fields(),
      remove: list(0...5) { $0.fieldName() },
      replaceAll: flag()
    )
  }

  mutating func deleteCollectionRequest() -> DeleteCollectionRequest {
    DeleteCollectionRequest(
      name: identifier()
    )
  }

  mutating func undoRequest() -> UndoRequest {
    UndoRequest(
      collection: identifier(),
      stack: stackID(),
      of: maybe { $0.word() },
      isRedo: flag(),
      expect: maybe { $0.word() },
      isDryRun: flag(),
      requestID: maybe { $0.requestID() }
    )
  }

  mutating func undoResponse() -> UndoResult {
    UndoResult(
      version: word(),
      changed: flag(),
      isRepeated: flag(),
      undoes: list(0...5) { $0.word() },
      undone: list(0...3) { $0.undoneChange() },
      kept: list(0...3) { $0.undoneChange() },
      undoneCount: total(),
      keptCount: total(),
      canUndo: flag(),
      canRedo: flag(),
      rekeyed: total(),
      history: word(),
      collections: list(0...3) { $0.transactedCollection() }
    )
  }

  mutating func undoneChange() -> UndoneChange {
    UndoneChange(
      kind: changeKind(),
      id: identifier(allowingEmpty: true),
      field: text(upTo: 1_024),
      reason: keptReason(),
      byVersion: word(),
      by: maybe { $0.principal() },
      collection: maybe { $0.identifier() }
    )
  }

  mutating func changeKind() -> HistoryChange.Kind { one(of: [.sectionInserted, .sectionMoved, .sectionUpdated, .sectionRemoved, .itemInserted, .itemMoved, .itemUpdated, .itemRemoved]) }

  mutating func keptReason() -> UndoneChange.Reason { one(of: [.undone, .changed, .placed, .gone, .idTaken, .sectionGone, .notEmpty, .full, .notStored, .parentGone, .belowItself, .tooDeep]) }

  mutating func transactedCollection() -> TransactResult.Collection {
    TransactResult.Collection(
      name: identifier(),
      version: word(),
      changed: flag(),
      rekeyed: total(),
      history: word()
    )
  }

  mutating func fetchResponse() -> FetchPage {
    var value = FetchPage(
      collection: collectionInfo(),
      sections: list(0...3) { $0.sectionSlice() },
      nextPageToken: maybe { $0.token(upTo: PageToken.maximumLength) }
    )
    value.window = maybe { $0.windowPlace() }
    value.isPast = flag()
    return value
  }

  mutating func sectionSlice() -> SectionSlice {
    SectionSlice(
      index: index(),
      section: element(empty: true),
      itemCount: index(),
      firstItem: index(),
      items: list(0...3) { $0.element(empty: false) },
      ancestors: list(0...5) { $0.identifier() }
    )
  }

  mutating func windowPlace() -> WindowPlace {
    WindowPlace(
      anchor: maybe { $0.identifier(maximum: Identifier.maximumRowLength) },
      section: index(),
      firstItem: index(),
      sectionItems: index()
    )
  }

  mutating func restoreRequest() -> RestoreRequest {
    RestoreRequest(
      collection: identifier(),
      to: versionReference(),
      keep: restoreKeep(),
      requestID: maybe { $0.requestID() },
      ifVersion: maybe { $0.word() },
      ifHistory: word(),
      isDryRun: flag(),
      stack: maybe { $0.stackID() }
    )
  }

  mutating func restoreKeep() -> RestoreRequest.Keep { one(of: [.none, .laterItems]) }

  mutating func eraseRequest() -> EraseRequest {
    EraseRequest(
      collection: identifier(),
      items: list(0...5) { $0.identifier() },
      deletesNames: flag()
    )
  }

  mutating func eraseResponse() -> Erasure {
    Erasure(
      removed: list(0...5) { $0.identifier() },
      oldestKept: word(),
      deletedNames: list(0...5) { $0.identifier() },
      files: erasedFiles(),
      otherNodes: flag()
    )
  }

  mutating func erasedFiles() -> ErasedFiles { one(of: [.clean, .later, .database]) }

  mutating func historyRequest() -> HistoryRequest {
    HistoryRequest(
      collection: identifier(),
      from: max(word(), 1),
      to: maybe { $0.word() },
      limit: maybe { $0.number(1...HistoryRequest.maximumCommits) },
      fromChange: index()
    )
  }

  mutating func historyResponse() -> HistoryPage {
    HistoryPage(
      oldestKept: word(),
      version: word(),
      commits: list(0...3) { $0.commit() }
    )
  }

  mutating func changeStrategyRequest() -> ChangeStrategyRequest {
    ChangeStrategyRequest(
      collection: identifier(),
      strategy: text(upTo: StrategyChoice.maximumLength),
      renewsKeys: flag(),
      ifVersion: maybe { $0.word() },
      ifHistory: word()
    )
  }

  mutating func changeStrategyResponse() -> ChangeStrategyResult {
    ChangeStrategyResult(
      strategy: text(upTo: 1_024),
      version: word(),
      changed: flag(),
      rekeyed: total()
    )
  }

  mutating func rotateKeysRequest() -> RotateKeysRequest {
    RotateKeysRequest(
      collection: identifier(),
      generation: maybe { $0.index() },
      limit: number(1...RotateKeysRequest.mostElements)
    )
  }

  mutating func rotateKeysResponse() -> RotateKeysResult {
    RotateKeysResult(
      version: word(),
      rekeyed: total(),
      remaining: total(),
      generation: index()
    )
  }

  mutating func explainRequest() -> ExplainRequest {
    ExplainRequest(
      collection: identifier(),
      operations: list(0...3) { $0.operation() }
    )
  }

  mutating func explainResponse() -> Explanation {
    Explanation(
      strategy: text(upTo: 1_024),
      version: word(),
      journalBytes: total(),
      rekeyed: total(),
      writes: list(0...3) { $0.keyWrite() },
      writeCount: total(),
      gaps: list(0...3) { $0.gap() },
      statistics: keyStatistics()
    )
  }

  mutating func keyWrite() -> Explanation.KeyWrite {
    Explanation.KeyWrite(
      id: identifier(allowingEmpty: true),
      reason: keyWriteReason(),
      before: text(upTo: 1_024),
      after: text(upTo: 1_024)
    )
  }

  mutating func keyWriteReason() -> Explanation.KeyWrite.Reason { one(of: [.inserted, .moved, .rekeyed]) }

  mutating func gap() -> Explanation.Gap {
    Explanation.Gap(
      id: identifier(allowingEmpty: true),
      before: gapRoom(),
      after: gapRoom()
    )
  }

  mutating func gapRoom() -> GapRoom {
    GapRoom(
      following: index(),
      nested: index()
    )
  }

  mutating func keyStatistics() -> KeyStatistics {
    KeyStatistics(
      keyCount: total(),
      totalBytes: total(),
      longestBytes: index()
    )
  }

  mutating func verifyKeysRequest() -> VerifyKeysRequest {
    VerifyKeysRequest(
      collection: identifier()
    )
  }

  mutating func verifyKeysResponse() -> KeyReport {
    KeyReport(
      strategy: text(upTo: 1_024),
      version: word(),
      checked: total(),
      problemCount: total(),
      problems: list(0...3) { $0.keyProblem() },
      isOrderOnly: flag()
    )
  }

  mutating func giveRequest() -> GiveRequest {
    GiveRequest(
      collections: list(0...5) { $0.identifier() },
      receiver: word()
    )
  }

  mutating func followRequest() -> FollowRequest {
    FollowRequest(
      collection: identifier(),
      epoch: word(),
      afterVersion: word(),
      node: word(),
      incarnation: word(),
      since: word()
    )
  }

  mutating func followResponse() -> FollowedCommits {
    FollowedCommits(
      version: word(),
      commits: list(0...3) { $0.storedCommit() },
      node: word()
    )
  }

  mutating func storedCommit() -> StoredCommit {
    StoredCommit(
      version: word(),
      requestID: maybe { $0.token(upTo: StoredCommit.maximumRequestIDLength) },
      payload: bytes(0...500),
      continues: flag(),
      baseIncarnation: word(),
      baseSince: word()
    )
  }

  mutating func createOverlayRequest() -> CreateOverlayRequest {
    CreateOverlayRequest(
      collection: identifier(),
      overlay: identifier(),
      isShared: flag(),
      principal: maybe { $0.principal() }
    )
  }

  mutating func overlayInfo() -> OverlayInfo {
    OverlayInfo(
      collection: identifier(),
      overlay: identifier(),
      isShared: flag(),
      principal: maybe { $0.principal() },
      createdAt: timestamp(),
      version: word(),
      entryCount: index()
    )
  }

  mutating func getOverlayRequest() -> GetOverlayRequest {
    GetOverlayRequest(
      collection: identifier(),
      overlay: identifier(),
      isShared: flag(),
      principal: maybe { $0.principal() },
      first: index(),
      limit: maybe { $0.number(1...GetOverlayRequest.maximumEntries) }
    )
  }

  mutating func getOverlayResponse() -> OverlayPage {
    OverlayPage(
      info: overlayInfo(),
      entries: list(0...3) { $0.overlayEntry() }
    )
  }

  mutating func overlayEntry() -> OverlayEntry {
    OverlayEntry(
      item: identifier(),
      section: identifier(allowingEmpty: true),
      predecessors: list(0...5) { $0.identifier() }
    )
  }

  mutating func listOverlaysRequest() -> ListOverlaysRequest {
    ListOverlaysRequest(
      collection: identifier(),
      principal: maybe { $0.principal() }
    )
  }

  mutating func listOverlaysResponse() -> OverlayList {
    OverlayList(
      overlays: list(0...3) { $0.overlayInfo() }
    )
  }

  mutating func resetOverlayRequest() -> ResetOverlayRequest {
    ResetOverlayRequest(
      collection: identifier(),
      overlay: identifier(),
      isShared: flag(),
      principal: maybe { $0.principal() },
      items: list(0...5) { $0.identifier() },
      resetsAll: flag()
    )
  }

  mutating func deleteOverlayRequest() -> DeleteOverlayRequest {
    DeleteOverlayRequest(
      collection: identifier(),
      overlay: identifier(),
      isShared: flag(),
      principal: maybe { $0.principal() }
    )
  }

  mutating func serverAccessRequest() -> ServerAccessRequest {
    ServerAccessRequest(
      containing: text(upTo: 1_024),
      limit: number(1...ServerAccessRequest.maximumLimit)
    )
  }

  mutating func serverAccessResponse() -> ServerAccess {
    ServerAccess(
      isUnrestricted: flag(),
      file: text(upTo: ServerAccess.maximumPathLength),
      roles: list(0...3) { $0.accessRole() },
      principals: list(0...3) { $0.accessPrincipal() },
      principalCount: total(),
      limits: list(0...3) { $0.accessLimit() },
      issuer: maybe { $0.accessIssuer() }
    )
  }

  mutating func accessRole() -> ServerAccess.Role {
    ServerAccess.Role(
      name: text(upTo: 1_024),
      grants: list(0...3) { $0.accessGrant() }
    )
  }

  mutating func accessGrant() -> ServerAccess.Grant {
    ServerAccess.Grant(
      pattern: text(upTo: 1_024),
      may: list(0...5) { $0.fieldName() },
      never: list(0...5) { $0.fieldName() },
      line: index()
    )
  }

  mutating func accessPrincipal() -> ServerAccess.PrincipalEntry {
    ServerAccess.PrincipalEntry(
      name: text(upTo: 1_024),
      roles: list(0...5) { $0.text(upTo: 1_024) },
      tokens: list(0...3) { $0.accessTokenInfo() },
      certificates: list(0...5) { $0.text(upTo: 1_024) },
      users: list(0...5) { $0.word() },
      limits: list(0...3) { $0.accessLimit() }
    )
  }

  mutating func accessTokenInfo() -> ServerAccess.Token {
    ServerAccess.Token(
      expires: maybe { $0.timestamp() }
    )
  }

  mutating func accessLimit() -> ServerAccess.Limit {
    ServerAccess.Limit(
      name: text(upTo: 1_024),
      value: index()
    )
  }

  mutating func accessIssuer() -> ServerAccess.Issuer {
    ServerAccess.Issuer(
      issuer: text(upTo: 1_024),
      audience: text(upTo: 1_024),
      principalClaim: text(upTo: 1_024),
      rolesClaim: text(upTo: 1_024)
    )
  }

  mutating func serverLogRequest() -> ServerLogRequest {
    ServerLogRequest(
      after: word(),
      limit: number(1...ServerLogRequest.maximumLimit),
      severity: logSeverity()
    )
  }

  mutating func logSeverity() -> LogSeverity { one(of: [.trace, .debug, .info, .notice, .warning, .error, .critical]) }

  mutating func serverLogResponse() -> ServerLog {
    ServerLog(
      lines: list(0...3) { $0.logLine() },
      last: word(),
      missed: word(),
      serverID: text(upTo: 1_024)
    )
  }

  mutating func logLine() -> ServerLog.Line {
    ServerLog.Line(
      number: word(),
      severity: logSeverity(),
      text: text(upTo: ServerLog.Line.maximumLength)
    )
  }

  mutating func compareRequest() -> CompareRequest {
    CompareRequest(
      plan: text(upTo: CompareRequest.maximumPlanLength),
      page: flag()
    )
  }

  mutating func compareResponse() -> ComparisonProgress {
    ComparisonProgress(
      done: total(),
      total: total(),
      report: bytes(0...500),
      page: bytes(0...500)
    )
  }

  mutating func backupRequest() -> BackupRequest {
    BackupRequest(
      collections: list(0...5) { $0.identifier() }
    )
  }

  mutating func backupResponse() -> BackupPiece {
    BackupPiece(
      data: bytes(0...500)
    )
  }

  mutating func serverInfoRequest() -> ServerInfoRequest {
    ServerInfoRequest(
      names: list(0...5) { $0.identifier() }
    )
  }

  mutating func serverInfoResponse() -> ServerInfo {
    ServerInfo(
      version: text(upTo: 1_024),
      serverID: text(upTo: 1_024),
      uptimeMicroseconds: Int64(bitPattern: word()),
      counts: serverCounts(),
      limits: serverLimits(),
      nodes: list(0...3) { $0.nodeInfo() },
      features: list(0...5) { $0.fieldName() },
      caller: maybe { $0.callerInfo() }
    )
  }

  mutating func serverCounts() -> ServerInfo.Counts {
    ServerInfo.Counts(
      collections: index(),
      openCollections: index(),
      connections: index(),
      activeCalls: index(),
      commits: word(),
      connectionBytes: total(),
      refusedConnections: word(),
      connectionsEndedForMemory: word(),
      droppedLogLines: word(),
      storeBytes: total(),
      freeBytes: total(),
      logBytes: total()
    )
  }

  mutating func serverLimits() -> ServerInfo.Limits {
    ServerInfo.Limits(
      largestFrame: index(),
      operationsPerTransaction: index(),
      elementsPerTransaction: index(),
      fetchPageSize: index(),
      listPageSize: index(),
      historyCommits: index(),
      idLength: index(),
      fieldsPerElement: index(),
      fieldBytesPerElement: index()
    )
  }

  mutating func nodeInfo() -> NodeInfo {
    NodeInfo(
      id: text(upTo: 1_024),
      name: text(upTo: 1_024),
      address: text(upTo: 1_024),
      slots: list(0...3) { $0.slotRange() },
      leaseMilliseconds: total(),
      isSelf: flag(),
      replicas: total(),
      lagMilliseconds: total(),
      problem: text(upTo: 1_024)
    )
  }

  mutating func slotRange() -> SlotRange {
    SlotRange(
      first: index(),
      last: index()
    )
  }

  mutating func callerInfo() -> ServerInfo.Caller {
    ServerInfo.Caller(
      name: text(upTo: 1_024),
      identifiedBy: text(upTo: 1_024),
      expires: maybe { $0.timestamp() },
      isUnrestricted: flag(),
      permissions: list(0...5) { $0.fieldName() },
      names: list(0...3) { $0.namePermissions() }
    )
  }

  mutating func namePermissions() -> ServerInfo.NamePermissions {
    ServerInfo.NamePermissions(
      name: text(upTo: 1_024),
      permissions: list(0...5) { $0.fieldName() }
    )
  }

  mutating func createSinkRequest() -> CreateSinkRequest {
    CreateSinkRequest(
      name: identifier(),
      settings: sinkSettings(),
      isPaused: flag()
    )
  }

  mutating func sinkSettings() -> SinkSettings {
    SinkSettings(
      url: text(upTo: SinkSettings.maximumURLLength),
      collections: list(0...5) { $0.text(upTo: 1_024) },
      mode: sinkMode(),
      secrets: list(0...5) { $0.text(upTo: 1_024) },
      allowedAddresses: list(0...5) { $0.text(upTo: 1_024) },
      postgres: maybe { $0.postgresMirror() },
      view: maybe { $0.identifier() }
    )
  }

  mutating func sinkMode() -> SinkMode { one(of: [.merged, .commits]) }

  mutating func postgresMirror() -> PostgresMirror {
    PostgresMirror(
      connection: text(upTo: PostgresMirror.maximumConnection),
      schema: text(upTo: 1_024),
      keepsMoves: flag()
    )
  }

  mutating func sinkInfo() -> SinkInfo {
    SinkInfo(
      name: identifier(),
      settings: sinkSettings(),
      createdAt: timestamp(),
      definer: maybe { $0.principal() },
      isPaused: flag(),
      pauseReason: text(upTo: 1_024)
    )
  }

  mutating func getSinkRequest() -> GetSinkRequest {
    GetSinkRequest(
      name: identifier()
    )
  }

  mutating func listSinksRequest() -> ListSinksRequest {
    ListSinksRequest(
      containing: text(upTo: 1_024)
    )
  }

  mutating func listSinksResponse() -> SinkList {
    SinkList(
      sinks: list(0...3) { $0.sinkInfo() }
    )
  }

  mutating func updateSinkRequest() -> UpdateSinkRequest {
    UpdateSinkRequest(
      name: identifier(),
      settings: sinkSettings()
    )
  }

  mutating func pauseSinkRequest() -> PauseSinkRequest {
    PauseSinkRequest(
      name: identifier()
    )
  }

  mutating func resumeSinkRequest() -> ResumeSinkRequest {
    ResumeSinkRequest(
      name: identifier()
    )
  }

  mutating func replaySinkRequest() -> ReplaySinkRequest {
    ReplaySinkRequest(
      collection: identifier(),
      sink: identifier(),
      after: maybe { $0.word() }
    )
  }

  mutating func testSinkRequest() -> TestSinkRequest {
    TestSinkRequest(
      name: identifier()
    )
  }

  mutating func testSinkResponse() -> SinkTest {
    SinkTest(
      isDelivered: flag(),
      status: UInt32(truncatingIfNeeded: word()),
      error: text(upTo: 1_024),
      microseconds: Int64(bitPattern: word())
    )
  }

  mutating func deleteSinkRequest() -> DeleteSinkRequest {
    DeleteSinkRequest(
      name: identifier()
    )
  }

  mutating func sinkStatusRequest() -> SinkStatusRequest {
    SinkStatusRequest(
      name: identifier(),
      limit: number(1...SinkStatusRequest.maximumLimit)
    )
  }

  mutating func sinkStatusResponse() -> SinkStatus {
    SinkStatus(
      sink: sinkInfo(),
      collectionCount: total(),
      lagging: total(),
      failing: total(),
      deliveries: word(),
      failures: word(),
      collections: list(0...3) { $0.sinkProgress() },
      missingNodes: total()
    )
  }

  mutating func sinkProgress() -> SinkStatus.Progress {
    SinkStatus.Progress(
      collection: identifier(),
      delivered: word(),
      newest: word(),
      state: sinkState(),
      lagMicroseconds: Int64(bitPattern: word()),
      attempts: total(),
      nextAttempt: Int64(bitPattern: word()),
      error: text(upTo: 1_024)
    )
  }

  mutating func sinkState() -> SinkStatus.State { one(of: [.caughtUp, .sending, .waiting, .paused, .denied]) }

  mutating func listStrategiesResponse() -> StrategyList {
    StrategyList(
      strategies: list(0...3) { $0.strategy() },
      defaultStrategy: text(upTo: 1_024)
    )
  }

  mutating func strategy() -> StrategyInfo {
    StrategyInfo(
      name: text(upTo: 1_024),
      version: UInt32(truncatingIfNeeded: word()),
      keyForm: keyForm(),
      maximumKeyLength: index(),
      summary: text(upTo: 1_024),
      parameters: list(0...3) { $0.strategyParameter() }
    )
  }

  mutating func keyForm() -> KeyForm { one(of: [.stored, .rank]) }

  mutating func setVersionRequest() -> SetVersionRequest {
    SetVersionRequest(
      collection: identifier(),
      name: identifier(),
      version: maybe { $0.versionReference() }
    )
  }

  mutating func namedVersion() -> NamedVersion {
    NamedVersion(
      name: identifier(),
      version: word(),
      setAt: timestamp(),
      author: maybe { $0.principal() }
    )
  }

  mutating func listVersionsRequest() -> ListVersionsRequest {
    ListVersionsRequest(
      collection: identifier()
    )
  }

  mutating func listVersionsResponse() -> VersionList {
    VersionList(
      versions: list(0...3) { $0.namedVersion() }
    )
  }

  mutating func deleteVersionRequest() -> DeleteVersionRequest {
    DeleteVersionRequest(
      collection: identifier(),
      name: identifier()
    )
  }

  mutating func listBinRequest() -> ListBinRequest {
    ListBinRequest(
      collection: identifier(),
      pageSize: maybe { $0.number(1...ListBinRequest.maximumPageSize) },
      pageToken: maybe { $0.token(upTo: PageToken.maximumLength) }
    )
  }

  mutating func listBinResponse() -> BinPage {
    BinPage(
      elements: list(0...3) { $0.binElement() },
      nextPageToken: maybe { $0.token(upTo: PageToken.maximumLength) }
    )
  }

  mutating func binElement() -> BinElement {
    BinElement(
      id: identifier(allowingEmpty: true),
      isSection: flag(),
      fields: fields(),
      section: identifier(allowingEmpty: true),
      itemCount: index(),
      removedBy: word(),
      removedAt: timestamp(),
      author: maybe { $0.principal() },
      parent: maybe { $0.identifier() }
    )
  }

  mutating func putBackRequest() -> PutBackRequest {
    PutBackRequest(
      collection: identifier(),
      elements: list(0...3) { $0.removedElement() },
      requestID: maybe { $0.requestID() },
      stack: maybe { $0.stackID() }
    )
  }

  mutating func removedElement() -> RemovedElement {
    RemovedElement(
      id: identifier(allowingEmpty: true),
      isSection: flag(),
      removedBy: word()
    )
  }

  mutating func emptyBinRequest() -> EmptyBinRequest {
    EmptyBinRequest(
      collection: identifier()
    )
  }

  mutating func emptyBinResponse() -> EmptiedBin {
    EmptiedBin(
      oldestKept: word()
    )
  }
}
