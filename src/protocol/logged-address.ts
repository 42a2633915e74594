/** Anybody who knows such an address can read it without a login: the feed of a calendar, a widget. Files of an order are not among them. */
const secretPath = /(\/calendar\/(?!order\/)|^(?:https?:\/\/[^/]+)?\/w\/)[^?#]+/i

/** An address as logs and error reports may hold it: without query, fragment and what is secret in its path. */
export function loggedAddress(address: string): string {
  return decoded(address.replace(/[?#].*$/s, '')).replace(secretPath, '$1[removed]')
}

/** The router reads `/%63alendar/` as `/calendar/`. */
function decoded(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
