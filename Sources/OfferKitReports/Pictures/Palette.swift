/// The colours of pictures, on light and on dark paper.
///
/// They are those of Okabe and Ito, which people with any colour vision can tell apart. On white paper three of them
/// are too faint, so orange, sky blue and yellow are darker; on dark paper black becomes light grey. So each has a
/// contrast of at least 3 to 1 with its paper.
enum Palette {
    /// The colours on light paper: blue, vermilion, green, purple, orange, sky blue, black, yellow.
    static let light = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#B57A00", "#2E8FC4", "#000000", "#8A8000"]
    /// The same colours on dark paper.
    static let dark = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#D8D8D8", "#F0E442"]

    /// The dashes of lines in pixels, so that lines differ without colours too.
    static let dashes = ["", "7 4", "2 3", "10 3 2 3", "14 4"]

    /// Returns the colour of a series, by its place.
    static func colour(_ place: Int) -> Int { place % light.count }

    /// Returns the dashes of a series, by its place; colour and dashes together repeat only after forty series.
    static func dash(_ place: Int) -> String { dashes[(place + place / light.count) % dashes.count] }
}
