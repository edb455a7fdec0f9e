// Generated from Protos by the command generate-protos. Do not edit.

// Each line is a method, the function of the client that calls it, and the fields of the request that are given before the
// options. Before the name of a function, "*" marks a stream, and "+" one that goes on after a lost connection.
export const CALLS = `Collections/Create create name
Collections/Get get name
Collections/List collections
Collections/Update update name
Collections/Delete delete name
Collections/Diff diff collection from to
Collections/Restore restore collection to
Collections/Erase erase collection items
Collections/History history collection
Collections/ChangeStrategy changeStrategy collection strategy
Collections/RotateKeys rotateKeys collection
Collections/Explain explain collection operations
Collections/VerifyKeys verifyKeys collection
Strategies/List strategies
Server/Info serverInfo
Health/Check health
Health/Watch +watchHealth
Reflection/Describe describe
Views/Define defineView name view
Views/Get view name
Views/List views
Views/Delete deleteView name
Views/Parse parseView
Views/Place placeRows
Overlays/Create createOverlay collection overlay
Overlays/Get overlay collection overlay
Overlays/List overlays collection
Overlays/Reset resetOverlay collection overlay
Overlays/Delete deleteOverlay collection overlay
Versions/Set setVersion collection versionName version
Versions/List versions collection
Versions/Delete deleteVersion collection versionName
Bin/List bin collection
Bin/PutBack putBack collection elements
Bin/Empty emptyBin collection
Server/Backup *backup
Changes/Followers followers collection
Server/Compare *compare plan`;
