import ArgumentParser
import Configuration

extension Flags {
  /// The flags as settings, by their names; nil for those that were not given.
  var settings: [String: ConfigContent?] {
    var settings: [String: ConfigContent?] = [:]
    for (label, value) in Mirror(reflecting: self).children {
      // The storage of a property wrapper has the name of the property after an underscore.
      guard let label, let flag = value as? any SettingFlag, label != "_config" else { continue }
      settings[Flags.name(ofProperty: label.dropFirst())] = .some(flag.content)
    }
    return settings
  }

  /// The flags that were given, as settings.
  var values: [AbsoluteConfigKey: ConfigValue] {
    var values: [AbsoluteConfigKey: ConfigValue] = [:]
    for case (let name, let content?) in settings {
      values[AbsoluteConfigKey([name], context: [:])] = ConfigValue(content, isSecret: false)
    }
    return values
  }

  /// The name of the flag that is declared by a property: `tls-client-ca` for `tlsClientCA`.
  private static func name(ofProperty property: some StringProtocol) -> String {
    var name = ""
    var isLowercase = false
    for character in property {
      if character.isUppercase, isLowercase { name.append("-") }
      isLowercase = !character.isUppercase
      name += character.lowercased()
    }
    return name
  }
}

extension Option {
  /// An option that may be left out.
  ///
  /// - Parameter valueName: what the help calls its value.
  init<Content: ExpressibleByArgument>(_ help: String, valueName: String) where Value == Content? {
    self.init(help: ArgumentHelp(help, valueName: valueName))
  }
}

/// A flag that gives a setting.
private protocol SettingFlag {
  /// What it gives; nil if the flag was not given.
  var content: ConfigContent? { get }
}

extension Option: SettingFlag where Value: SettingContent {
  fileprivate var content: ConfigContent? { wrappedValue.content }
}

extension Flag: SettingFlag where Value == Bool? {
  fileprivate var content: ConfigContent? { wrappedValue.map { .bool($0) } }
}

/// The value of an option that gives a setting.
private protocol SettingContent {
  var content: ConfigContent? { get }
}

extension Optional: SettingContent where Wrapped: SettingContent {
  fileprivate var content: ConfigContent? { flatMap(\.content) }
}

extension String: SettingContent {
  fileprivate var content: ConfigContent? { .string(self) }
}

extension Int: SettingContent {
  fileprivate var content: ConfigContent? { .int(self) }
}

extension Flags.Texts: SettingContent {
  fileprivate var content: ConfigContent? { .stringArray(elements) }
}
