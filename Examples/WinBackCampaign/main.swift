// Shows when customers may have win-back offers, and which offers bring them back: follows one customer month by month,
// and then compares campaigns for a thousand.
//
//     swift run win-back-campaign [number of customers]

let arguments = CommandLine.arguments.dropFirst()
let customers = arguments.first.map { Int($0) } ?? Report.customers
if let customers, 1...1_000_000 ~= customers, arguments.count <= 1 {
    do {
        print(try Report.calendar())
        print(try Report.campaigns(customers), terminator: "")
    } catch {
        print("win-back-campaign: \(error)")
    }
} else {
    print("Usage: swift run win-back-campaign [number of customers]")
}
