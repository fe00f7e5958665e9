public import OfferKitCore
public import OfferKitEssentials

/// The reasons why a feature timeline, or the records it is asked about, are invalid.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum FeatureTimelineError: Error, Hashable, Sendable {
    /// A feature has no id, by which the app would ask for it.
    case emptyFeatureID(name: String)
    /// Two features have one id.
    case duplicateFeatureID(String)
    /// The slack is less than nothing.
    case negativeSlack(TimeStep)
    /// A rule without a date and a version makes nobody a legacy user; leave the rule out instead.
    case emptyLegacyRule
    /// A version is no build number: whole numbers between points.
    case malformedVersion(String)
    /// A period ends before it begins; the two may have been exchanged.
    case periodEndsBeforeItBegins(start: Date, end: Date)
}

extension FeatureTimelineError: CustomStringConvertible {
    /// Says what is wrong, and what to do about it, in one sentence.
    public var description: String {
        switch self {
        case .emptyFeatureID(let name):
            "The feature “\(name)” has no id. Give it the one that the app asks for."
        case .duplicateFeatureID(let id): "Two features have the id “\(id)”. Give each one of its own."
        case .negativeSlack(let slack): "The slack is \(slack.length) ms. It cannot be less than 0."
        case .emptyLegacyRule: "The legacy rule has neither a date nor a version. Give it one, or leave the rule out."
        case .malformedVersion(let text):
            "The version “\(text)” is no build number. It has to be whole numbers between points, such as 1.0 or 241."
        case .periodEndsBeforeItBegins(let start, let end):
            "The period from \(start.utcText) to \(end.utcText) ends before it begins. Are the two dates exchanged?"
        }
    }
}
