import Foundation
import LineProtocol
import OfferKit
import OfferKitTestHarness
import Testing
import storeshell

/// The shell to explore a store.
struct StoreshellTests {
    /// What a run of the program came to.
    struct Run {
        let status: Int32
        let output: String
        let errors: String

        var lines: [Substring] { output.split(separator: "\n") }
    }

    /// Plays a script of bytes that fits into a pipe, as does what is printed.
    static func play(
        _ script: [UInt8], _ arguments: String..., isInteractive: Bool = false, hasColours: Bool = false
    ) throws -> Run {
        let (input, output, errors) = (Pipe(), Pipe(), Pipe())
        try input.fileHandleForWriting.write(contentsOf: Data(script))
        try input.fileHandleForWriting.close()
        let said = errors.fileHandleForWriting.fileDescriptor
        let surroundings = ShellProgram.Surroundings(
            input: input.fileHandleForReading.fileDescriptor, output: output.fileHandleForWriting.fileDescriptor,
            isInteractive: isInteractive, hasColours: hasColours, say: { _ = DescriptorOutput.write($0, to: said) })
        let status = ShellProgram(arguments, in: surroundings).run()
        try output.fileHandleForWriting.close()
        try errors.fileHandleForWriting.close()
        func text(_ pipe: Pipe) throws -> String {
            String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        }
        return Run(status: status, output: try text(output), errors: try text(errors))
    }

    private static let examples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Examples/Storeshell")

    static func play(_ script: String...) throws -> Run {
        try play(Array(script.joined(separator: "\n").utf8))
    }

    // A week free from 1 January, then 9.99 a month: 8 January, 8 February, 8 March. The charge of 8 April fails and is made
    // good on 13 April, where a new cycle begins, which ends on 13 May. A month later the win-back offer is two months for
    // 2.99 each, and 9.99 again from 13 August.
    @Test("a script plays a life, with the dates and prices worked out by hand")
    func life() throws {
        let script = try Data(contentsOf: Self.examples.appending(path: "one-life.txt"))
        let run = try Self.play(Array(script))
        expectEqual(run.status, 0)
        expectEqual(run.errors, "")
        let product = "com.example.pro.monthly"
        func row(_ number: Int, _ price: String, _ from: String, _ until: String, _ offer: String = "") -> String {
            "#\(number) \(product), $\(price), from 2026-\(from)T00:00:00Z until 2026-\(until)T00:00:00Z\(offer)"
        }
        let rows = [
            row(1, "0.00", "01-01", "01-08", ", introductory offer"), row(2, "9.99", "01-08", "02-08"),
            row(3, "9.99", "02-08", "03-08"), row(4, "9.99", "03-08", "04-08"), row(5, "9.99", "04-13", "05-13"),
            row(6, "2.99", "06-13", "07-13", ", win-back offer \"comeback\""),
        ]
        let purchase = [
            rows[5],
            "  next: 2026-07-13T00:00:00Z \(product) $2.99 until 2026-08-13T00:00:00Z, win-back offer comeback, 2 of 2",
            "  next: 2026-08-13T00:00:00Z \(product) $9.99 until 2026-09-13T00:00:00Z",
        ]
        let status = [
            "Premium: In Billing Retry Period, \(product) until 2026-04-08T00:00:00Z", "  auto-renew is on",
            "  next: 2026-04-13T00:00:00Z \(product) $9.99 until 2026-05-13T00:00:00Z",
        ]
        let repair = [rows[4], "  next: 2026-05-13T00:00:00Z \(product) $9.99 until 2026-06-13T00:00:00Z"]
        let cancel = ["  next: 2026-05-13T00:00:00Z end: auto-renew is off"]
        // Without what the log says of each month.
        let told = run.lines.filter { !$0.hasSuffix(", customer 0") }.map(String.init)
        expectEqual(
            Array(told.prefix(21)),
            [rows[0], "  next: 2026-01-08T00:00:00Z \(product) $9.99 until 2026-02-08T00:00:00Z"]
                + ["2026-01-08T00:00:00Z: 1 renewed, 0 failed, 0 recovered, 0 ended"]
                + ["2026-03-08T00:00:00Z: 2 renewed, 0 failed, 0 recovered, 0 ended"]
                + ["2026-04-13T00:00:00Z: 0 renewed, 1 failed, 0 recovered, 0 ended"]
                + status + repair + cancel
                + ["2026-06-13T00:00:00Z: 0 renewed, 0 failed, 0 recovered, 1 ended"] + purchase + rows.prefix(6))
        // Weeks from 1 January: the 5th of them, counted from 0, holds 8 February, the 9th 8 March, the 13th 8 April, the
        // 14th 13 April, the 18th 13 May, the 23rd 13 June.
        expectContains(told, "iR···R···R···!(+x)···E____W")
    }

    @Test("offers are signed on the way, or once by hand: a signature is good for one purchase and for a day")
    func signatures() throws {
        let bought = try Self.play("buy pro.monthly", "buy pro.monthly --offer half3")
        expectEqual(bought.status, 0)
        expectSuffix(bought.lines[2], "; nothing is charged now")
        expectContains(
            String(bought.lines[3]), "2026-01-08T00:00:00Z com.example.pro.monthly $4.99 until 2026-02-08T00:00:00Z")
        let (sign, send) = ("sign pro.monthly half3", "buy pro.monthly --signed")
        let twice = try Self.play("buy pro.monthly", sign, send, send)
        expectEqual(twice.status, 1)
        expectPrefix(twice.errors, "line 4: invalidSignature: The nonce ")
        try expectEqual(Self.play("buy pro.monthly", sign, "advance 24 hours", send).status, 0)
        let late = try Self.play("buy pro.monthly", sign, "advance 25 hours", send)
        expectPrefix(late.errors, "line 4: invalidSignature: The signature is too old")
        try expectEqual(Self.play("buy pro.monthly", sign, "\(send) --account other").status, 1)
        try expectEqual(Self.play(send).errors, "line 1: Nothing is signed yet: begin with sign.\n")
    }

    @Test("codes, sheets, refunds, customers and the network do what they say")
    func others() throws {
        let code = try Self.play("redeem Springcampaign", "entitlements")
        expectPrefix(code.lines.last, "#1 com.example.pro.monthly, $0.00, from 2026-01-01")
        let asked = try Self.play("answer ask", "buy coins.100 --quantity 2", "approve 1", "buy coins.100", "decline")
        expectEqual(
            asked.lines,
            [
                "Purchase 1 waits: approve 1, or decline 1.",
                "#1 com.example.coins.100 × 2, $1.98, from 2026-01-01T00:00:00Z",
                "Purchase 2 waits: approve 2, or decline 2.", "Purchase 2 is declined.",
            ])
        try expectEqual(
            Self.play("buy theme.night", "refund 1", "entitlements").lines.suffix(2),
            ["Transaction 1 is refunded.", "The customer may use nothing."])
        let two = try Self.play(
            "buy theme.night", "add-customer second --storefront JPN", "entitlements", "buy coins.100",
            "add-device tablet",
            "transactions", "use first", "entitlements")
        expectEqual(
            two.lines,
            [
                "#1 com.example.theme.night, $2.99, from 2026-01-01T00:00:00Z", "The customer may use nothing.",
                "#2 com.example.coins.100, ¥1, from 2026-01-01T00:00:00Z",
                "#2 com.example.coins.100, ¥1, from 2026-01-01T00:00:00Z",
                "#1 com.example.theme.night, $2.99, from 2026-01-01T00:00:00Z",
            ])
        for command in ["products", "buy coins.100", "redeem Springcampaign"] {
            try expectEqual(
                Self.play("offline", command).errors, "line 2: first is offline. online brings the network back.\n")
            try expectEqual(Self.play("offline", "online", command).status, 0)
        }
    }

    @Test("the first command that fails ends a script with its line, and nothing after it is done")
    func firstFailure() throws {
        let run = try Self.play("# comments and blank lines count", "", "date", "bye", "date")
        expectEqual(run.status, 1)
        expectEqual(run.lines, ["2026-01-01T00:00:00Z; nothing will fall due"])
        expectPrefix(run.errors, "line 4: There is no command \"bye\". There are: products, offers, ")
        expectEqual(run.errors.count { $0 == "\n" }, 1)
        try expectEqual(Self.play("quit", "bye").status, 0)
        try expectEqual(Self.play("exit", "bye").status, 0)
    }

    @Test(
        "what is unknown is answered with the nearest, and with what there is",
        arguments: [
            ("buys x", "no command \"buys\". Did you mean \"buy\"? There are: products"),
            (
                "buy pro.montly",
                "no product \"pro.montly\". Did you mean \"pro.monthly\"? There are: com.example.pro.monthly,"
            ),
            ("buy com.example.pro.yaerly", "Did you mean \"com.example.pro.yearly\"?"),
            (
                "buy pro.monthly --offer half4",
                "no promotional or win-back offer of com.example.pro.monthly \"half4\". Did you mean \"half3\"? "
                    + "There are: half3, prepaid6, freemonth, comeback."
            ),
            ("buy pro.yearly --offer half3", "\"half3\". There are none."),
            ("buy pro.yearly --ofer half3", "\"--ofer\". Did you mean \"--offer\"? There are: --offer, --signed,"),
            ("codes pro.monthly \"Spring Campain\"", "Did you mean \"Spring campaign\"?"),
            ("status Premum", "no subscription group \"Premum\". Did you mean \"Premium\"? There is: Premium."),
            ("status 2100001", "Did you mean \"21000001\"?"), ("advance 3 wekks", "Did you mean \"weeks\"?"),
            ("answer confrim", "Did you mean \"confirm\"?"), ("timeline --each dya", "Did you mean \"day\"?"),
            ("use frist", "no customer or device \"frist\". Did you mean \"first\"?"),
            ("help sgin", "Did you mean \"sign\"?"),
            ("refund 9", "no transaction \"9\""), ("add-customer a --storefront ZZZ", "no storefront \"ZZZ\""),
            ("add-device first", "a device \"first\" already"), ("buy", "Something is missing. Usage: buy <product>"),
            ("buy a b", "\"b\" is too much. Usage: buy"), ("buy a --offer", "--offer needs a value."),
            ("buy \"a", "opened and not closed"), ("advance 0 days", "no whole number from 1 to"),
            ("advance to 2026-02-30", "\"2026-02-30\" is no date."), ("cancel", "first has no subscription."),
            ("advance to 2025-01-01", "clockCannotGoBack"), ("fail x", "no whole number"),
            ("approve", "No purchase waits."),
        ])
    func unknown(_ command: String, _ sentence: String) throws {
        let run = try Self.play(command)
        expectEqual(run.status, 1)
        expectEqual(run.output, "")
        #expect(run.errors.hasPrefix("line 1: ") && run.errors.contains(sentence), "\(run.errors)")
    }

    @Test("what is no line of text is an error with its line")
    func noText() throws {
        for bytes: [UInt8] in [[0xFF, 0xFE], [0xC3, 0x28], [0x64, 0xC3], [0xED, 0xA0, 0x80]] {
            let run = try Self.play(Array("date\n".utf8) + bytes + [0x0A])
            expectEqual(run.status, 1)
            expectEqual(run.errors, "line 2: The line is not UTF-8.\n")
        }
        let long = [UInt8](repeating: 0x20, count: ShellProgram.longestLine)
        try expectEqual(Self.play(long).status, 0)
        try expectEqual(Self.play(long + long).errors, "line 1: The line is longer than 10000 bytes.\n")
    }

    @Test("bytes of every kind end a script at worst, and nothing that a terminal obeys is printed")
    func binary() throws {
        for byte in UInt8.min...UInt8.max {
            let run = try Self.play([byte, 0x0A])
            #expect(run.errors.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
        }
        // A mark of the byte order, and line breaks of another system.
        try expectEqual(Self.play([0xEF, 0xBB, 0xBF] + Array("date\r\n\r\n# end\r\n".utf8)).status, 0)
        try expectContains(Self.play("add-customer \"a\u{1B}[2J\"", "customers").output, "a\\u{1b}[2J")
    }

    @Test("a person is prompted, told of what fails, and may go on")
    func interactive() throws {
        let script = Array("bye\nbuy pro.monthly\nadvance next\n".utf8)
        let run = try Self.play(script, isInteractive: true)
        expectEqual(run.status, 0)
        expectPrefix(run.errors, "There is no command \"bye\".")
        #expect(
            run.output.hasPrefix(
                "A store to explore. help lists the commands; quit, or Ctrl-D, leaves.\n2026-01-01 first> "))
        expectSuffix(run.output, "\n2026-01-08 first> \n")
        expectLacks(run.output, "\u{1B}")
        let coloured = try Self.play(script, isInteractive: true, hasColours: true)
        expectContains(coloured.output, "\u{1B}[32m#1 com.example.pro.monthly")
        #expect(coloured.output.replacing(/\u{1B}\[[0-9]+m/, with: "") == run.output)
    }

    @Test(
        "there are colours on a terminal that has them, unless NO_COLOR says otherwise",
        arguments: [
            (true, [:], true), (true, ["NO_COLOR": ""], true), (true, ["NO_COLOR": "1"], false),
            (true, ["NO_COLOR": "0"], false), (true, ["TERM": "dumb"], false), (true, ["TERM": "xterm"], true),
            (false, [:], false), (false, ["TERM": "xterm", "NO_COLOR": ""], false),
        ] as [(Bool, [String: String], Bool)])
    func colours(_ isTerminal: Bool, _ environment: [String: String], _ areWanted: Bool) {
        expectEqual(Colours.areWanted(isTerminal: isTerminal, environment), areWanted)
    }

    @Test("help has every command and option, and each example runs by itself")
    func help() throws {
        let all = try Self.play("help").output
        for command in ShellCommand.all {
            expectContains(all, "  \(command.usage)\n      \(command.summary)\n")
            for option in command.options { expectContains(command.parameters, "[--\(option.name)") }
            #expect(command.example.contains { "\($0) ".hasPrefix("\(command.name) ") })
            let run = try Self.play(command.example.joined(separator: "\n"))
            expectEqual(run.status, 0, "\(command.name): \(run.errors)")
            let page = try Self.play("help \(command.name)").output
            for line in command.example { expectContains(page, "    \(line)\n") }
        }
        expectEqual(Set(ShellCommand.all.map(\.name)).count, ShellCommand.all.count)
    }

    @Test("a file's problems are said where it is opened; a file that cannot be read, and misuse, end with 2")
    func start() throws {
        let url = FileManager.default.temporaryDirectory.appending(
            path: "shell-\(ProcessInfo.processInfo.globallyUniqueString).storekit")
        defer { try? FileManager.default.removeItem(at: url) }
        let text = """
            {
              "products" : [ { "productID" : "gem", "type" : "Consumable", "displayPrice" : "0.99", "internalID" : "1" } ],
              "settings" : { "_storefront" : "ATL" }, "subscriptionGroups" : [],
              "version" : { "major" : 3, "minor" : 0 }
            }
            """
        try Data(text.utf8).write(to: url)
        let run = try Self.play(Array("buy gem".utf8), url.path)
        expectEqual(run.status, 0)
        expectEqual(run.output, "#1 gem, $0.99, from 2026-01-01T00:00:00Z\n")
        let problems = StoreKitConfiguration.problems(inFileAt: url)
        #expect(problems.contains { $0.path == "settings._storefront" })
        expectEqual(run.errors, problems.map { "\(url.path):\($0)\n" }.joined())
        try expectEqual(Self.play([], "--", url.path).status, 0)
        let missing = try Self.play([], "\(url.path).none")
        expectEqual(missing.status, 2)
        expectContains(missing.errors, "cannot be read")
        try expectEqual(Self.play([], "a", "b").status, 2)
        try expectPrefix(Self.play([], "--verbose").errors, "storeshell: There is no option \"--verbose\".")
        try expectEqual(Self.play([], "--verbose").status, 2)
        let help = try Self.play([], "--help")
        expectEqual(help.status, 0)
        expectContains(help.output, "buy <product>")
    }

    @Test("a pipe that nobody reads ends the program, and no signal does")
    func closedPipe() throws {
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = PipeTests.program("storeshell")
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        try output.fileHandleForReading.close()
        try input.fileHandleForWriting.write(contentsOf: Data("products\nproducts\n".utf8))
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        expectEqual(process.terminationReason, .exit)
        expectEqual(process.terminationStatus, 1)
    }
}
