import Foundation
import FuzzSupport
import ModelStore

// Any predicate over any rows: what SQL finds is what Swift finds.
let store = try RowStore()
Fuzzer.run { bytes in
  store.check(bytes)
}
