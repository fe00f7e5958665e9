/// A point of P-256 other than the one at infinity, by its two coordinates.
struct AffinePoint: Sendable, Hashable {
    var x: FieldElement
    var y: FieldElement

    @_transparent
    init(x: FieldElement, y: FieldElement) {
        self.x = x
        self.y = y
    }

    /// The base point G of the curve.
    static var generator: AffinePoint {
        AffinePoint(
            x: FieldElement(0x79e7_30d4_18a9_143c, 0x75ba_95fc_5fed_b601, 0x79fb_732b_7762_2510, 0x1890_5f76_a537_55c6),
            y: FieldElement(0xddf2_5357_ce95_560a, 0x8b4a_b8e4_ba19_e45c, 0xd2e8_8688_dd21_f325, 0x8571_ff18_2588_5d85))
    }

    /// The constant b of the curve y^2 = x^3 - 3x + b.
    static var coefficient: FieldElement {
        FieldElement(0xd89c_df62_29c4_bddf, 0xacf0_05cd_7884_3090, 0xe5a2_20ab_f721_2ed6, 0xdc30_061d_0487_4834)
    }

    /// Whether the point satisfies y^2 = x^3 - 3x + b.
    var isOnCurve: Bool { y.squared == (x.squared * x) - (x + x + x) + AffinePoint.coefficient }

    @inline(__always)
    static prefix func - (point: AffinePoint) -> AffinePoint { AffinePoint(x: point.x, y: -point.y) }
}
