switch CommandLine.arguments.dropFirst().first {
case "crypto":
    CryptoBenchmark.run()
case "store":
    try StoreBenchmark.run()
default:
    print("usage: benchmarks crypto | store")
}
