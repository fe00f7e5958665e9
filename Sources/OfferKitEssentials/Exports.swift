// Foundation's values, `Date`, `UUID` and `Decimal`, for the lower floors: without the rest of Foundation where the platform has
// them apart.
#if canImport(FoundationEssentials)
@_exported public import FoundationEssentials
#else
@_exported public import Foundation
#endif
