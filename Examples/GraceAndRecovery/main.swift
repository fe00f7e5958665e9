// Shows the effect of a billing grace period: draws a subscriber whose card fails, without grace and with each length
// of it, and then counts the effect for some thousands.
//
//     swift run grace-and-recovery [number of subscribers]

let arguments = CommandLine.arguments.dropFirst()
let subscribers = arguments.first.map { Int($0) } ?? Report.subscribers
if let subscribers, subscribers >= 1, arguments.count <= 1 {
    do {
        print(try Report.oneSubscriber())
        print(try Report.population(subscribers), terminator: "")
    } catch {
        print("grace-and-recovery: \(error)")
    }
} else {
    print("Usage: swift run grace-and-recovery [number of subscribers]")
}
