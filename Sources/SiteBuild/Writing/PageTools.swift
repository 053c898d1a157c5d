import Pages
import Synchronization

/// What one thread at a time makes pages with, kept from one batch of them to the next.
///
/// It shares nothing with other threads that two cores would count references to (decision record 45).
/// Unchecked because of what it keeps: ``PageToolbox`` gives it to the one thread that has its number.
final class PageTools: @unchecked Sendable {
  /// The templates.
  let theme: Theme
  private var latest: (frame: SiteFrame, context: PageContext)?

  fileprivate init(_ theme: Theme) { self.theme = theme.forOneThread }

  /// What all pages within a frame share.
  func context(for frame: SiteFrame) -> PageContext {
    if let latest, latest.frame === frame { return latest.context }
    let context = PageContext(site: frame.info)
    latest = (frame, context)
    return context
  }
}

/// The tools of all threads that make pages.
final class PageToolbox: Sendable {
  private let theme: Theme
  private let tools = Mutex<[Int: PageTools]>([:])

  init(_ theme: Theme) { self.theme = theme }

  /// The tools of the thread with a number, which no other thread has at the same time.
  func tools(_ slot: Int) -> PageTools {
    tools.withLock { tools in
      if let known = tools[slot] { return known }
      let new = PageTools(theme)
      tools[slot] = new
      return new
    }
  }
}
