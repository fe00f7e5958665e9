public import OfferKitEssentials

/// Segments in order of urgency: a customer belongs to the first whose rule is met.
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
    /// A payment that is being tried again comes first; then what people said, then what they did, then what is only
    /// likely, and last a reward. The upgrade is the last of all, because its rule is the widest: everybody who renews
    /// by the month meets it, loyal subscribers too.
    public static func documents(_ thresholds: SegmentThresholds) -> Segmentation {
        Segmentation(documents: thresholds)
    }

    /// Returns a customer's segment at an instant, with the verdict on every segment.
    public func placement(of facts: SubscriberFacts, at now: Date) -> SegmentPlacement {
        SegmentPlacement(
            verdicts: segments.map { SegmentVerdict(segment: $0, finding: $0.rule.finding(for: facts, at: now)) })
    }

    /// Returns the number of customers in each segment; those in none are under nil.
    public func sizes(of customers: some Sequence<SubscriberFacts>, at now: Date) -> [Segment.Name?: Int] {
        var sizes: [Segment.Name?: Int] = [:]
        for facts in customers {
            let segment = segments.first { $0.rule.holds(for: facts, at: now) }
            sizes[segment?.id, default: 0] += 1
        }
        return sizes
    }
}

/// The reasons why segments cannot be put together.
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
    /// Says what is wrong, and what to do about it.
    public var description: String {
        switch self {
        case .namelessSegment: "A segment has no name. Give it one that people know it by."
        case .sameName(let name): "Two segments are named “\(name)”. Give each a name of its own."
        }
    }
}
