import Foundation
import LineProtocol
import OfferKit

/// The commands for customers, devices and their network.
enum PeopleCommands {
    static let all = [
        ShellCommand(
            topic: .people, name: "customers", parameters: "", words: 0...0,
            summary: "Lists customers and devices; a star marks the one in use.", example: ["customers"], run: list),
        ShellCommand(
            topic: .people, name: "add-customer", parameters: "<name> [--storefront <code>]", words: 1...1,
            options: [.value("storefront")], summary: "Adds a customer with a device, and switches to it.",
            example: ["add-customer second --storefront DEU"]
        ) { shell, call in
            let storefront = try prepare(shell, call)
            return add(shell.store.addCustomer().addDevice(storefront: storefront), &shell, call)
        },
        ShellCommand(
            topic: .people, name: "add-device", parameters: "<name> [--storefront <code>]", words: 1...1,
            options: [.value("storefront")], summary: "Adds a device of the same customer, and switches to it.",
            example: ["add-device tablet"]
        ) { shell, call in
            let storefront = try prepare(shell, call) ?? shell.device.storefront
            return add(shell.customer.addDevice(storefront: storefront), &shell, call)
        },
        ShellCommand(
            topic: .people, name: "use", parameters: "<name>", words: 1...1,
            summary: "Switches to another device, by its name or its customer's.",
            example: ["add-customer second", "use first"]
        ) { shell, call in
            guard let place = shell.devices.firstIndex(where: { $0.name == call.words[0] }) else {
                throw ShellError.unknown("customer or device", call.words[0], known: shell.devices.map(\.name))
            }
            shell.current = place
            return Page()
        },
        ShellCommand(
            topic: .people, name: "offline", parameters: "", words: 0...0,
            summary: "Takes the device off the network: products do not load, and nothing can be bought.",
            example: ["offline"]
        ) { shell, _ in
            let error = StoreKitError.networkError(URLError(.notConnectedToInternet))
            shell.device.setSimulatedError(.generic(error), forAPI: .loadProducts)
            shell.device.setSimulatedError(.generic(error), forAPI: .purchase)
            shell.device.setSimulatedError(.generic(error), forAPI: .offerCodeRedeem)
            shell.devices[shell.current].isOffline = true
            return Page()
        },
        ShellCommand(
            topic: .people, name: "online", parameters: "", words: 0...0,
            summary: "Brings the network back, and lets every call succeed.",
            example: ["offline", "online", "products"]
        ) { shell, _ in
            shell.device.clearSimulatedErrors()
            shell.devices[shell.current].isOffline = false
            return Page()
        },
    ]

    private static func list(_ shell: inout Shell, _ call: Call) throws -> Page {
        var rows = [["", "device", "customer", "in the log", "storefront", ""]]
        for (place, device) in shell.devices.enumerated() {
            let customer = device.device.customer.id
            rows.append([
                place == shell.current ? "*" : "", device.name, shell.name(of: customer), "\(customer)",
                "\(device.device.storefront)", device.isOffline ? "offline" : "",
            ])
        }
        var page = Page()
        page.add(table: rows)
        return page
    }

    /// Throws for a name in use and for an unknown storefront.
    private static func prepare(_ shell: Shell, _ call: Call) throws(ShellError) -> Territory? {
        let name = call.words[0]
        guard !shell.devices.contains(where: { $0.name == name }) else {
            throw .impossible("There is a device \(VisibleText.quoted(name)) already.")
        }
        guard let code = call.option("storefront") else { return nil }
        guard let territory = Territory(code: code), territory.currency != nil else {
            throw .impossible(
                "There is no storefront \(VisibleText.quoted(code)). \(Territory(unchecked: code).advice)")
        }
        return territory
    }

    private static func add(_ device: Device, _ shell: inout Shell, _ call: Call) -> Page {
        shell.devices.append(Shell.NamedDevice(name: call.words[0], device: device))
        shell.current = shell.devices.count - 1
        return Page()
    }
}
