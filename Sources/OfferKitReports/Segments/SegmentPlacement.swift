/// A customer's segment, with the verdict on every segment.
public struct SegmentPlacement: Hashable, Sendable {
    /// The verdict on each segment, in the order in which segments count.
    public let verdicts: [SegmentVerdict]

    /// The first segment whose rule is met; nil where none is.
    public var segment: Segment.Name? { deciding?.segment.id }

    /// The verdict on that segment.
    public var deciding: SegmentVerdict? { verdicts.first(where: \.isMet) }

    /// Every segment whose rule is met: the flags of the talk's table of users (S0-96, S0-98…100).
    public var allMet: [Segment.Name] { verdicts.filter(\.isMet).map(\.segment.id) }

    /// Returns the verdict on a segment; nil where there is no such segment.
    public func verdict(on name: Segment.Name) -> SegmentVerdict? { verdicts.first { $0.segment.id == name } }
}

/// The verdict on one segment for one customer.
public struct SegmentVerdict: Hashable, Sendable {
    /// The segment.
    public let segment: Segment
    /// The finding of its rule.
    let finding: RuleFinding

    /// Whether the customer meets the rule.
    public var isMet: Bool { finding.isMet }

    /// Whether the customer meets the rule, and why, in one sentence.
    ///
    /// `Not in “loyalty”: the number in a row of the next renewal is 10 (asked for: 11 or more).`
    public var explanation: String { "\(isMet ? "In" : "Not in") “\(segment.id)”: \(finding)." }
}

extension SegmentPlacement: CustomStringConvertible {
    /// The customer's segment in one sentence or two; without a segment, the reason against each.
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
