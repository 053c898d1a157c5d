"""Reads what valise exports as strangers read it, and prints what it found as JSON.

usage: reading.py csv FILE | json FILE SCHEMA | ics FILE | sqlite FILE
       reading.py pdf FILE
"""

import csv
import json
import sqlite3
import sys


def read_csv(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file, strict=True))


def read_json(path, schema):
    import jsonschema

    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    with open(schema, encoding="utf-8") as file:
        rules = json.load(file)
    jsonschema.Draft202012Validator.check_schema(rules)
    jsonschema.Draft202012Validator(rules).validate(document)
    return document


def read_ics(path):
    import icalendar

    with open(path, "rb") as file:
        data = file.read()
    lines = data.split(b"\r\n")
    assert lines.pop() == b"" and all(len(line) <= 75 for line in lines), "lines are folded"
    calendar = icalendar.Calendar.from_ical(data)
    assert calendar["VERSION"] == "2.0" and calendar["PRODID"]
    events = []
    for event in calendar.walk("VEVENT"):
        assert event["DTSTAMP"].params.get("VALUE") is None
        events.append(
            {
                "uid": str(event["UID"]),
                "start": event.decoded("DTSTART").isoformat(),
                "end": event.decoded("DTEND").isoformat(),
                "summary": str(event["SUMMARY"]),
                "location": str(event.get("LOCATION", "")),
                "url": str(event.get("URL", "")),
            }
        )
    return events


def read_sqlite(path):
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    connection.row_factory = sqlite3.Row
    assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
    tables = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1")
    return {
        "tables": [row[0] for row in tables],
        "trips": [dict(row) for row in connection.execute("SELECT * FROM trips ORDER BY slug")],
        "items": [row[0] for row in connection.execute("SELECT name FROM items ORDER BY name")],
    }


def read_pdf(path):
    import pypdf

    return [page.extract_text() for page in pypdf.PdfReader(path).pages]


readers = {"csv": read_csv, "json": read_json, "ics": read_ics, "sqlite": read_sqlite, "pdf": read_pdf}
json.dump(readers[sys.argv[1]](*sys.argv[2:]), sys.stdout)
