import Foundation

/// What the system says about one of its errors.
func systemText(_ code: CInt) -> String { String(cString: strerror(code)) }
