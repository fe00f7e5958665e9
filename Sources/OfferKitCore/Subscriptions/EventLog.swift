/// The store's events in order; they are numbered from 0.
package typealias EventLog = ChunkedArray<StoreEvent>
