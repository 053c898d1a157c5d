"""What a PDF file says of itself, as pypdf reads it: pdf_facts.py FILE prints it as JSON."""

import json
import sys

from pypdf import PdfReader


def outline(reader, entries, depth=0):
    for entry in entries:
        if isinstance(entry, list):
            yield from outline(reader, entry, depth + 1)
        else:
            page = reader.get_destination_page_number(entry)
            yield {"title": entry.title, "page": page, "depth": depth}


def tags(element, found, seen):
    """Counts the kinds of the elements below one."""
    element = element.get_object()
    if isinstance(element, list):
        for child in element:
            tags(child, found, seen)
    elif isinstance(element, dict) and id(element) not in seen:
        seen.add(id(element))
        if "/S" in element:
            kind = element["/S"][1:]
            found[kind] = found.get(kind, 0) + 1
        if "/K" in element:
            tags(element["/K"], found, seen)


def links(reader):
    """The links from page to page by the names of places."""
    places = {name.lstrip("/"): place for name, place in reader.named_destinations.items()}
    for number, page in enumerate(reader.pages):
        for note in page.get("/Annots") or []:
            name = note.get_object().get("/Dest")
            if isinstance(name, str) and name.lstrip("/") in places:
                place = places[name.lstrip("/")]
                yield {"from": number, "to": reader.get_destination_page_number(place)}


def strays(reader):
    """The pages whose contents do not lead to tags that lead back to them."""
    root = reader.trailer["/Root"].get("/StructTreeRoot")
    if root is None:
        return
    numbers = list(numbered(root["/ParentTree"]))
    tags = {numbers[index]: numbers[index + 1] for index in range(0, len(numbers) - 1, 2)}
    for number, page in enumerate(reader.pages):
        own = tags.get(page.get("/StructParents"))
        own = own.get_object() if own is not None else []
        pages = {
            tag.get_object().raw_get("/Pg").idnum
            for tag in own if "/Pg" in tag.get_object()
        }
        if pages != {page.indirect_reference.idnum}:
            yield number


def numbered(node):
    """The keys and values of a number tree, one after the other."""
    node = node.get_object()
    yield from node.get("/Nums", [])
    for kid in node.get("/Kids", []):
        yield from numbered(kid)


def main():
    reader = PdfReader(sys.argv[1])
    root = reader.trailer["/Root"]
    found = {}
    if "/StructTreeRoot" in root:
        tags(root["/StructTreeRoot"], found, set())
    metadata = root["/Metadata"].get_object().get_data().decode() if "/Metadata" in root else ""
    print(json.dumps({
        "title": reader.metadata.title if reader.metadata else None,
        "language": root.get("/Lang"),
        "isTagged": bool(root.get("/MarkInfo", {}).get("/Marked", False)),
        "claimsUA": "pdfuaid" in metadata,
        "outline": list(outline(reader, reader.outline)),
        "tags": found,
        "pages": [
            {"width": float(page.mediabox.width), "height": float(page.mediabox.height)}
            for page in reader.pages
        ],
        "links": list(links(reader)),
        "strays": list(strays(reader)),
    }))


main()
