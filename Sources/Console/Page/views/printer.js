// The text of a view, from its message.

import { kindOf } from "../shared/values.js";
import { CLAUSES, isPlainName, PRINCIPAL, quoted } from "./scanner.js";

/** The names of comparisons in the protocol with their signs. */
const SIGNS = {
  equal: "=",
  not_equal: "!=",
  less: "<",
  less_or_equal: "<=",
  greater: ">",
  greater_or_equal: ">=",
};
const GROUP_ORDERS = { descending: " order desc", best_item: " order best" };

/** The text of a view, a line for each part. */
export function printView(view) {
  const lines = view.parts.map(printPart);
  if (view.window) lines.push(printWindow(view.window));
  if (view.rights === "definer") lines.push("as definer");
  return `${lines.join("\n")}\n`;
}

function printWindow({ around, section, start, end }) {
  if (!around) return `window ${section} ${start}..<${end}`;
  return `window around ${printName(around.item)} before ${around.before} after ${around.after}`;
}

function printPart(part) {
  const name = part.name ? `${part.name}: ` : "";
  if (part.fixed) {
    const items = part.fixed.items.map(printRow).join(", ");
    return `${name}fixed ${printRow(part.fixed.section)}${items ? ` (${items})` : ""}`;
  }
  return name + printQuery(part.query);
}

function printQuery(query) {
  const clauses = [query.collection === "only" ? quoted("only") : printName(query.collection)];
  if (query.sections) clauses.push(`sections ${printList(query.sections.sections, printName)}`);
  if (query.flat) clauses.push(`flat ${printRow(query.flat)}`);
  if (query.grouped) clauses.push(printGrouping(query.grouped));
  if (query.filter) clauses.push(`where ${printFilter(query.filter)}`);
  if (query.sort?.length > 0) clauses.push(`sort ${query.sort.map(printDescriptor).join(", ")}`);
  if (query.cap !== undefined && query.cap !== null) clauses.push(`cap ${query.cap}`);
  if (query.only) clauses.push(`only ${printList(query.only.fields, printName)}`);
  return clauses.join(" ");
}

function printList(names, print) {
  return names.length === 0 ? "[]" : names.map(print).join(", ");
}

function printName(name) {
  return isPlainName(name) && !CLAUSES.slice(0, -1).includes(name) ? name : quoted(name);
}

function printRow(row) {
  const fields = Object.entries(row.fields ?? {}).map(([name, value]) => `${printName(name)}: ${printValue(value)}`);
  return fields.length === 0 ? printName(row.id) : `${printName(row.id)} { ${fields.join(", ")} }`;
}

function printGrouping(grouping) {
  const declared = (grouping.declared ?? []).map((value) => (value === null ? "missing" : printValue(value)));
  const order = GROUP_ORDERS[grouping.order] ?? "";
  return `group ${printName(grouping.field)}${declared.length > 0 ? ` declare ${declared.join(", ")}` : ""}${order}`;
}

function printDescriptor(descriptor) {
  return [
    printName(descriptor.field),
    descriptor.direction === "descending" ? "desc" : "",
    descriptor.missing === "first" ? "missing first" : "",
    descriptor.numbersLast ? "numbers last" : "",
    descriptor.digitsLast ? "digits last" : "",
    descriptor.natural ? "natural" : "",
    descriptor.ignoresCase ? "ignore case" : "",
  ]
    .filter((word) => word !== "")
    .join(" ");
}

/** A value as the language writes it. */
export function printValue(value) {
  const kind = kindOf(value);
  if (kind === "string") return quoted(value);
  if (kind === "bytes") return `hex"${[...value].map((byte) => byte.toString(16).padStart(2, "0")).join("")}"`;
  if (kind === "time") return `time"${printTime(value.microseconds)}"`;
  if (kind !== "double") return String(value);
  const number = Number(value.value ?? value);
  return Number.isInteger(number) && Math.abs(number) < 1e16 ? number.toFixed(1) : String(number);
}

function printTime(microseconds) {
  const whole = BigInt(microseconds);
  const milliseconds = Number((whole - (((whole % 1000n) + 1000n) % 1000n)) / 1000n);
  const date = new Date(milliseconds);
  const year = date.getUTCFullYear();
  if (Number.isNaN(year) || year < 1 || year > 9999) return `${whole}us`;
  const fraction = String(((whole % 1000000n) + 1000000n) % 1000000n).padStart(6, "0");
  return `${date.toISOString().slice(0, 19)}.${fraction}Z`;
}

// Conditions: the steps are read as a stack machine does, each with the number of its operands.

function printFilter(filter) {
  const stack = [];
  for (const step of filter.steps) {
    const count = step.negate ? 1 : step.allOf ?? step.anyOf ?? 0;
    const operands = count > 0 ? stack.splice(-count) : [];
    stack.push(printStep(step, operands));
  }
  return stack[0].text;
}

function printStep(step, operands) {
  const inner = ({ text, isCombination }) => (isCombination ? `(${text})` : text);
  if (step.negate) return { text: `not ${inner(operands[0])}` };
  if (step.allOf !== undefined && step.allOf !== null) return printCombination(operands, "and", "all", inner);
  if (step.anyOf !== undefined && step.anyOf !== null) return printCombination(operands, "or", "any", inner);
  return { text: printCondition(step) };
}

function printCombination(operands, word, call, inner) {
  if (operands.length < 2) return { text: `${call}(${operands.map(({ text }) => text).join("")})` };
  return { text: operands.map(inner).join(` ${word} `), isCombination: true };
}

function printCondition(step) {
  if (step.exists) return `exists ${printName(step.exists)}`;
  if (step.principal) return `${printName(step.principal.field)} ${SIGNS[step.principal.operator]} ${PRINCIPAL}`;
  if (step.isOneOf) {
    const values = step.isOneOf.values.map(printValue).join(", ");
    return `${printName(step.isOneOf.field)} in [${values}]`;
  }
  const text = step.hasPrefix ?? step.contains;
  if (text) {
    const words = step.hasPrefix ? "starts with" : "contains";
    return `${printName(text.field)} ${words}${text.ignoresCase ? "~" : ""} ${quoted(text.text)}`;
  }
  const { field, operator, ignoresCase } = step.comparison;
  const { value } = step.comparison;
  if (operator === "equal" && value === true && !ignoresCase) return printName(field);
  return `${printName(field)} ${SIGNS[operator]}${ignoresCase ? "~" : ""} ${printValue(value)}`;
}
