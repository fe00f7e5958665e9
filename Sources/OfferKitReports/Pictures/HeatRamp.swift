/// The colours of one hue, from low to high in 51 steps that look equally large.
///
/// The lightness of OKLCH falls evenly from 0.97 to 0.33 on light paper and grows from 0.27 to 0.92 on dark paper, at
/// hue 250.
enum HeatRamp {
    /// On light paper low values are light.
    static let light = [
        "#EFF6FD", "#E8F2FD", "#E2EEFC", "#DBEAFB", "#D4E6FA", "#CEE3F9", "#C7DFF7", "#C1DBF6", "#BBD7F4", "#B5D3F3",
        "#AFCFF1", "#A9CBEF", "#A3C7ED", "#9DC3EB", "#97BFE9", "#92BBE6", "#8CB7E4", "#87B3E1", "#81AFDF", "#7CABDC",
        "#77A7D9", "#72A3D6", "#6D9FD3", "#689BD0", "#6397CD", "#5E93CA", "#5A90C6", "#558CC3", "#5188BF", "#4C84BB",
        "#4880B8", "#447CB4", "#4078B0", "#3C74AC", "#3871A8", "#346DA4", "#3169A0", "#2D659B", "#296297", "#265E93",
        "#235A8E", "#20568A", "#1D5385", "#1A4F80", "#174C7C", "#144877", "#124572", "#0F416E", "#0D3E69", "#0B3A64",
        "#09375F",
    ]
    /// On dark paper low values are dark.
    static let dark = [
        "#172839", "#182B3E", "#1A2E43", "#1B3248", "#1D354E", "#1F3953", "#213C58", "#223F5D", "#254361", "#274666",
        "#294A6B", "#2B4E70", "#2E5175", "#30557A", "#33597F", "#355C83", "#386088", "#3B648D", "#3E6891", "#416B96",
        "#456F9A", "#48739F", "#4B77A3", "#4F7BA7", "#537FAC", "#5682B0", "#5A86B4", "#5E8AB8", "#628EBC", "#6692C0",
        "#6A96C4", "#6F9AC7", "#739ECB", "#78A2CF", "#7CA6D2", "#81AAD6", "#86AED9", "#8AB2DC", "#8FB6E0", "#94BBE3",
        "#99BFE6", "#9FC3E9", "#A4C7EB", "#A9CBEE", "#AFCFF1", "#B4D3F4", "#BAD7F6", "#C0DBF8", "#C5DFFB", "#CBE3FD",
        "#D1E7FF",
    ]

    /// The number of steps above the lowest one.
    static let steps = 50

    /// Returns the step of a share from 0 to 1.
    static func step(_ share: Double) -> Int {
        Int((min(max(share, 0), 1) * Double(steps)).rounded())
    }

    /// Returns the ink for numbers on a step: black or white, by the greater contrast, always above 4.5 to 1.
    ///
    /// `low` is black on light paper and white on dark paper, `middle` black on both, `high` white on light paper and
    /// black on dark paper.
    static func ink(onStep step: Int) -> String {
        step <= 22 ? "low" : step <= 31 ? "middle" : "high"
    }
}
