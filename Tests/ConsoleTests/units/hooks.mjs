// Finds the client under the address that it has in the page.
import { pathToFileURL } from "node:url";

const CLIENT = process.env.CONSOLE_CLIENT ?? new URL("../../../Clients/JavaScript", import.meta.url).pathname;

export async function resolve(specifier, context, next) {
  if (specifier.startsWith("/client/")) return next(pathToFileURL(CLIENT + specifier.slice("/client".length)).href, context);
  return next(specifier, context);
}

export async function load(url, context, next) {
  // The modules of the page have no package.json that says what they are.
  return next(url, url.includes("/Sources/Console/Page/") ? { ...context, format: "module" } : context);
}
