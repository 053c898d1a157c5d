extension Words {
  static let german = Words(language: "de", words: germanWords, phrases: germanPhrases)

  private static let germanWords: [Word: String] = [
    .activities: "Unternehmungen",
    .allBags: "Alle Gepäckstücke",
    .allPacked: "Alles gepackt",
    .allTravellers: "Alle Reisenden",
    .allTrips: "Alle Reisen",
    .archive: "Archiv",
    .backToTrip: "Zurück zur Packliste",
    .bags: "Gepäckstücke",
    .baseWeight: "Grundgewicht",
    .categories: "Kategorien",
    .consumable: "wird verbraucht",
    .copied: "Kopiert. Setze es in die Datei der Reise ein, oder hebe es auf.",
    .copyByHand: "Der Browser lässt diese Seite nicht kopieren. Kopiere diesen Text von Hand:",
    .copyMarkdown: "Als Markdown kopieren",
    .cost: "Kosten",
    .dismiss: "Schließen",
    .done: "Erledigt",
    .doNotForget: "Nicht vergessen",
    .download: "Herunterladen",
    .draft: "Entwurf: noch nicht veröffentlicht",
    .itinerary: "Stationen",
    .leftBehind: "Bleibt zu Hause",
    .leftToPack: "zu packen",
    .madeWith: "Erstellt mit",
    .nights: "Nächte",
    .notes: "Notizen",
    .nothingToPack: "Noch nichts zu packen",
    .notPacked: "Nicht gepackt",
    .noTrips: "Noch keine Reisen",
    .noTripsHelp: """
    Lege eine Markdown-Liste in den Ordner Content/trips und erzeuge die Seiten neu. Eine \
    Liste wie diese genügt:
    """,
    .notUsed: "nicht gebraucht",
    .offline: "Kein Netz",
    .offlineHelp: """
    Diese Seite wurde auf diesem Gerät noch nie geöffnet und kann jetzt nicht gezeigt werden. \
    Diese schon:
    """,
    .packed: "Gepackt",
    .packingList: "Packliste",
    .page: "Seite",
    .pageLinks: "Links dieser Seite",
    .pageOf: "von",
    .print: "Drucken",
    .printHint: "Der Druckbefehl des Browsers bringt sie auf A4 oder Letter.",
    .printThisPage: "Diese Seite drucken.",
    .recentTrips: "Letzte Reisen",
    .sampleCategory: "Kleidung",
    .sampleItem: "Socken",
    .samplePackedItem: "Regenjacke",
    .sampleTitle: "Lissabon",
    .search: "Suchen",
    .searchFailed: """
    Der Suchindex konnte nicht geladen werden. Versuche es wieder, wenn es ein Netz gibt.
    """,
    .searchHint: "Reisen, Dinge und Unternehmungen suchen",
    .searchNothing: "Nichts gefunden",
    .searchWithoutScript: "Suchen braucht JavaScript. Ohne es: hier die neuesten Reisen.",
    .shopping: "Einkaufen",
    .showOnly: "Nur zeigen",
    .skipToContent: "Zum Inhalt springen",
    .storageFailed: """
    Dieser Browser merkt sich keine Häkchen: Sie bleiben, bis du die Seite verlässt. Kopiere \
    die Liste oder lade sie herunter, um sie zu behalten.
    """,
    .sum: "Summe",
    .tags: "Schlagwörter",
    .things: "Dinge",
    .toBuy: "zu kaufen",
    .toDo: "Offen",
    .toPack: "Zu packen",
    .travellers: "Reisende",
    .tripComplete: "Alles erlebt",
    .trips: "Reisen",
    .uncheckAll: "Alle Häkchen entfernen",
    .undo: "Rückgängig",
    .upcomingTrips: "Nächste Reisen",
    .weight: "Gewicht",
    .worn: "am Körper",
  ]

  private static let germanPhrases: [Phrase: String] = [
    .allOfThemPacked: "Gepackt|Alle {1} gepackt",
    .eachPiece: "je {1}",
    .insideOf: "in {1}",
    .itemCount: "1 Ding|{1} Dinge",
    .itemsShown: "1 Ding gezeigt|{1} Dinge gezeigt",
    .moreTrips: "und 1 weitere Reise|und {1} weitere Reisen",
    .nightCount: "1 Nacht|{1} Nächte",
    .overLimit: "{1} über der Grenze",
    .packedOf: "{1} von {2} gepackt",
    .resultCount: "1 Treffer|{1} Treffer",
    .someWorn: "{1} von {2} am Körper",
    .unchecked: "1 Häkchen entfernt.|{1} Häkchen entfernt.",
    .until: "bis {1}",
    .weightOfLimit: "{1} von {2}",
  ]
}
