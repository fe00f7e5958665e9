// Nothing: on this platform StoreKit and StoreKitTest are the system's own.
