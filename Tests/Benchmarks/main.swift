import Foundation

switch CommandLine.arguments.dropFirst().first {
case "crypto":
    CryptoBenchmark.run()
case "store":
    try StoreBenchmark.run()
case "lifecycle":
    try LifecycleBenchmark.run()
case "life":
    try LifecycleBenchmark.oneLife()
case "journal":
    try JournalBenchmark.run()
case "signing":
    do {
        try SigningBenchmark.run()
    } catch {
        print("benchmarks signing: \(error)")
        exit(1)
    }
case "server":
    try NotificationBenchmark.run()
    try StatusBenchmark.run()
    try ReceiptBenchmark.run()
case "reports":
    try ReportBenchmark.run()
case "listeners":
    try await ListenerBenchmark.run()
case "count":
    try FixedWork.run(Array(CommandLine.arguments.dropFirst(2)))
default:
    print(
        "usage: benchmarks crypto | store | lifecycle | life | journal | signing | server | reports | listeners | count"
    )
}
