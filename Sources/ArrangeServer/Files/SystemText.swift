import Foundation

/// The system's text for an error number.
func systemText(_ code: CInt) -> String { String(cString: strerror(code)) }
