import Pages

/// A file of the site, and what it is made from.
struct PagePlan: Sendable {
  /// Where its bytes come from.
  enum Source: Sendable {
    /// The front page.
    case home
    /// A trip's checklist, by the trip's address.
    case trip(slug: String, TripPage.Medium)
    /// Bytes that are there already.
    case bytes([UInt8])
    /// A file, relative to the site's root.
    case file(String)

    /// The address of the trip that a page shows; nil for anything else.
    var slug: String? {
      if case .trip(let slug, _) = self { slug } else { nil }
    }

    /// What a trip's page is made for; nil for anything else.
    var medium: TripPage.Medium? {
      if case .trip(_, let medium) = self { medium } else { nil }
    }
  }

  /// Its path in the output folder.
  var path: String
  /// Where its bytes come from.
  var source: Source
  /// The hash of all that it depends on; nil where it cannot be made now, and what was published
  /// last stays.
  var inputsHash: String?

  /// Whether it is a page, and not a style sheet or a picture.
  var isPage: Bool {
    switch source {
    case .home, .trip: true
    case .bytes, .file: false
    }
  }
}
