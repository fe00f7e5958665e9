#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Segments in the order in which they count: a customer belongs to the first whose rule is met.
///
/// ```swift
/// let placement = Segmentation.documents.placement(of: facts, at: now)
/// placement.segment          // retention
/// print(placement)           // In “retention”: the subscription is active (1); auto-renew is off.
/// ```
public struct Segmentation: Hashable, Sendable {
    /// The segments, the first the most urgent.
    public let segments: [Segment]

    /// A segmentation.
    ///
    /// - Parameter segments: The segments, the most urgent first.
    /// - Throws: ``SegmentationError``.
    public init(_ segments: [Segment]) throws(SegmentationError) {
        var names: Set<Segment.Name> = []
        for segment in segments {
            guard !segment.id.rawValue.isEmpty else { throw .namelessSegment }
            guard names.insert(segment.id).inserted else { throw .sameName(segment.id) }
        }
        self.segments = segments
    }

    private init(documents thresholds: SegmentThresholds) {
        segments = [
            .doNotContact(thresholds), .customerService, .winBack, .retention, .save(thresholds), .loyalty(thresholds),
            .upgrade(thresholds),
        ]
    }

    /// The seven segments of the documents, with the numbers of the documents (S0-113).
    public static let documents = Segmentation(documents: SegmentThresholds())

    /// The seven segments of the documents with other numbers (C-160).
    ///
    /// Nothing goes before a payment that is being tried again; then comes what people said, then what they did, then what is
    /// only likely, and last a reward. An upgrade is the last of all, because the rule is the widest: whoever renews by the
    /// month meets it, the loyal ones too.
    public static func documents(_ thresholds: SegmentThresholds) -> Segmentation {
        Segmentation(documents: thresholds)
    }

    /// Where a customer belongs at an instant, with what came of every rule.
    public func placement(of facts: SubscriberFacts, at now: Date) -> SegmentPlacement {
        SegmentPlacement(
            verdicts: segments.map { SegmentVerdict(segment: $0, finding: $0.rule.finding(for: facts, at: now)) })
    }

    /// How many customers each segment has; those of none are under nil.
    public func sizes(of customers: some Sequence<SubscriberFacts>, at now: Date) -> [Segment.Name?: Int] {
        var sizes: [Segment.Name?: Int] = [:]
        for facts in customers {
            let segment = segments.first { $0.rule.holds(for: facts, at: now) }
            sizes[segment?.id, default: 0] += 1
        }
        return sizes
    }
}

/// Why segments cannot be put together.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum SegmentationError: Error, Hashable, Sendable {
    /// A segment has no name.
    case namelessSegment
    /// Two segments have one name.
    case sameName(Segment.Name)
}

extension SegmentationError: CustomStringConvertible {
    /// What is wrong, and what to do about it.
    public var description: String {
        switch self {
        case .namelessSegment: "A segment has no name. Give it one that people know it by."
        case .sameName(let name): "Two segments are named “\(name)”. Give each a name of its own."
        }
    }
}
