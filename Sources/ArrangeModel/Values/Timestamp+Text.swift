/// Points in time as text: RFC 3339, written in UTC with microseconds, such as
/// `2026-03-01T09:30:00.000000Z`.
extension Timestamp {
  private static let microsecondsPerSecond: Int64 = 1_000_000
  private static let secondsPerDay: Int64 = 86_400

  /// The text; nil for years that do not have four digits.
  package var text: String? {
    let (seconds, fraction) = Timestamp.floorDivide(microseconds, Timestamp.microsecondsPerSecond)
    let (days, second) = Timestamp.floorDivide(seconds, Timestamp.secondsPerDay)
    let (year, month, day) = Timestamp.civil(fromDays: days)
    guard (1...9999).contains(year) else { return nil }
    func digits(_ number: Int64, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))T\(digits(second / 3_600, 2)):"
      + "\(digits(second / 60 % 60, 2)):\(digits(second % 60, 2)).\(digits(fraction, 6))Z"
  }

  /// Parses RFC 3339: a date, `T`, a time with up to six decimals, and `Z` or an offset. Strict: nil for
  /// everything else, including leap seconds.
  package init?(text: String) {
    var rest = Array(text.utf8)[...]
    func number(_ count: Int) -> Int64? {
      guard rest.count >= count else { return nil }
      let digits = rest.prefix(count)
      guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
      rest = rest.dropFirst(count)
      return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }
    func skip(_ marks: Unicode.Scalar...) -> Bool {
      guard let first = rest.first, marks.contains(where: { UInt8(ascii: $0) == first }) else { return false }
      rest = rest.dropFirst()
      return true
    }
    guard
      let year = number(4), skip("-"), let month = number(2), skip("-"), let day = number(2),
      skip("T", "t"), let hour = number(2), skip(":"), let minute = number(2), skip(":"),
      let second = number(2),
      year >= 1, (1...12).contains(month), (1...Timestamp.days(in: month, of: year)).contains(day),
      hour < 24, minute < 60, second < 60
    else { return nil }
    var fraction: Int64 = 0
    if skip(".") {
      let length = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
      guard (1...6).contains(length), let digits = number(length) else { return nil }
      fraction = (length..<6).reduce(digits) { value, _ in value * 10 }
    }
    var offset: Int64 = 0
    if !skip("Z", "z") {
      let sign: Int64 = skip("+") ? 1 : skip("-") ? -1 : 0
      guard sign != 0, let hours = number(2), skip(":"), let minutes = number(2), hours < 24, minutes < 60
      else { return nil }
      offset = sign * (hours * 3_600 + minutes * 60)
    }
    guard rest.isEmpty else { return nil }
    let days = Timestamp.days(fromYear: year, month: month, day: day)
    let seconds = days * Timestamp.secondsPerDay + hour * 3_600 + minute * 60 + second - offset
    self.init(microseconds: seconds * Timestamp.microsecondsPerSecond + fraction)
  }

  private static func floorDivide(_ a: Int64, _ b: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = a.quotientAndRemainder(dividingBy: b)
    return remainder < 0 ? (quotient - 1, remainder + b) : (quotient, remainder)
  }

  private static func days(in month: Int64, of year: Int64) -> Int64 {
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return switch month {
    case 2: isLeapYear ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days since 1970-01-01 of a date in the proleptic Gregorian calendar. The year begins in March, which
  /// puts the leap day at its end; after Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
  private static func days(fromYear year: Int64, month: Int64, day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let (era, yearOfEra) = floorDivide(shifted, 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The inverse of ``days(fromYear:month:day:)``, from the same source.
  private static func civil(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = floorDivide(days + 719_468, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}
