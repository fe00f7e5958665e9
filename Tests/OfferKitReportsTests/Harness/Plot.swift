import Testing

/// The plot of a picture, read from its markup alone.
struct Plot {
    let group: Element
    let x, y, width, height: Double

    init(_ svg: String) throws {
        group = try #require(try MarkupReader.root(svg).all("g", kind: "plot").first)
        x = try #require(group.number("data-x"))
        y = try #require(group.number("data-y"))
        width = try #require(group.number("data-width"))
        height = try #require(group.number("data-height"))
    }

    func range(_ name: String) throws -> (low: Double, high: Double) {
        (try #require(group.number("data-\(name)low")), try #require(group.number("data-\(name)high")))
    }

    /// Returns the place at a pixel.
    func place(_ pixel: Double) throws -> Double {
        let (low, high) = try range("x-")
        return low + (pixel - x) / width * (high - low)
    }

    /// Returns the value at a pixel.
    func value(_ pixel: Double) throws -> Double {
        let (low, high) = try range("y-")
        return low + (y + height - pixel) / height * (high - low)
    }

    /// Returns the worth of half a pixel, across and up.
    func half() throws -> (across: Double, up: Double) {
        let (x, y) = (try range("x-"), try range("y-"))
        return ((x.high - x.low) / width / 2, (y.high - y.low) / height / 2)
    }

    /// Returns the points of a path, in its separate pieces.
    static func pieces(_ path: String) throws -> [[(x: Double, y: Double)]] {
        try path.split(separator: "M").map { piece in
            try piece.split { $0 == "L" || $0 == "Z" }.map { point in
                let numbers = point.split(separator: ",").map { Double($0) }
                try #require(numbers.count == 2)
                return (try #require(numbers[0]), try #require(numbers[1]))
            }
        }
    }
}

/// Returns the labels of ticks, in the document's order.
func labels(_ svg: String) throws -> [String] {
    try MarkupReader.root(svg).all("text", kind: "label").map(\.text)
}
