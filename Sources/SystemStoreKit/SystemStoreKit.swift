// Nothing: Apple's platforms have StoreKit and StoreKitTest of their own, and on others than those and Linux the two modules
// are not built.
