/// Lets other tasks run until a condition holds that they bring about, a million times at most; the test expects it
/// afterwards.
///
/// They can take long: a thread may stand still while this one runs. Each turn lets the others go first.
package func waitUntil(taking turn: () async -> Void = { await Task.yield() }, _ holds: () -> Bool) async {
    var turns = 0
    while turns < 1_000_000, !holds() {
        turns += 1
        await turn()
    }
}
