// Shows the way of a promotional offer from App Store Connect to a customer, with its possible failures: plays the
// developer, the server, the app and the store.
//
//     swift run promotional-offers

do {
    let story = try Story()
    for step in story.steps { print("\(step.title)\n    → \(step.outcome)\n") }
    print("Charged in the five months after that: \(story.charges.map { "$\($0)" }.joined(separator: ", "))")
} catch {
    print("promotional-offers: \(error)")
}
