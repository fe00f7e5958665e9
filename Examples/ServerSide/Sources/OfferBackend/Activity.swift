import GRDB

/// What the App Store does not know of a user: the developer's own columns (S0-92, S0-95).
struct Activity: Codable, FetchableRecord, PersistableRecord, Sendable, Equatable {
    static let databaseTableName = "activity"

    var userId: String
    /// Videos watched, articles read.
    var contentConsumed = 0
    /// The share of all there is that was used, from 0 to 1; nil where nobody knows.
    var contentShare: Double?
    /// An agent marked the user for an offer (S0-127).
    var isMarkedByAgent = false
    /// How likely it is that the user leaves, from 0 to 1, by the developer's forecast (S0-129); nil without one.
    var churnRisk: Double?
    /// Whether the user still opens the app (S0-102, S0-106).
    var usesApp = false
    /// When the user was last written to about an offer (S3-31); nil for never.
    var lastContacted: Int64?
}

/// A change of what the App Store does not know; what is left out stays.
struct ActivityChange: Codable {
    let contentConsumed: Int?
    let contentShare: Double?
    let isMarkedByAgent: Bool?
    let churnRisk: Double?
    let usesApp: Bool?
    let lastContacted: Int64?

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        contentConsumed = try members.number(.contentConsumed)
        contentShare = try members.number(.contentShare)
        isMarkedByAgent = try members.decodeIfPresent(Bool.self, forKey: .isMarkedByAgent)
        churnRisk = try members.number(.churnRisk)
        usesApp = try members.decodeIfPresent(Bool.self, forKey: .usesApp)
        lastContacted = try members.number(.lastContacted)
    }

    func apply(to activity: inout Activity) throws {
        for (name, count) in [("contentConsumed", contentConsumed.map(Int64.init)), ("lastContacted", lastContacted)] {
            guard count ?? 0 >= 0 else { throw BackendError(400, "wrongValue", "\"\(name)\" is at least 0.", at: name) }
        }
        for (name, share) in [("contentShare", contentShare), ("churnRisk", churnRisk)] {
            guard 0...1 ~= share ?? 0 else {
                throw BackendError(400, "wrongValue", "\"\(name)\" is from 0 to 1.", at: name)
            }
        }
        activity.contentConsumed = contentConsumed ?? activity.contentConsumed
        activity.contentShare = contentShare ?? activity.contentShare
        activity.isMarkedByAgent = isMarkedByAgent ?? activity.isMarkedByAgent
        activity.churnRisk = churnRisk ?? activity.churnRisk
        activity.usesApp = usesApp ?? activity.usesApp
        activity.lastContacted = lastContacted ?? activity.lastContacted
    }
}
