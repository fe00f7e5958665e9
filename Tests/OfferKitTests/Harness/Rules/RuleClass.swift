/// What a rule of the five documents is about, and so where it can be tested.
///
/// The lists are fixed: a rule does not change its class because that would be convenient.
enum RuleClass: String, CaseIterable {
    /// How the store behaves; such a rule has a test.
    case behaviour
    /// Background or advice to developers.
    case advice
    /// What a developer's server is told, by receipts, notifications and answers.
    case serverSide = "server side"
    /// What reports and segments of customers are made of.
    case reports

    /// How many rules each document has.
    static let counts = [("S0", 140), ("S1", 56), ("S2", 38), ("S3", 69), ("S4", 41)]

    /// Every rule of the five documents.
    static let allIDs = counts.flatMap { document, count in (1...count).map { "\(document)-\($0)" } }

    /// The rules of each class; everything else is behaviour.
    private static let lists: [(RuleClass, String)] = [
        (
            .advice,
            """
            S0-2, 3, 7–9, 13, 17, 22, 24, 25, 29, 35, 37, 42, 53, 54, 62, 74, 82, 83, 92, 101–108, 111, 112, 118, 139, 140;
            S1-18, 25, 29, 55, 56; S2-1, 7, 24–26, 36; S3-1, 2, 5–9, 25, 58–60, 69; S4-6, 15, 22, 41
            """
        ),
        (
            .serverSide,
            """
            S0-81, 84–91, 94–96, 115–117, 120, 121, 125; S1-15–17, 39, 48–50; S2-5, 6, 27–35, 37, 38; S3-38, 56, 57; S4-23
            """
        ),
        (
            .reports,
            """
            S0-93, 98–100, 109, 110, 113, 114, 119, 122, 126–138; S2-2–4, 8–23; S3-3, 4, 10, 11, 16, 23, 27–31, 43
            """
        ),
    ]

    /// The class of each rule that is no behaviour.
    private static let listed: [String: RuleClass] = {
        var classes: [String: RuleClass] = [:]
        for (ruleClass, list) in lists {
            for group in list.split(separator: ";") {
                let words = group.split { $0 == "," || $0 == " " || $0 == "\n" }
                let document = words.first.map { String($0.prefix(2)) } ?? ""
                for word in words {
                    let numbers = word.drop { $0 != "-" }.isEmpty ? word : word.dropFirst(3)
                    let ends = numbers.split(separator: "–").compactMap { Int($0) }
                    guard let first = ends.first, let last = ends.last else { continue }
                    for number in first...last { classes["\(document)-\(number)"] = ruleClass }
                }
            }
        }
        return classes
    }()

    /// The class of a rule.
    static func of(_ id: String) -> RuleClass {
        listed[id] ?? .behaviour
    }
}
