import SQLite

extension ContextCore {
  /// Runs a block and saves, while nobody else can write.
  func transaction(_ block: () throws -> Void) throws {
    guard !isInTransaction else { return try block() }
    try throwDeferred()
    guard store.allowsSave else { throw StoreError.savingNotAllowed }
    let flush: Flush? = try session.run { connection in
      var flush: Flush?
      do {
        try connection.transaction(.immediate) {
          isInTransaction = true
          defer { isInTransaction = false }
          if try lookForOthers() {
            try ObservationBatch.run {
              try reloadAll()
              invalidate(nil)
            }
          }
          try block()
          try throwDeferred()
          guard hasChanges else { return }
          context?.post(ModelContext.willSave)
          var writing = Flush(self, connection)
          defer { flush = writing }
          try writing.run(isRehearsal: false)
        }
      } catch {
        flush?.takeBack()
        throw error
      }
      return flush
    }
    if let flush { try finish(flush) }
  }
}
