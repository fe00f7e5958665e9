/// A place where a customer types an offer code in (S1-43…45, B16-3).
public enum CodeEntryPoint: Hashable, Sendable, Codable, CaseIterable {
    /// The App Store's own form, which takes one-time codes only (B1-11).
    case appStore
    /// The link from App Store Connect, with the code in it or typed in after (S1-44).
    case link
    /// The sheet in the app (S1-45).
    case appSheet
}

/// A code on its way to the store: the place where it was typed in, and the abilities of the device there.
package struct CodeEntry: Hashable, Sendable {
    /// The place where the code was typed in.
    var point: CodeEntryPoint
    /// The system of the device.
    var system: DeviceSystem
    /// Whether the app runs on the device.
    var appRuns: Bool

    /// An entry of a code at a place on a device.
    package init(_ point: CodeEntryPoint, system: DeviceSystem, appRuns: Bool) {
        self.point = point
        self.system = system
        self.appRuns = appRuns
    }

    /// An entry in the sheet of an app that runs on the newest system.
    static let newest = CodeEntry(.appSheet, system: .newest, appRuns: true)

    /// The refusal of this way, before anything is asked of the code itself; nil where the way is open.
    func refusal(of code: String, isCustom: Bool) -> CodeRefusal? {
        if let shortfall = system.shortfall(of: .offerCodes) { return .unsupportedSystem(shortfall) }
        switch point {
        case .appStore: return isCustom ? .customCodeInForm(code) : nil
        case .link: return nil
        case .appSheet:
            if let shortfall = system.shortfall(of: .codeSheet) { return .unsupportedSystem(shortfall) }
            return appRuns ? nil : .appNotRunning
        }
    }
}
