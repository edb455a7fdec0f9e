// The colour scheme: that of the system, or a chosen one that this browser remembers.

import { icon } from "./dom.js";

const KEY = "arrange.theme";
const SCHEMES = ["system", "light", "dark"];

function chosen() {
  try {
    const scheme = localStorage.getItem(KEY);
    return SCHEMES.includes(scheme) ? scheme : "system";
  } catch {
    return "system";
  }
}

function apply(scheme) {
  document.documentElement.style.colorScheme = scheme === "system" ? "" : scheme;
}

/** Makes a button switch between the schemes. */
export function setUpTheme(control) {
  const show = (scheme) => {
    apply(scheme);
    control.replaceChildren(icon(scheme));
    const next = SCHEMES[(SCHEMES.indexOf(scheme) + 1) % SCHEMES.length];
    control.setAttribute("aria-label", `Colours: ${scheme}. Switch to ${next}`);
    control.title = `Colours: ${scheme}`;
  };
  let scheme = chosen();
  show(scheme);
  control.addEventListener("click", () => {
    scheme = SCHEMES[(SCHEMES.indexOf(scheme) + 1) % SCHEMES.length];
    try {
      localStorage.setItem(KEY, scheme);
    } catch {
      // Without storage the choice lasts as long as the page.
    }
    show(scheme);
  });
}
