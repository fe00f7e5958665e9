// Constants that Apple's Foundation brings from the system's headers and other systems do not have; tests that sleep use them.
#if !canImport(Darwin)

/// How many nanoseconds there are in a second.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// How many nanoseconds there are in a millisecond.
public let NSEC_PER_MSEC: UInt64 = 1_000_000
/// How many nanoseconds there are in a microsecond.
public let NSEC_PER_USEC: UInt64 = 1_000
/// How many microseconds there are in a second.
public let USEC_PER_SEC: UInt64 = 1_000_000

#endif
