extension Words {
  static let french = Words(language: "fr", words: frenchWords, phrases: frenchPhrases)

  private static let frenchWords: [Word: String] = [
    .activities: "Activités",
    .allBags: "Tous les bagages",
    .allPacked: "Tout est prêt",
    .allTravellers: "Tous les voyageurs",
    .allTrips: "Tous les voyages",
    .archive: "Archives",
    .backToTrip: "Retour à la liste",
    .bags: "Bagages",
    .baseWeight: "Poids de base",
    .categories: "Catégories",
    .consumable: "consommable",
    .copied: "Copié. Collez-le dans le fichier du voyage, ou gardez-le.",
    .copyByHand: "Le navigateur ne laisse pas cette page copier. Copiez ce texte à la main :",
    .copyMarkdown: "Copier en Markdown",
    .cost: "Coût",
    .dismiss: "Fermer",
    .done: "Fait",
    .doNotForget: "À ne pas oublier",
    .download: "Télécharger",
    .draft: "Brouillon : pas encore publié",
    .itinerary: "Itinéraire",
    .leftBehind: "Reste à la maison",
    .leftToPack: "à emporter",
    .madeWith: "Créé avec",
    .nights: "Nuits",
    .notes: "Notes",
    .nothingToPack: "Rien à emporter pour l’instant",
    .notPacked: "Pas emballé",
    .noTrips: "Pas encore de voyage",
    .noTripsHelp: """
    Placez une liste Markdown dans le dossier Content/trips, puis régénérez le site. Une \
    liste comme celle-ci suffit :
    """,
    .notUsed: "pas utilisé",
    .offline: "Pas de réseau",
    .offlineHelp: """
    Cette page n’a jamais été ouverte sur cet appareil et ne peut pas être montrée maintenant. \
    Celles-ci, oui :
    """,
    .packed: "Emballé",
    .packingList: "Liste de bagages",
    .page: "Page",
    .pageLinks: "Liens de cette page",
    .pageOf: "sur",
    .print: "Imprimer",
    .printHint: "La commande d’impression du navigateur la met sur papier A4 ou Letter.",
    .printThisPage: "Imprimez cette page.",
    .recentTrips: "Voyages récents",
    .sampleCategory: "Vêtements",
    .sampleItem: "Chaussettes",
    .samplePackedItem: "Veste de pluie",
    .sampleTitle: "Lisbonne",
    .search: "Rechercher",
    .searchFailed: "L’index de recherche n’a pas pu être chargé. Réessayez quand il y a du réseau.",
    .searchHint: "Rechercher voyages, objets et activités",
    .searchNothing: "Rien trouvé",
    .searchWithoutScript: """
    La recherche a besoin de JavaScript. Sans lui, voici les derniers voyages :
    """,
    .shopping: "À acheter",
    .showOnly: "Montrer seulement",
    .skipToContent: "Aller au contenu",
    .storageFailed: """
    Ce navigateur ne garde pas vos coches : elles durent tant que vous restez sur la page. \
    Copiez ou téléchargez la liste pour les garder.
    """,
    .sum: "Total",
    .tags: "Mots-clés",
    .things: "Objets",
    .toBuy: "à acheter",
    .toDo: "À faire",
    .toPack: "À emporter",
    .travellers: "Voyageurs",
    .tripComplete: "Tout est fait",
    .trips: "Voyages",
    .uncheckAll: "Tout décocher",
    .undo: "Annuler",
    .upcomingTrips: "Prochains voyages",
    .weight: "Poids",
    .worn: "porté",
  ]

  private static let frenchPhrases: [Phrase: String] = [
    .allOfThemPacked: "Emballé|{1} sur {1} emballés",
    .eachPiece: "{1} pièce",
    .insideOf: "dans {1}",
    .itemCount: "{1} objet|{1} objets",
    .itemsShown: "{1} objet affiché|{1} objets affichés",
    .moreTrips: "et {1} autre voyage|et {1} autres voyages",
    .nightCount: "{1} nuit|{1} nuits",
    .overLimit: "{1} de trop",
    .packedOf: "{1} sur {2} emballés",
    .resultCount: "{1} résultat|{1} résultats",
    .someWorn: "{1} sur {2} portés",
    .unchecked: "{1} objet décoché.|{1} objets décochés.",
    .until: "jusqu’au {1}",
    .weightOfLimit: "{1} sur {2}",
  ]
}
