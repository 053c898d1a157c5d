import Foundation
import TestSupport

/// What the browser says about one page in a window of one width; `facts.js` finds it out.
struct PageFacts: Decodable, Sendable {
  struct Item: Decodable, Sendable {
    struct State: Decodable, Sendable {
      let isChecked: Bool
      /// What the label shows, words for a screen reader included.
      let text: String
    }

    let name: String
    let note: String?
    let inputCount: Int
    let type: String
    let isDisabled: Bool
    let before: State
    /// After one click on the label.
    let after: State
    let labelWidth: Double
    let labelHeight: Double
    let boxWidth: Double
    let boxHeight: Double
  }

  /// A line of the print page.
  struct Line: Decodable, Sendable {
    let name: String
    /// "Packed" or "Not packed"; nil for a thing left behind, which has no box.
    let state: String?
    /// Name, quantity, star, note and marks, as they follow each other on paper.
    let text: String
  }

  struct Group: Decodable, Sendable {
    let head: String
    /// The name of the line right below the head, if a line comes there.
    let firstLine: String?
  }

  struct SkipLink: Decodable, Sendable {
    let isFirst: Bool
    let isAwayAtRest: Bool
    let isShownInFocus: Bool
    let target: String
    let takesFocus: Bool
  }

  struct Link: Decodable, Sendable {
    let written: String
    let resolved: String
    /// Whether the browser fetches it by itself.
    let isLoaded: Bool
  }

  struct TripEntry: Decodable, Sendable {
    let title: String
    let progress: String?
    let value: Double?
    let max: Double?
  }

  struct Home: Decodable, Sendable {
    let upcoming: [TripEntry]
    let recent: [TripEntry]
    let all: [TripEntry]
    let archive: [TripEntry]
  }

  let view: BrowserHarness.View
  let faint: [String]
  let contentWidth: Int
  let windowWidth: Int
  let cutOff: [String]
  let overlaps: [String]
  let language: String
  let direction: String
  let title: String
  /// The levels of the page's own headings, in order.
  let headings: [Int]
  let mains: Int
  let banners: Int
  let footers: Int
  let skipLink: SkipLink?
  let text: String
  let policy: String
  let scripts: Int
  let inlineStyles: Int
  /// The addresses of all that the page fetched.
  let fetched: [String]
  let ids: [String]
  let links: [Link]
  let smallTargets: [String]
  let hiddenFocus: [String]
  let undirected: [String]
  /// For each name and note, the room to the left and to the right of it in its row.
  let rows: [[Int]]
  let items: [Item]
  let lines: [Line]
  let groups: [Group]
  let home: Home
}
