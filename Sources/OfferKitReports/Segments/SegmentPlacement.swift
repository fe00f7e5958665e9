/// Where a customer belongs, and why there and nowhere else.
public struct SegmentPlacement: Hashable, Sendable {
    /// What came of each segment's rule, in the order in which they count.
    public let verdicts: [SegmentVerdict]

    /// The first segment whose rule is met; nil where none is.
    public var segment: Segment.Name? { deciding?.segment.id }

    /// The verdict on that segment.
    public var deciding: SegmentVerdict? { verdicts.first(where: \.isMet) }

    /// Every segment whose rule is met: the flags of the talk's table of users (S0-96, S0-98…100).
    public var allMet: [Segment.Name] { verdicts.filter(\.isMet).map(\.segment.id) }

    /// The verdict on a segment; nil where there is no such segment.
    public func verdict(on name: Segment.Name) -> SegmentVerdict? { verdicts.first { $0.segment.id == name } }
}

/// What came of one segment's rule for one customer.
public struct SegmentVerdict: Hashable, Sendable {
    /// The segment.
    public let segment: Segment
    /// What was found.
    package let finding: RuleFinding

    /// Whether the customer meets the rule.
    public var isMet: Bool { finding.isMet }

    /// Whether the customer meets the rule, and why, in one sentence.
    ///
    /// `Not in “loyalty”: the number in a row of the next renewal is 10 (asked for: 11 or more).`
    public var explanation: String { "\(isMet ? "In" : "Not in") “\(segment.id)”: \(finding)." }
}

extension SegmentPlacement: CustomStringConvertible {
    /// Where the customer belongs, in one sentence or two; in no segment, why not in each.
    public var explanation: String {
        guard let deciding else {
            return (["In no segment."] + verdicts.map(\.explanation)).joined(separator: "\n")
        }
        let others = allMet.dropFirst().map { "“\($0)”" }
        return others.isEmpty
            ? deciding.explanation
            : deciding.explanation + " Also met, and less urgent: \(others.joined(separator: ", "))."
    }

    /// The explanation.
    public var description: String { explanation }
}

extension SegmentVerdict: CustomStringConvertible {
    /// The explanation.
    public var description: String { explanation }
}
