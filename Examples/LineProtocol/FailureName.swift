/// The names of errors for programs.
package enum FailureName {
    /// The name of an error's case, which the language tells of one with data, and which others begin their text with.
    package static func of(_ error: any Error) -> String {
        Mirror(reflecting: error).children.first?.label ?? String("\(error)".prefix { $0.isLetter })
    }
}

/// The version of what the line programs understand: it grows when a line that was understood is not any more.
package enum LineProtocolVersion {
    /// The version as it is printed.
    package static let text = "2"
}
