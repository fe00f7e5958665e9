// How keys, offers and codes that the developer configures are recorded.

extension StoreState {
    mutating func applyKey(_ event: StoreEvent) {
        switch event.kind {
        case .keyRegistered(let id, let publicKey): keys[id] = KeyRecord(publicKey: publicKey)
        case .keyGenerated(let id, let name, let publicKey, let privateKey):
            keys[id] = KeyRecord(publicKey: publicKey, name: name, origin: .generated(privateKey: privateKey))
        case .keyDownloaded(let id): keys[id]?.origin = .downloaded
        case .keyRevoked(let id): keys[id]?.revoked = event.instant
        default: break
        }
    }

    mutating func applyOffer(_ event: StoreEvent) {
        switch event.kind {
        case .offerCreated(let product, let offer): shop.add(offer, to: product)
        case .offerChanged(let product, let name, let offer): shop.change(product) { $0.replace(name, with: offer) }
        case .offerDeleted(let product, let name): shop.change(product) { $0.delete(name) }
        case .offerSwitched(let product, let offer, let isActive):
            shop.change(product) { entry in
                if let place = entry.index(of: offer) { entry.listings[place].isDisabled = !isActive }
            }
        case .imageChanged(let product, let isApproved):
            shop.change(product) { $0.product.changeSubscription { $0.hasApprovedImage = isApproved } }
        case .codesCreated(let texts, let record):
            for text in texts { codes[text] = record }
            if !record.isGiven { codesCreated[event.instant.quarter, default: 0] += texts.count * record.limit }
        case .codesDeactivated(let texts): for text in texts { codes[text]?.isDisabled = true }
        default: break
        }
    }
}
