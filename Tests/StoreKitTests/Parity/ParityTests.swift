import Foundation
import StoreKit
import Testing

@Suite("The parity table")
struct ParityTests {
    @Test("every row has one of the three words, and one that is not the same says why")
    func words() throws {
        for row in try ParityTable().rows {
            #expect(["same", "differs", "left out"].contains(row.status), "line \(row.line): \(row.status)")
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

    // What is mentioned compiles, so a row cannot claim what is not there.
    @Test("every member that is there is mentioned in a file that compiles, with its labels where it is the same")
    func mentioned() throws {
        let table = try ParityTable()
        let mentions = try ParityTable.mentions()
        for row in table.rows where row.status != "left out" && row.isCode {
            let text = try #require(mentions[row.table], "no file mentions \(row.table)")
            let name = row.name == "" ? row.member : row.name
            #expect(
                text.range(of: "\\b\(name)\\b", options: .regularExpression) != nil, "line \(row.line): \(row.member)")
            guard row.status == "same", row.member.contains(":") else { continue }
            #expect(text.contains(row.member), "line \(row.line): \(row.member)")
        }
    }

    @Test("every heading in those files is that of a table")
    func headings() throws {
        #expect(Set(try ParityTable.mentions().keys).isSubset(of: try ParityTable().tables))
    }

    // The other way round: a member that has no row, because it came later or was forgotten.
    @Test("whatever the two modules declare for everybody has a row", arguments: ["StoreKit", "StoreKitTest"])
    func declarations(module: String) throws {
        let pattern =
            /(?:open|public) (?:(?:override|convenience|static|class|weak|final) )*(?:var|let|func|class|struct|enum|protocol) `?(?<name>[A-Za-z]\w*)/
        let listed = try ParityTable().rows.filter { $0.isCode && $0.status != "left out" }
            .flatMap { $0.member.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init) }
        let declared = try ParityTable.sources(of: module).flatMap { source in
            source.matches(of: pattern).map { String($0.output.name) }
        }
        #expect(Set(declared).subtracting(listed).sorted() == [])
        #expect(Set(declared).count > 40)
    }

    @Test("the module re-exports exactly the names that the table has")
    func exports() throws {
        let source = try ParityTable.text("Sources/StoreKit/Exports.swift")
        let pattern = /(?:import (?:enum|struct|class|protocol) OfferKit\.|public typealias )(?<name>\w+)/
        let exported = source.matches(of: pattern).map { String($0.output.name) }
        let listed = try ParityTable().rows.filter { $0.table == "Module" && $0.isCode && $0.status != "left out" }
        #expect(exported.sorted() == listed.map(\.member).sorted())
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
