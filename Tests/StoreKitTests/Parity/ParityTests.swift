import Foundation
import OfferKitTestHarness
import StoreKit
import Testing

/// The parity table.
struct ParityTests {
    @Test("every row has one of the three words, and one that is not the same says why")
    func words() throws {
        for row in try ParityTable().rows {
            expectContains(["same", "differs", "left out"], row.status, "line \(row.line): \(row.status)")
            #expect(row.status == "same" || !row.reason.isEmpty, "line \(row.line): \(row.member)")
        }
    }

    @Test("no member has two rows in one table")
    func once() throws {
        var seen: Set<String> = []
        for row in try ParityTable().rows {
            #expect(seen.insert("\(row.table) \(row.member)").inserted, "line \(row.line): \(row.member)")
        }
        #expect(seen.count > 500)
    }

    // What is mentioned compiles, so a row cannot claim what is not there. A comment says nothing of the kind: it may only
    // spell out the labels of a call that stands beside it.
    @Test("every member that is there is mentioned in a file that compiles, with its labels where it is the same")
    func mentioned() throws {
        let table = try ParityTable()
        let mentions = try ParityTable.mentions()
        for row in table.rows where row.status != "left out" && row.isCode {
            let text = try #require(mentions[row.table], "no file mentions \(row.table)")
            let code = text.replacing(/\/\/[^\n]*/, with: "")
            let name = row.name == "subscript" ? "[" + row.member.dropFirst("subscript(".count).dropLast() : row.name
            let place = "line \(row.line): \(row.member)"
            let pattern = "(?<!\\w)\(NSRegularExpression.escapedPattern(for: name))(?!\\w)"
            #expect(code.range(of: pattern, options: .regularExpression) != nil, "\(place)")
            guard row.status == "same", row.member.contains(":") else { continue }
            expectContains(text, row.member, "\(place)")
        }
    }

    @Test("every heading in those files is that of a table")
    func headings() throws {
        #expect(Set(try ParityTable.mentions().keys).isSubset(of: try ParityTable().tables))
    }

    // The other way round: a member that has no row, because it came later or was forgotten.
    @Test(
        "whatever the two modules declare for everybody has a row in the table of its type",
        arguments: [("OfferKitStoreKit", 200), ("OfferKitStoreKitTest", 100)])
    func declarations(module: String, least: Int) throws {
        let table = try ParityTable()
        let declared = Set(try ParityTable.sources(of: module).flatMap { DeclaredMember.all(in: $0) })
        let missing = declared.filter { !table.has($0) }
        expectEqual(missing.map(\.description).sorted(), [])
        #expect(declared.count > least)
    }

    @Test("every case of the enumerations that are C's has a row in the table of its type")
    func enumerations() throws {
        let table = try ParityTable()
        let sources = try ["OfferKitStoreKit", "OfferKitStoreKitTest"].flatMap { try ParityTable.sources(of: $0) }
        let header = try ParityTable.text("Sources/OfferKitStoreKitEnums/include/OfferKitStoreKitEnums.h")
        let declared = DeclaredMember.all(inHeader: header, namedBy: sources)
        expectEqual(declared.filter { !table.has($0) }.map(\.description), [])
        expectContains(declared, DeclaredMember(type: "SKProduct.PeriodUnit", name: "week"))
        expectEqual(declared.count, 64)
    }

    @Test("a declaration is told by its type, also a nested one, a requirement, a case and an initialiser")
    func declared() {
        let source = """
            public enum Outer: Int {
                /// public var mentioned: Int
                case `default` = 0
                case first(Int, of: String), second
                @MainActor public init?(_ text: String) {
                    switch text {
                    case "first": public_(1)
                    }
                }
                var hidden: Int { 0 }
                open class Inner {
                    public subscript(index: Int) -> Int { 0 }
                    open override class func `make`() {}
                    public static func == (a: Inner, b: Inner) -> Bool { true }
                    public static let _shared = 1
                }
                private enum Secret {
                    case kept
                }
            }
            extension Outer.Inner: Sendable {
                public typealias Alias = Int
            }
            public protocol Wish {
                associatedtype Answer
                func ask(_ question: String) -> Answer
            }
            """
        expectEqual(
            DeclaredMember.all(in: source).map(\.description),
            [
                "Outer", "Outer.default", "Outer.first", "Outer.second", "Outer.init", "Outer.Inner",
                "Outer.Inner.subscript", "Outer.Inner.make", "Outer.Inner.==", "Outer.Inner._shared",
                "Outer.Inner.Alias", "Wish",
                "Wish.Answer", "Wish.ask",
            ])
    }

    @Test("the module re-exports exactly the names that the table has")
    func exports() throws {
        let source = try ParityTable.text("Sources/OfferKitStoreKit/Exports.swift")
        let exported = source.matches(of: /public typealias (?<name>\w+)/).map { String($0.output.name) }
        let listed = try ParityTable().rows.filter { $0.table == "Module" && $0.isCode && $0.status != "left out" }
        expectEqual(exported.sorted(), listed.map(\.member).sorted())
    }

    // The sheet's trap: code that compares these does not compile with Apple's module.
    @Test("what is not Equatable in Apple's module is not here either")
    func inequatable() {
        let types: [Any.Type] = [
            StoreKitError.self, Product.PurchaseResult.self, Storefront.self, InvalidRequestError.self,
        ]
        for type in types { #expect(!(type is any Equatable.Type), "\(type)") }
    }
}
