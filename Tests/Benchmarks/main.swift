switch CommandLine.arguments.dropFirst().first {
case "crypto":
    CryptoBenchmark.run()
default:
    print("usage: benchmarks crypto")
}
