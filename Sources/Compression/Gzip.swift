internal import CZLib

/// Bytes made smaller in the form of gzip (RFC 1952).
public enum Gzip {
  /// Compresses bytes.
  ///
  /// - Parameters:
  ///   - bytes: What to compress.
  ///   - level: From 1, fast, to 9, small.
  /// - Returns: A whole gzip file, the same for the same bytes; nil where there is no memory for it.
  public static func compressed(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8]? {
    deflated(bytes, level, as: CZLIB_GZIP)
  }
}

/// Bytes made smaller in the form of zlib (RFC 1950), as PDF files have them.
public enum Zlib {
  /// Compresses bytes.
  ///
  /// - Parameters:
  ///   - bytes: What to compress.
  ///   - level: From 1, fast, to 9, small.
  /// - Returns: A whole stream, the same for the same bytes; nil where there is no memory for it.
  public static func compressed(_ bytes: [UInt8], level: Int32 = 6) -> [UInt8]? {
    deflated(bytes, level, as: CZLIB_ZLIB)
  }
}

private func deflated(_ bytes: [UInt8], _ level: Int32, as form: czlib_form) -> [UInt8]? {
  var stream = unsafe z_stream()
  guard unsafe czlib_begin(&stream, level, form) == Z_OK else { return nil }
  defer { unsafe deflateEnd(&stream) }
  let bound = Int(unsafe deflateBound(&stream, UInt(bytes.count)))
  // zlib counts what it is given in 32 bits.
  guard bytes.count < Int(UInt32.max), bound < Int(UInt32.max) else { return nil }
  var isWhole = false
  let compressed = unsafe [UInt8](unsafeUninitializedCapacity: bound) { output, count in
    unsafe bytes.withUnsafeBufferPointer { input in
      // zlib does not write to its input, whatever the type says.
      unsafe stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      unsafe stream.avail_in = UInt32(input.count)
      unsafe stream.next_out = output.baseAddress
      unsafe stream.avail_out = UInt32(output.count)
      isWhole = unsafe deflate(&stream, Z_FINISH) == Z_STREAM_END
      count = unsafe output.count - Int(stream.avail_out)
    }
  }
  return isWhole ? compressed : nil
}
