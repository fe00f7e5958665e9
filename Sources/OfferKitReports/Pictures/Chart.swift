package import OfferKitEssentials

/// A picture of numbers: a few named series of values over days, months or plain numbers.
///
/// Exactly these values are drawn. A value that is missing or not finite is a gap, never a zero; the axis of values
/// always includes zero; series in different units are never added to each other.
public struct Chart: Sendable, Hashable {
    /// The title, in a few words.
    public let title: String
    /// The description of the picture in a sentence or two, for readers who do not see it.
    public let description: String
    /// The form of the picture.
    let kind: Kind
    /// The quantity of the values, such as `Subscribers`: the title of their axis, without their unit.
    let measure: String
    /// The horizontal axis.
    let axis: Axis
    /// The values, series by series.
    package let series: [Series]

    /// The picture of these series.
    package init(
        title: String, description: String, kind: Kind, measure: String, axis: Axis, series: [Series]
    ) {
        self.title = title
        self.description = description
        self.kind = kind
        self.measure = measure
        self.axis = axis
        self.series = series
    }
}

extension Chart {
    /// The form of a picture.
    package enum Kind: Sendable, Hashable {
        /// A line for each series, in a colour and with dashes of its own.
        case lines
        /// Bands on top of each other, so that the upper edge is the sum; negative values are stacked below zero.
        ///
        /// A missing value adds nothing. Series in different units are drawn as lines instead.
        case stackedAreas
        /// A row of coloured cells for each series, the first one on top, and a column for each place.
        ///
        /// `rowTitle` names the rows, such as `Month of purchase`.
        case cohortHeatMap(rowTitle: String)
    }

    /// The horizontal axis.
    package struct Axis: Sendable, Hashable {
        /// The name of the places, such as `Day`.
        let title: String
        /// The unit of plain numbers, such as `months`; empty where the title has it.
        let unit: String
        /// The places that have values, one for each value of a series.
        let places: Places

        /// The axis of these places.
        package init(_ title: String, unit: String = "", places: Places) {
            self.title = title
            self.unit = unit
            self.places = places
        }
    }

    /// The places on the horizontal axis, drawn in order of size whatever their order here.
    package enum Places: Sendable, Hashable {
        /// Days in UTC, given by instants on them.
        case days([Date])
        /// Months in UTC, given by instants in them. All months are equally wide.
        case months([Date])
        /// Plain numbers; the values at one that is not finite are left out.
        case numbers([Double])
    }

    /// Values that belong together, under one name.
    package struct Series: Sendable, Hashable {
        /// The name in the legend, or of the row.
        let name: String
        /// The unit of the values, such as `USD` or `%`; empty for plain counts.
        let unit: String
        /// A value for each place of the axis, in the same order; missing ones at the end count as nil, and values
        /// without a place are not drawn.
        package let values: [Double?]

        /// The series of these values.
        package init(_ name: String, unit: String = "", values: [Double?]) {
            self.name = name
            self.unit = unit
            self.values = values
        }
    }
}
