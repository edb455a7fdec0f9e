// Turns the text of a view into the message View of the protocol, and remembers where each part of the message came from.

import { wireValue } from "../shared/values.js";
import { CLAUSES, PRINCIPAL, ViewScanner } from "./scanner.js";

/** The deepest nesting of conditions. */
const DEEPEST = 64;
/** The most bytes of the text of a view. */
export const LONGEST_TEXT = 32768;

/** The signs of comparisons with their names in the protocol; each stands before those that it begins with. */
const OPERATORS = [
  ["!=", "not_equal"],
  ["<=", "less_or_equal"],
  [">=", "greater_or_equal"],
  ["=", "equal"],
  ["<", "less"],
  [">", "greater"],
];
const GROUP_ORDERS = { asc: "ascending", desc: "descending", best: "best_item" };

/**
 * Parses the text of a view.
 *
 * Returns `view`, the message, and `places`, which gives the offset in the text for a path such as
 * "view.parts[0].query.filter.steps[2]". Throws a ViewTextError.
 */
export function parseView(text) {
  return new Parser(text).read();
}

/** The offset of the longest known beginning of a path; null where none is known. */
export function placeOf(path, places) {
  let known = path;
  while (known !== "" && !places.has(known)) {
    const cut = Math.max(known.lastIndexOf("."), known.lastIndexOf("["));
    known = cut > 0 ? known.slice(0, cut) : "";
  }
  return places.get(known) ?? null;
}

class Parser {
  constructor(text) {
    this.scanner = new ViewScanner(text);
    this.places = new Map();
    this.path = "view";
  }

  /** Notes that a part of the message begins here. */
  mark(path, offset = this.scanner.place) {
    this.places.set(path, offset);
  }

  read() {
    const { scanner } = this;
    if (new TextEncoder().encode(scanner.text).length > LONGEST_TEXT) {
      throw scanner.error(0, `the text of a view has at most ${LONGEST_TEXT} bytes`);
    }
    const view = { parts: [] };
    while (scanner.skipToPart()) {
      const start = scanner.place;
      if (view.rights) throw scanner.error(start, "nothing comes behind 'as definer'");
      const name = scanner.takePartName();
      if (name === null && scanner.takeWordsInRow(["as", "definer"])) view.rights = "definer";
      else if (name === null && scanner.takeWord(["window"]) !== null) {
        if (view.window) throw scanner.error(start, "a view has one window");
        this.mark("view.window", start);
        view.window = this.readWindow();
      } else {
        this.path = `view.parts[${view.parts.length}]`;
        this.mark(this.path, start);
        view.parts.push({ ...(name === null ? {} : { name }), ...this.readContent() });
      }
      if (!view.rights && scanner.takeWordsInRow(["as", "definer"])) view.rights = "definer";
      scanner.takeEndOfPart();
    }
    if (view.parts.length === 0) throw scanner.error(0, "a view has at least one part, such as the name of a list");
    return { view, places: this.places };
  }

  readWindow() {
    const { scanner } = this;
    if (scanner.takeWord(["around"]) !== null) return { around: this.readAnchor() };
    const section = scanner.readInteger("the index of a section");
    const start = scanner.readInteger("the index of an item");
    const place = scanner.place;
    scanner.expect("..<");
    const end = scanner.readInteger("the index after the last item");
    if (start > end) throw scanner.error(place, "a window ends behind its beginning");
    return { section, start, end };
  }

  readAnchor() {
    const { scanner } = this;
    this.mark("view.window.around");
    const item = scanner.readName("the id of a row");
    scanner.expectWord(["before"]);
    const before = scanner.readInteger("a number of rows");
    scanner.expectWord(["after"]);
    return { item, before, after: scanner.readInteger("a number of rows") };
  }

  readContent() {
    const { scanner } = this;
    if (scanner.takeWord(["fixed"]) !== null) {
      const section = this.readRow("the id of a section", `${this.path}.fixed.section`);
      const items = [];
      if (scanner.takeOpening("(")) {
        this.readList(")", () => items.push(this.readRow("the id of an item", `${this.path}.fixed.items[${items.length}]`)));
      }
      return { fixed: { section, items } };
    }
    scanner.skipBlanks(true);
    this.mark(`${this.path}.query.collection`);
    return { query: this.readQuery(scanner.readName("the name of a collection", "collection")) };
  }

  readRow(what, path) {
    const { scanner } = this;
    scanner.skipBlanks(true);
    this.mark(path);
    const row = { id: scanner.readName(what), fields: Object.create(null) };
    if (!scanner.takeOpening("{")) return row;
    this.readList("}", () => {
      scanner.skipBlanks(true);
      const place = scanner.place;
      const name = scanner.readName("the name of a field");
      if (name in row.fields) throw scanner.error(place, `the field "${name}" comes twice`);
      scanner.expect(":");
      row.fields[name] = wireValue(scanner.readValue());
    });
    return row;
  }

  /** Reads elements with commas between them, up to a closing bracket where one is given. */
  readList(closing, element) {
    const { scanner } = this;
    if (closing && scanner.takeClosing(closing)) return;
    do element();
    while (scanner.take(","));
    if (closing) scanner.expectClosing(closing);
  }

  // Clauses

  readQuery(collection) {
    const { scanner } = this;
    const path = `${this.path}.query`;
    const query = { collection };
    const seen = new Set();
    for (;;) {
      const word = scanner.takeWord(CLAUSES, { beyondLines: true });
      if (word === null) break;
      const start = scanner.place - word.length;
      if (seen.has(word)) throw scanner.error(start, `'${word}' comes twice in a part`);
      seen.add(word);
      if (seen.has("flat") && seen.has("group")) {
        throw scanner.error(start, "a part is either flat or grouped, not both");
      }
      const member = { flat: "flat", group: "grouped", where: "filter" }[word] ?? word;
      this.mark(`${path}.${member}`, start);
      if (word === "sections") {
        query.sections = { sections: this.readNames("the id of a section", `${path}.sections.sections`) };
      } else if (word === "flat") query.flat = this.readRow("the id of a section", `${path}.flat`);
      else if (word === "group") query.grouped = this.readGrouping(`${path}.grouped`);
      else if (word === "where") query.filter = this.readFilter(`${path}.filter`);
      else if (word === "sort") query.sort = this.readSort(`${path}.sort`);
      else if (word === "only") query.only = { fields: this.readNames("the name of a field", `${path}.only.fields`) };
      else query.cap = scanner.readInteger("a number of items");
    }
    if (!query.flat && !query.grouped) query.ownSections = true;
    return query;
  }

  readNames(what, path) {
    const { scanner } = this;
    const names = [];
    const isBracketed = scanner.takeOpening("[");
    this.readList(isBracketed ? "]" : null, () => {
      scanner.skipBlanks(true);
      this.mark(`${path}[${names.length}]`);
      names.push(scanner.readName(what));
    });
    return names;
  }

  readGrouping(path) {
    const { scanner } = this;
    scanner.takeWord(["by"]);
    const grouping = { field: scanner.readName("the name of a field"), declared: [] };
    if (scanner.takeWord(["declare"]) !== null) {
      this.readList(null, () => {
        scanner.skipBlanks(true);
        this.mark(`${path}.declared[${grouping.declared.length}]`);
        const isMissing = scanner.takeWord(["missing"]) !== null;
        grouping.declared.push(wireValue(isMissing ? { kind: "null", value: null } : scanner.readValue()));
      });
    }
    if (scanner.takeWord(["order"]) !== null) {
      scanner.takeWord(["by"]);
      grouping.order = GROUP_ORDERS[scanner.expectWord(Object.keys(GROUP_ORDERS))];
    }
    return grouping;
  }

  readSort(path) {
    const { scanner } = this;
    const sort = [];
    scanner.takeWord(["by"]);
    this.readList(null, () => {
      scanner.skipBlanks(true);
      this.mark(`${path}[${sort.length}]`);
      sort.push(this.readDescriptor());
    });
    return sort;
  }

  readDescriptor() {
    const { scanner } = this;
    const descriptor = { field: scanner.readName("the name of a field") };
    const words = ["asc", "desc", "missing", "numbers", "digits", "natural", "ignore"];
    for (let word = scanner.takeWord(words); word !== null; word = scanner.takeWord(words)) {
      if (word === "asc") descriptor.direction = "ascending";
      else if (word === "desc") descriptor.direction = "descending";
      else if (word === "missing") descriptor.missing = scanner.expectWord(["first", "last"]);
      else if (word === "numbers") descriptor.numbersLast = scanner.expectWord(["first", "last"]) === "last";
      else if (word === "digits") descriptor.digitsLast = scanner.expectWord(["first", "last"]) === "last";
      else if (word === "natural") descriptor.natural = true;
      else {
        scanner.expectWord(["case"]);
        descriptor.ignoresCase = true;
      }
    }
    return descriptor;
  }

  // Conditions, as steps in postfix notation

  readFilter(path) {
    this.filterPath = path;
    this.steps = [];
    this.readAlternatives(0);
    return { steps: this.steps };
  }

  push(step, offset) {
    this.mark(`${this.filterPath}.steps[${this.steps.length}]`, offset);
    this.steps.push(step);
  }

  readAlternatives(depth) {
    this.readCombination("or", "anyOf", () => this.readCombination("and", "allOf", () => this.readOperand(depth)));
  }

  readCombination(word, step, operand) {
    const { scanner } = this;
    const start = scanner.place;
    operand();
    let count = 1;
    for (; scanner.takeWord([word], { beyondLines: true }) !== null; count += 1) operand();
    if (count > 1) this.push({ [step]: count }, start);
  }

  readOperand(depth) {
    const { scanner } = this;
    scanner.skipBlanks(true);
    const start = scanner.place;
    if (depth > DEEPEST) throw scanner.error(start, `a filter is nested at most ${DEEPEST} levels deep`);
    if (scanner.takeOpening("(")) {
      this.readAlternatives(depth + 1);
      scanner.expectClosing(")");
    } else if (scanner.takeWord(["not"]) !== null) {
      this.readOperand(depth + 1);
      this.push({ negate: true }, start);
    } else if (scanner.takeWordBefore("all", "(")) this.push({ allOf: this.readCall(depth + 1) }, start);
    else if (scanner.takeWordBefore("any", "(")) this.push({ anyOf: this.readCall(depth + 1) }, start);
    else if (scanner.takeWord(["exists"]) !== null) this.push({ exists: scanner.readName("the name of a field") }, start);
    else this.push(this.readCondition(), start);
  }

  readCall(depth) {
    let count = 0;
    this.scanner.expectOpening("(");
    this.readList(")", () => {
      this.readAlternatives(depth);
      count += 1;
    });
    return count;
  }

  readCondition() {
    const { scanner } = this;
    const what = "a comparison such as '='";
    const field = scanner.readName("a condition", "field");
    for (const [sign, operator] of OPERATORS) {
      if (!scanner.take(sign, { what })) continue;
      const ignoresCase = scanner.takeNext("~");
      scanner.skipBlanks(true);
      const start = scanner.place;
      if (scanner.takeNext(PRINCIPAL)) {
        if (!["equal", "not_equal"].includes(operator) || ignoresCase) {
          throw scanner.error(start, `${PRINCIPAL} is compared with '=' and '!=' only, byte by byte`);
        }
        return { principal: { field, operator } };
      }
      return { comparison: { field, operator, value: wireValue(scanner.readValue()), ignoresCase } };
    }
    const word = scanner.takeWord(["contains", "starts", "in"], { what });
    if (word === "in") {
      const values = [];
      scanner.expectOpening("[");
      this.readList("]", () => values.push(wireValue(scanner.readValue())));
      return { isOneOf: { field, values } };
    }
    if (word === null) {
      return {
        comparison: { field, operator: "equal", value: wireValue({ kind: "bool", value: true }), ignoresCase: false },
      };
    }
    if (word === "starts") scanner.expectWord(["with"]);
    const ignoresCase = scanner.takeNext("~");
    return { [word === "starts" ? "hasPrefix" : "contains"]: { field, text: scanner.readText(), ignoresCase } };
  }
}
