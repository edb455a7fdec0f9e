/// Names of collections, from users or attackers, that are awkward for shells.
enum NaughtyNames {
  /// Words that a shell would execute, with `RAN` for the command.
  private static let commands = [
    "$(RAN)", "`RAN`", "$( RAN )", ";RAN;", "|RAN", "||RAN", "&&RAN", "&RAN&", "<(RAN)", ">(RAN)", "=(RAN)",
    "${x:-$(RAN)}", "${x:=`RAN`}", "$((`RAN`))", "\"$(RAN)\"", "'$(RAN)'", "'\"$(RAN)\"'", "\"`RAN`\"",
    "';RAN;'", "\";RAN;\"", "\\$(RAN)", "\\\\$(RAN)", "\\`RAN`", "(RAN)", "{ RAN; }", "!RAN", "$'`RAN`'",
    "a[$(RAN)]", "${a[$(RAN)]}", "(RAN;end)", "eval RAN", "; RAN #", "\"; RAN; \"", "'; RAN; '", "$[`RAN`]",
    "~$(RAN)", "*(e:'RAN':)", "${(e):-$(RAN)}", "${(%):-%(RAN)}", "%{RAN%}", "x\\';RAN;\\'", "x\\\";RAN;\\\"",
  ]

  /// Words with a meaning in some shell that execute nothing.
  private static let characters = [
    "$HOME", "${HOME}", "$$", "$?", "$!", "$#", "$*", "$@", "$-", "$0", "$", "a$", "$a$b", "$ a", "%1", "%%",
    "%s", "%n",
    "~", "~root", "~/x", "a~", "*", "**", "?", "[a-z]", "[!a]", "[", "]", "{a,b}", "{1..3}", "{", "}", "{}",
    "!", "!!",
    "!$", "!-1", "!a", "a!b", "!\"", "^a^b", "#", "#a", "a#b", "##", "\\", "\\\\", "a\\", "\\n", "\\x41",
    "\\u0041",
    "'", "''", "it's", "'a'", "a'", "'a", "\"", "\"\"", "\"a\"", "a\"", "\"a", "`", "``", "a`", "\"'", "'\"",
    "\"'`",
    "$'a'", "$'\\n'", "$\"a\"", " ", "  ", " a", "a ", "a  b", "a b c", " ' ", " \" ", ":", "::", "a:b", ":a",
    "a:", "a:b:c",
    "=", "=a", "a=", "a=b", "A=b", "==", "@", "a@b", "@a", "a@", "a@b.c:d", "+", ",", "a,b", ".", "..",
    "../a", "./a", "/",
    "//", "/etc/passwd", "a/b", "a/", "/a", "-", "--", "-n", "--help", "--json", "-rf", "--=", "-a b",
    "--x=$y", "|", "a|b",
    "<", ">", ">>a", "<<a", "<a>", "&", "a&b", ";", "a;b", "(", ")", "()", "(a)", "a(b)", "_", "0", "1 2",
    "1;2",
    "true", "null", "if", "fi", "end", "then", "function", "a\\ b", "a\\$b", "a\\'b", "a\\\"b", "%(a)",
    "%F{red}", "%B",
    "\u{E9}", "e\u{301}", "na\u{EF}ve caf\u{E9}", "\u{65E5}\u{672C}\u{8A9E}", "\u{1F600}",
    "\u{1F468}\u{200D}\u{1F469}",
    "\u{41F}\u{440}\u{438}\u{432}\u{435}\u{442}", "\u{5E9}\u{5DC}\u{5D5}\u{5DD}", "\u{A0}", "a\u{A0}b",
    "\u{2028}",
    "a\u{202E}b", "\u{200B}", "\u{FEFF}", "\u{2018}a\u{2019}", "\u{201C}a\u{201D}", "\u{FF04}(a)", "\u{37E}",
    "\u{2026}",
    "Robert'); DROP TABLE items;--", "<script>a('b')</script>", "&amp;", "%20", "a%00b", "\\0", "C:\\a\\b",
    "{{a}}",
    "${jndi:a}", "[link](a)", "- [ ] a", "\"a\": [1]", "{\"$a\": 1}", "a\"b'c`d$e\\f!g h",
  ]

  /// All of them that are valid names, each once.
  static func all(running command: String) -> [String] {
    var seen: Set<String> = []
    return (commands.map { $0.replacing("RAN", with: command) } + characters)
      .filter { $0.utf8.count <= 128 && seen.insert($0).inserted }
  }

  /// A name for each printable character of ASCII, where it stands first, alone, between others, twice and last; and two
  /// with all of them.
  static let printable: [String] = {
    let characters = (0x20...0x7E as ClosedRange<UInt8>).map { String(Unicode.Scalar($0)) }
    return characters.map { "\($0)a\($0)b \($0)\($0)" } + [
      characters.joined(), characters.reversed().joined(),
    ]
  }()
}
