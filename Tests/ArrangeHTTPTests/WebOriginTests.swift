import Testing

@testable import ArrangeHTTP

@Suite("The origin of a page")
struct WebOriginTests {
  @Test("is a scheme, a host and a port, which may be that of the scheme")
  func same() {
    let origins = [
      ("https://lists.example", "https://LISTS.example:443"),
      ("http://lists.example", "http://lists.example:80"),
      ("HTTP://[::1]", "http://[::1]:80"), ("http://[::1]:7412", "http://[::1]:7412"),
      ("http://127.0.0.1:7412", "http://127.0.0.1:7412"),
    ]
    for (one, other) in origins {
      #expect(WebOrigin(one) != nil && WebOrigin(one) == WebOrigin(other), "\(one)")
    }
    #expect(WebOrigin("http://lists.example") != WebOrigin("https://lists.example"))
    #expect(WebOrigin("http://lists.example:443") != WebOrigin("https://lists.example"))
  }

  @Test("is nothing else")
  func invalid() {
    for text in [
      "", "null", "lists.example", "//lists.example", "ftp://lists.example", "https://",
      "https:lists.example",
      "https://lists.example/", "https://lists.example/path", "https://a@lists.example",
      "https://lists example",
      "https://a,https://b", "https://" + String(repeating: "a", count: 300),
    ] {
      #expect(WebOrigin(text) == nil, "\(text)")
    }
  }

  @Test("belongs to a host as a request names it")
  func authority() {
    #expect(WebOrigin.authority("Lists.example", "https") == "lists.example:443")
    #expect(WebOrigin.authority("lists.example", "http") == "lists.example:80")
    #expect(WebOrigin.authority("[::1]", "http") == "[::1]:80")
    #expect(WebOrigin.authority("[::1]:7412", "http") == "[::1]:7412")
  }
}
