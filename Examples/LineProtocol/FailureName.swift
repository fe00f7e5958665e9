/// The names of errors for programs.
package enum FailureName {
    /// Returns the name of an error's case: the language gives it for one with data, and other texts begin with it.
    package static func of(_ error: any Error) -> String {
        Mirror(reflecting: error).children.first?.label ?? String("\(error)".prefix { $0.isLetter })
    }
}

/// The version of the line protocol, which grows when a line is no longer understood.
package enum LineProtocolVersion {
    /// The version in print.
    package static let text = "2"
}
