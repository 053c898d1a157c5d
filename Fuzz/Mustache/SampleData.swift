import Mustache

/// A value of each kind, under names as templates use them.
let data: MustacheValue = [
  "null": nil, "yes": true, "no": false, "zero": 0, "number": 2.5, "huge": 1e300,
  "text": "<b a=\"'&\">\n", "empty": "", "none": [], "one": [["text": "in one", "n": 1]],
  "three": [1, 2, "x"], "object": ["inner": ["deep": "<i>"], "name": "c"], "name": "b",
  "loop": "a", "lines": "one\ntwo",
]
