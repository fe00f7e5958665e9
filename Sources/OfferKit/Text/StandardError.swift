import Foundation

/// The standard error stream, for warnings that no error carries.
///
/// Not written to by `FileHandle`, which traps where the stream is closed, or leads into a pipe that nobody reads. A
/// warning that nobody can hear is lost, and nothing else happens.
package enum StandardError {
    /// Writes a text to the stream.
    package static func say(_ text: String) {
        let bytes = Array(text.utf8)
        withoutSignal {
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Keeps a pipe that nobody reads from ending the process by its signal.
    private static func withoutSignal(_ body: () -> Void) {
        var (signals, before, pending) = (sigset_t(), sigset_t(), sigset_t())
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        sigpending(&pending)
        let wasPending = sigismember(&pending, SIGPIPE) == 1
        pthread_sigmask(SIG_BLOCK, &signals, &before)
        body()
        if !wasPending { takePending(&signals) }
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    /// Takes the signal that the write has left, if it has.
    private static func takePending(_ signals: inout sigset_t) {
        #if canImport(Darwin)
        var (pending, number) = (sigset_t(), Int32(0))
        sigpending(&pending)
        if sigismember(&pending, SIGPIPE) == 1 { sigwait(&signals, &number) }
        #else
        var none = timespec()
        sigtimedwait(&signals, nil, &none)
        #endif
    }
}
