// What somebody has written and not saved: kept in this tab until it is saved or they sign out.

const PREFIX = "licet-draft:";

/** Keeps `text`, written over the version `version` of what is called `name`. */
export function keep(name, version, text) {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify({ version, text }));
  } catch {
    // There is no room, or none is given: then it is kept nowhere, and the page works as it is.
  }
}

/** What was kept under `name`: `{version, text}`, or null. */
export function kept(name) {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + name));
  } catch {
    return null;
  }
}

export function drop(name) {
  sessionStorage.removeItem(PREFIX + name);
}

export function dropAll() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
