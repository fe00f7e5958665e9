import OfferKitCore
import OfferKitEssentials

/// Returns the instant of an hour of a day in UTC.
func day(_ year: Int64, _ month: Int64, _ day: Int64, hour: Int64 = 0) -> Date {
    let days = CivilDate(year: year, month: month, day: day).daysSince1970
    return Date(millisecondsSince1970: days * 86_400_000 + hour * 3_600_000)
}

/// Hostile names that strangers may choose.
enum Hostile {
    static let texts = [
        "</svg><script>alert(1)</script>", "\" onload=\"alert(1)", "' & <b>", "]]>", "-->", "=1+1", "&lt;",
        "a\u{0}b\u{1B}[31m", "\u{202E}gnp.exe", "\u{FFFF}", "line\r\nbreak\ttab", "",
    ]
}
